// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "channel.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

static void take_descriptors(struct msghdr *header, struct message *message) {
  message->descriptor_count = 0;
  struct cmsghdr *control = CMSG_FIRSTHDR(header);
  if (control == NULL || control->cmsg_level != SOL_SOCKET || control->cmsg_type != SCM_RIGHTS) return;
  const size_t count = (control->cmsg_len - CMSG_LEN(0)) / sizeof(int);
  memcpy(message->descriptors, CMSG_DATA(control), count * sizeof(int));
  message->descriptor_count = (int)count;
}

int receive_message(int socket, struct message *message) {
  struct iovec part = {message->storage, sizeof(message->storage)};
  union {
    char bytes[CMSG_SPACE(descriptor_limit * sizeof(int))];
    struct cmsghdr alignment;
  } control;
  struct msghdr header = {0};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = control.bytes;
  header.msg_controllen = sizeof(control.bytes);
  ssize_t count;
  do {
    count = recvmsg(socket, &header, MSG_CMSG_CLOEXEC);
  } while (count < 0 && errno == EINTR);
  if (count <= 0) return -1;
  take_descriptors(&header, message);
  message->byte_count = (size_t)count;
  const woof_worker_header *beginning = (const woof_worker_header *)message->storage;
  const int is_whole = (header.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) == 0 && message->byte_count >= sizeof(*beginning) &&
                       beginning->byte_count == message->byte_count;
  return is_whole ? 0 : -1;
}

void close_descriptors(struct message *message) {
  for (int index = 0; index < message->descriptor_count; index += 1) close(message->descriptors[index]);
  message->descriptor_count = 0;
}

void send_message(int socket, const void *bytes, size_t count) {
  while (send(socket, bytes, count, MSG_NOSIGNAL) < 0 && errno == EINTR) continue;
}

void send_text(int socket, woof_worker_kind kind, uint64_t job, const char *text, size_t count) {
  char bytes[sizeof(woof_worker_header) + WOOF_WORKER_LOG_LIMIT];
  if (count > WOOF_WORKER_LOG_LIMIT) count = WOOF_WORKER_LOG_LIMIT;
  const woof_worker_header header = {kind, (uint32_t)(sizeof(header) + count), job};
  memcpy(bytes, &header, sizeof(header));
  if (count > 0) memcpy(bytes + sizeof(header), text, count);
  send_message(socket, bytes, sizeof(header) + count);
}

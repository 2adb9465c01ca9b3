// SPDX-License-Identifier: Apache-2.0

#ifndef WOOF_CHANNEL_H
#define WOOF_CHANNEL_H

#include <stddef.h>
#include <stdint.h>
#include <woof_worker.h>

/// The most descriptors that come with a message: the job's socket, the picture, the output.
enum { descriptor_limit = 3 };

/// A message of the service.
struct message {
  uint64_t storage[WOOF_WORKER_MESSAGE_LIMIT / 8];
  size_t byte_count;
  int descriptors[descriptor_limit];
  int descriptor_count;
};

/// Waits for a message. Gives 0; -1 when the service has gone or said what cannot be.
int receive_message(int socket, struct message *message);

/// Closes what came with a message.
void close_descriptors(struct message *message);

/// Sends a message; what cannot be sent is of no interest to anybody any more.
void send_message(int socket, const void *bytes, size_t count);

/// Sends a header and a text.
void send_text(int socket, woof_worker_kind kind, uint64_t job, const char *text, size_t count);

#endif

// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE

#include "CLinux.h"

#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/uio.h>

int64_t woof_peer_user(int descriptor) {
  struct ucred credentials;
  socklen_t length = sizeof credentials;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) != 0) return -1;
  return credentials.uid == (uid_t)-1 ? -1 : (int64_t)credentials.uid;
}

int woof_accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags) {
  return accept4(descriptor, address, length, flags);
}

int woof_open(const char *path, int flags, mode_t mode) {
  return open(path, flags, mode);
}

int woof_openat(int directory, const char *path, int flags, mode_t mode) {
  return openat(directory, path, flags, mode);
}

int woof_hold(int directory, const char *name) {
  return openat(directory, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
}

int woof_set_thread_name(pthread_t thread, const char *name) {
  return pthread_setname_np(thread, name);
}

int woof_forbid_core_dumps(void) {
  return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

int woof_processor_count(void) {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : -1;
}

static volatile sig_atomic_t woof_signal_descriptor = -1;

static void woof_report_signal(int signal) {
  int number = errno;
  unsigned char byte = (unsigned char)signal;
  // A pipe that is full holds more requests than anybody could have meant.
  ssize_t ignored = write(woof_signal_descriptor, &byte, 1);
  (void)ignored;
  errno = number;
}

int woof_report_signals(const int *signals, int count) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  // A handler must not wait.
  fcntl(ends[1], F_SETFL, O_NONBLOCK);
  woof_signal_descriptor = ends[1];
  struct sigaction action = {.sa_handler = woof_report_signal, .sa_flags = SA_RESTART};
  sigfillset(&action.sa_mask);
  for (int index = 0; index < count; index++) sigaction(signals[index], &action, NULL);
  return ends[0];
}

_Thread_local void *woof_thread_owner_slot = 0;

int woof_begin_writing_out(int descriptor, int64_t offset, int64_t count) {
  return sync_file_range(descriptor, offset, count, SYNC_FILE_RANGE_WRITE);
}

int woof_synchronize_file_system(int descriptor) {
  return syncfs(descriptor);
}

int woof_is_in_memory(int descriptor) {
  char byte;
  struct iovec part = {.iov_base = &byte, .iov_len = 1};
  return preadv2(descriptor, &part, 1, 0, RWF_NOWAIT) == 1;
}

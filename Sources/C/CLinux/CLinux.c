#define _GNU_SOURCE

#include "CLinux.h"

#include <sched.h>

int woof_accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags) {
  return accept4(descriptor, address, length, flags);
}

int woof_open(const char *path, int flags, mode_t mode) {
  return open(path, flags, mode);
}

int woof_openat(int directory, const char *path, int flags, mode_t mode) {
  return openat(directory, path, flags, mode);
}

int woof_set_thread_name(pthread_t thread, const char *name) {
  return pthread_setname_np(thread, name);
}

int woof_processor_count(void) {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : -1;
}

_Thread_local void *woof_thread_owner_slot = 0;

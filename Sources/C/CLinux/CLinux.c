#define _GNU_SOURCE

#include "CLinux.h"

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

#ifndef CLINUX_H
#define CLINUX_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

// What Swift cannot import from the C library: variadic functions, and calls hidden behind feature macros.

static inline int woof_accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags) {
  return accept4(descriptor, address, length, flags);
}

static inline int woof_open(const char *path, int flags, mode_t mode) {
  return open(path, flags, mode);
}

static inline int woof_openat(int directory, const char *path, int flags, mode_t mode) {
  return openat(directory, path, flags, mode);
}

#endif

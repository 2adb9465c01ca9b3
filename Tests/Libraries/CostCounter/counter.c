// SPDX-License-Identifier: Apache-2.0

// Counts what a program that it is loaded into with LD_PRELOAD costs: its allocations, the objects that Swift code
// retains, and the system calls that move bytes or wait for them. The counts are the numbers of eight bytes in the file
// that the variable COST_COUNTS names, in this order, so that a test reads them while the program runs.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

// The C library's own, under the names it has them by for replacements like these.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t number, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

enum { allocations, retains, system_calls, kind_count };

static _Atomic long before_start[kind_count];
static _Atomic(_Atomic long *) counts = before_start;

static void note(int kind) { atomic_fetch_add_explicit(&atomic_load(&counts)[kind], 1, memory_order_relaxed); }

__attribute__((constructor)) static void share_counts(void) {
  const char *path = getenv("COST_COUNTS");
  int file = path ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;
  if (file < 0) return;
  if (ftruncate(file, sizeof before_start) == 0) {
    void *shared = mmap(NULL, sizeof before_start, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (shared != MAP_FAILED) atomic_store(&counts, shared);
  }
  close(file);
}

// MARK: Allocations

void *malloc(size_t size) {
  note(allocations);
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  note(allocations);
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  note(allocations);
  return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  note(allocations);
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  note(allocations);
  void *allocated = __libc_memalign(alignment, size);
  if (!allocated) return ENOMEM;
  *memory = allocated;
  return 0;
}

// MARK: Retains and system calls

// The next function of this name, which is looked up once.
#define NEXT(name) \
  static __typeof__(name) *_Atomic found; \
  __typeof__(name) *next = atomic_load_explicit(&found, memory_order_relaxed); \
  if (!next) atomic_store_explicit(&found, next = (__typeof__(name) *)dlsym(RTLD_NEXT, #name), memory_order_relaxed);

// Swift code may count on more registers than a function of C preserves.
#define PRESERVING __attribute__((preserve_most))

PRESERVING void *swift_retain(void *object);
PRESERVING void *swift_bridgeObjectRetain(void *object);

PRESERVING void *swift_retain(void *object) {
  NEXT(swift_retain)
  note(retains);
  return next(object);
}

PRESERVING void *swift_bridgeObjectRetain(void *object) {
  NEXT(swift_bridgeObjectRetain)
  note(retains);
  return next(object);
}

ssize_t recv(int descriptor, void *bytes, size_t count, int flags) {
  NEXT(recv)
  note(system_calls);
  return next(descriptor, bytes, count, flags);
}

ssize_t send(int descriptor, const void *bytes, size_t count, int flags) {
  NEXT(send)
  note(system_calls);
  return next(descriptor, bytes, count, flags);
}

ssize_t sendmsg(int descriptor, const struct msghdr *message, int flags) {
  NEXT(sendmsg)
  note(system_calls);
  return next(descriptor, message, flags);
}

ssize_t sendfile(int target, int source, off_t *offset, size_t count) {
  NEXT(sendfile)
  note(system_calls);
  return next(target, source, offset, count);
}

ssize_t read(int descriptor, void *bytes, size_t count) {
  NEXT(read)
  note(system_calls);
  return next(descriptor, bytes, count);
}

ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset) {
  NEXT(pread)
  note(system_calls);
  return next(descriptor, bytes, count, offset);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  NEXT(write)
  note(system_calls);
  return next(descriptor, bytes, count);
}

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
  NEXT(writev)
  note(system_calls);
  return next(descriptor, parts, count);
}

int epoll_wait(int descriptor, struct epoll_event *events, int count, int milliseconds) {
  NEXT(epoll_wait)
  note(system_calls);
  return next(descriptor, events, count, milliseconds);
}

int epoll_ctl(int descriptor, int operation, int other, struct epoll_event *event) {
  NEXT(epoll_ctl)
  note(system_calls);
  return next(descriptor, operation, other, event);
}

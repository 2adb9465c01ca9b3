// SPDX-License-Identifier: Apache-2.0

// Counts the allocations of a program that it is loaded into with LD_PRELOAD. The count is the first eight bytes of the
// file that the variable ALLOCATION_COUNT names, so that a test reads it while the program runs.

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

// The C library's own, under the names it has them by for replacements like these.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t number, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static _Atomic long before_start;
static _Atomic(_Atomic long *) count = &before_start;

__attribute__((constructor)) static void share_count(void) {
  const char *path = getenv("ALLOCATION_COUNT");
  int file = path ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;
  if (file < 0) return;
  if (ftruncate(file, sizeof(long)) == 0) {
    void *shared = mmap(NULL, sizeof(long), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (shared != MAP_FAILED) atomic_store(&count, shared);
  }
  close(file);
}

static void note(void) { atomic_fetch_add_explicit(atomic_load(&count), 1, memory_order_relaxed); }

void *malloc(size_t size) {
  note();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  note();
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  note();
  return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  note();
  void *allocated = __libc_memalign(alignment, size);
  if (!allocated) return ENOMEM;
  *memory = allocated;
  return 0;
}

// SPDX-License-Identifier: Apache-2.0

#ifndef CMEMORYVFS_CONTENT_H
#define CMEMORYVFS_CONTENT_H

#include <stdbool.h>
#include <stddef.h>

#define CONTENT_PAGE_SIZE 4096

// A part of some bytes, which several contents may share.
struct page {
  long references;
  unsigned char bytes[CONTENT_PAGE_SIZE];
};

// The bytes of a file, which several files may share. Whoever is not the only one makes them its own before a change, and
// only pages that are changed are copied then. A page that is not there is all zero, as is what follows the last byte.
struct content {
  long references;
  size_t size;
  size_t page_capacity;
  struct page **pages;
};

struct content *content_make(void);
void content_release(struct content *content);
// Returns the same bytes for the caller alone, in place of the content.
struct content *content_own(struct content *content);
// Writes bytes, also behind the end.
void content_write(struct content *content, const void *bytes, size_t count, size_t offset);
// Reads bytes that are there.
void content_read(const struct content *content, void *bytes, size_t count, size_t offset);
// Changes the length; what comes to it is zero.
void content_resize(struct content *content, size_t size);

#endif

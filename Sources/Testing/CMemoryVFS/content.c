// SPDX-License-Identifier: Apache-2.0

#include "content.h"

#include <stdlib.h>
#include <string.h>

// What a simulation cannot go on without.
static void *required(void *memory) {
  if (!memory) abort();
  return memory;
}

static size_t pages_of(size_t size) { return (size + CONTENT_PAGE_SIZE - 1) / CONTENT_PAGE_SIZE; }

static void page_release(struct page *page) {
  if (page && --page->references == 0) free(page);
}

struct content *content_make(void) {
  struct content *content = required(calloc(1, sizeof *content));
  content->references = 1;
  return content;
}

void content_release(struct content *content) {
  if (!content || --content->references > 0) return;
  for (size_t number = 0; number < pages_of(content->size); number++) page_release(content->pages[number]);
  free(content->pages);
  free(content);
}

static void make_room(struct content *content, size_t size) {
  size_t needed = pages_of(size), old = content->page_capacity;
  if (needed <= old) return;
  // With room, as files mostly grow at their ends.
  content->page_capacity = needed + needed / 2;
  content->pages = required(realloc(content->pages, content->page_capacity * sizeof *content->pages));
  memset(content->pages + old, 0, (content->page_capacity - old) * sizeof *content->pages);
}

struct content *content_own(struct content *content) {
  if (content->references == 1) return content;
  struct content *own = content_make();
  make_room(own, content->size);
  own->size = content->size;
  for (size_t number = 0; number < pages_of(content->size); number++) {
    struct page *page = content->pages[number];
    if (page) page->references++;
    own->pages[number] = page;
  }
  content->references--;
  return own;
}

// Returns a page that nobody shares.
static struct page *own_page(struct content *content, size_t number, bool keeps) {
  struct page *page = content->pages[number];
  if (page && page->references == 1) return page;
  struct page *own = required(malloc(sizeof *own));
  own->references = 1;
  if (page && keeps) memcpy(own->bytes, page->bytes, CONTENT_PAGE_SIZE);
  else if (keeps) memset(own->bytes, 0, CONTENT_PAGE_SIZE);
  page_release(page);
  return content->pages[number] = own;
}

void content_write(struct content *content, const void *bytes, size_t count, size_t offset) {
  const unsigned char *from = bytes;
  make_room(content, offset + count);
  if (offset + count > content->size) content->size = offset + count;
  while (count > 0) {
    size_t place = offset % CONTENT_PAGE_SIZE, room = CONTENT_PAGE_SIZE - place;
    size_t part = count < room ? count : room;
    // What is overwritten at once need not be there.
    struct page *page = own_page(content, offset / CONTENT_PAGE_SIZE, part < CONTENT_PAGE_SIZE);
    memcpy(page->bytes + place, from, part);
    from += part, offset += part, count -= part;
  }
}

void content_read(const struct content *content, void *bytes, size_t count, size_t offset) {
  unsigned char *to = bytes;
  while (count > 0) {
    size_t place = offset % CONTENT_PAGE_SIZE, room = CONTENT_PAGE_SIZE - place;
    size_t part = count < room ? count : room;
    const struct page *page = content->pages[offset / CONTENT_PAGE_SIZE];
    if (page) memcpy(to, page->bytes + place, part);
    else memset(to, 0, part);
    to += part, offset += part, count -= part;
  }
}

void content_resize(struct content *content, size_t size) {
  make_room(content, size);
  for (size_t number = pages_of(size); number < pages_of(content->size); number++) {
    page_release(content->pages[number]);
    content->pages[number] = NULL;
  }
  size_t end = size % CONTENT_PAGE_SIZE;
  if (size < content->size && end > 0 && content->pages[size / CONTENT_PAGE_SIZE]) {
    memset(own_page(content, size / CONTENT_PAGE_SIZE, true)->bytes + end, 0, CONTENT_PAGE_SIZE - end);
  }
  content->size = size;
}

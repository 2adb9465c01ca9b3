// SPDX-License-Identifier: Apache-2.0

#include "vfs.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// SQLite's memory in a process with one thread. Connections come and go all the time, and with them a thousand blocks of a
// few sizes: those that are free are kept for the next one that wants such a size.

// Up to this size, sizes are multiples of the step; above, powers of two; and above the largest, whatever was wanted.
#define SMALL_SIZE 1024
#define SIZE_STEP 32
#define LARGEST_SIZE (64 << 10)
#define SMALL_KIND_COUNT (SMALL_SIZE / SIZE_STEP)
#define KIND_COUNT (SMALL_KIND_COUNT + 6)
// As much as is asked of the system at once for small blocks.
#define SLAB_SIZE (256 << 10)

// What stands before the bytes of a block.
struct head {
  uint32_t size;
  uint32_t kind;
};

struct free_block {
  struct free_block *next;
};

static struct free_block *free_blocks[KIND_COUNT];
static unsigned char *slab, *slab_end;

static uint32_t kind_of(uint32_t size) {
  if (size <= SMALL_SIZE) return size == 0 ? 0 : (size - 1) / SIZE_STEP;
  uint32_t kind = SMALL_KIND_COUNT;
  for (uint32_t reach = SMALL_SIZE * 2; reach < size; reach *= 2) kind++;
  return kind;
}

static uint32_t size_of(uint32_t kind) {
  return kind < SMALL_KIND_COUNT ? (kind + 1) * SIZE_STEP : (uint32_t)SMALL_SIZE * 2 << (kind - SMALL_KIND_COUNT);
}

static struct head *head_of(void *block) { return (struct head *)block - 1; }

static struct head *new_block(uint32_t size, uint32_t kind) {
  size_t length = sizeof(struct head) + size;
  struct head *head;
  if (kind >= SMALL_KIND_COUNT) {
    head = malloc(length);
  } else {
    if ((size_t)(slab_end - slab) < length) {
      slab = malloc(SLAB_SIZE);
      slab_end = slab ? slab + SLAB_SIZE : NULL;
    }
    head = (struct head *)(void *)slab;
    if (slab) slab += length;
  }
  if (head) *head = (struct head){.size = size, .kind = kind};
  return head;
}

static void *allocate(int count) {
  uint32_t size = (uint32_t)count;
  if (size > LARGEST_SIZE) {
    struct head *head = new_block(size, KIND_COUNT);
    return head ? head + 1 : NULL;
  }
  uint32_t kind = kind_of(size);
  struct free_block *block = free_blocks[kind];
  if (block) {
    free_blocks[kind] = block->next;
    return block;
  }
  struct head *head = new_block(size_of(kind), kind);
  return head ? head + 1 : NULL;
}

static void give_back(void *bytes) {
  if (!bytes) return;
  uint32_t kind = head_of(bytes)->kind;
  if (kind == KIND_COUNT) return free(head_of(bytes));
  struct free_block *block = bytes;
  block->next = free_blocks[kind];
  free_blocks[kind] = block;
}

static void *reallocate(void *bytes, int count) {
  uint32_t size = head_of(bytes)->size;
  if ((uint32_t)count <= size) return bytes;
  void *larger = allocate(count);
  if (!larger) return NULL;
  memcpy(larger, bytes, size);
  give_back(bytes);
  return larger;
}

static int usable_size(void *bytes) { return bytes ? (int)head_of(bytes)->size : 0; }

static int rounded_size(int count) {
  return (uint32_t)count > LARGEST_SIZE ? (count + 7) & ~7 : (int)size_of(kind_of((uint32_t)count));
}

static int begin(void *context) {
  (void)context;
  return SQLITE_OK;
}

static void end(void *context) { (void)context; }

void memory_take_over(void) {
  static const sqlite3_mem_methods methods = {
      .xMalloc = allocate,
      .xFree = give_back,
      .xRealloc = reallocate,
      .xSize = usable_size,
      .xRoundup = rounded_size,
      .xInit = begin,
      .xShutdown = end,
  };
  sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
  // Nobody asks how much it is.
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

// SPDX-License-Identifier: Apache-2.0

// For memfd_create.
#define _GNU_SOURCE

#include "disk.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// What a simulation cannot go on without.
static void *required(void *memory) {
  if (!memory) abort();
  return memory;
}

// Makes the content of a file its own.
static struct content *own_content(struct node *node) { return node->content = content_own(node->content); }

void node_stop_reading(struct node *node) {
  if (node->descriptor >= 0) close(node->descriptor);
  node->descriptor = -1;
  node->descriptor_users = 0;
}

static void set_size(struct memory_disk *disk, struct node *node, size_t size) {
  disk->size += (int64_t)size - (int64_t)node->content->size;
  content_resize(own_content(node), size);
  // What cannot be mirrored is told by its length.
  if (node->descriptor >= 0 && ftruncate(node->descriptor, (off_t)size)) node_stop_reading(node);
}

// MARK: Life

struct node *node_make(struct memory_disk *disk) {
  struct node *node = required(calloc(1, sizeof *node));
  node->content = content_make();
  node->descriptor = -1;
  node->next = disk->nodes;
  if (disk->nodes) disk->nodes->previous = node;
  disk->nodes = node;
  return node;
}

// The file of another disk that shares this one's bytes; the same for all names of it.
struct node *node_clone(struct memory_disk *disk, struct node *node) {
  if (node == &memory_folder) return node;
  if (node->twin) return node->twin;
  struct node *twin = node_make(disk);
  content_release(twin->content);
  twin->content = node->content;
  twin->content->references++;
  disk->size += (int64_t)twin->content->size;
  return node->twin = twin;
}

void node_release(struct memory_disk *disk, struct node *node) {
  if (!node || node == &memory_folder || --node->references > 0) return;
  if (node->previous) node->previous->next = node->next;
  if (node->next) node->next->previous = node->previous;
  if (disk->nodes == node) disk->nodes = node->next;
  disk->size -= (int64_t)node->content->size;
  node_stop_reading(node);
  content_release(node->content);
  free(node->unsynced.bytes);
  free(node);
}

// MARK: Changes

static unsigned char *bytes_of(struct change *change) { return (unsigned char *)(change + 1); }

static size_t length_of(const struct change *change) {
  size_t length = sizeof *change + change->new_count + change->old_count;
  return (length + 15) & ~(size_t)15;
}

// Notes a change that is about to be made.
static void note(struct node *node, struct change change, const void *bytes) {
  size_t old_end = (size_t)change.offset + change.new_count;
  if (change.is_truncation || old_end > change.old_size) old_end = change.old_size;
  change.old_count = old_end > (size_t)change.offset ? old_end - (size_t)change.offset : 0;
  struct change_log *log = &node->unsynced;
  size_t length = length_of(&change);
  if (log->length + length > log->capacity) {
    log->capacity = (log->length + length) * 2;
    log->bytes = required(realloc(log->bytes, log->capacity));
  }
  struct change *noted = (struct change *)(log->bytes + log->length);
  *noted = change;
  if (change.new_count) memcpy(bytes_of(noted), bytes, change.new_count);
  if (change.old_count) {
    content_read(node->content, bytes_of(noted) + change.new_count, change.old_count, (size_t)change.offset);
  }
  log->length += length;
}

void node_make_safe(struct node *node) {
  node->unsynced.length = 0;
  // What one great transaction took is not kept.
  if (node->unsynced.capacity <= 1 << 20) return;
  free(node->unsynced.bytes);
  node->unsynced = (struct change_log){0};
}

static void put(struct memory_disk *disk, struct node *node, const void *bytes, size_t count, size_t offset) {
  if (count == 0) return;
  struct content *content = own_content(node);
  size_t size = content->size;
  content_write(content, bytes, count, offset);
  disk->size += (int64_t)content->size - (int64_t)size;
  if (node->descriptor >= 0 && pwrite(node->descriptor, bytes, count, (off_t)offset) < 0) node_stop_reading(node);
}

// MARK: Crash

static void undo(struct memory_disk *disk, struct node *node, struct change *change) {
  set_size(disk, node, change->old_size);
  put(disk, node, bytes_of(change) + change->new_count, change->old_count, (size_t)change->offset);
}

static size_t reach(const struct change *change, uint64_t *seed) {
  switch (next_random(seed) % 3) {
  case 0: return 0;
  case 1: return change->new_count / 2;
  default: return change->new_count;
  }
}

static void undo_all(struct memory_disk *disk, struct node *node, unsigned char *log, size_t length) {
  size_t count = 0;
  for (size_t place = 0; place < length; place += length_of((struct change *)(log + place))) count++;
  if (count == 0) return;
  size_t *places = required(malloc(count * sizeof *places));
  for (size_t place = 0, number = 0; place < length; place += length_of((struct change *)(log + place))) {
    places[number++] = place;
  }
  while (count > 0) undo(disk, node, (struct change *)(log + places[--count]));
  free(places);
}

void node_unlock(struct node *node) {
  node_stop_reading(node);
  node->shared_count = 0;
  node->reserved = node->pending = NULL;
  node->memory = NULL;
}

void node_crash(struct memory_disk *disk, struct node *node, uint64_t *seed) {
  struct change_log *log = &node->unsynced;
  undo_all(disk, node, log->bytes, log->length);
  bool is_cut = false;
  for (size_t place = 0; place < log->length;) {
    struct change *change = (struct change *)(log->bytes + place);
    place += length_of(change);
    if (change->is_truncation) {
      if (next_random(seed) & 1) set_size(disk, node, (size_t)change->offset);
      continue;
    }
    size_t count = reach(change, seed);
    if (change->is_appended) {
      if (is_cut) continue;
      is_cut = count < change->new_count;
    }
    put(disk, node, bytes_of(change), count, (size_t)change->offset);
  }
  node_make_safe(node);
}

// MARK: Files

static int write_at(struct memory_file *file, const void *bytes, size_t count, size_t offset, bool is_appended) {
  struct memory_disk *disk = file->disk;
  struct node *node = file->node;
  if (!disk_is_mounted(file)) return EIO;
  int result = disk_fate(disk, MEMORY_DISK_WRITE);
  size_t size = node->content->size;
  if (!result && disk->limit >= 0 && offset + count > size &&
      disk->size + (int64_t)(offset + count - size) > disk->limit) {
    return ENOSPC;
  }
  // A write at which the power goes may still come to something.
  if (result && !disk->is_dark) return result;
  note(node, (struct change){.offset = (int64_t)offset, .old_size = size, .new_count = count,
                             .is_appended = is_appended}, bytes);
  put(disk, node, bytes, count, offset);
  return result;
}

int memory_file_write(struct memory_file *file, const void *bytes, size_t count, int64_t offset) {
  return write_at(file, bytes, count, (size_t)offset, false);
}

int memory_file_append(struct memory_file *file, const void *bytes, size_t count) {
  return write_at(file, bytes, count, file->node->content->size, true);
}

int memory_file_resize(struct memory_file *file, int64_t size) {
  struct memory_disk *disk = file->disk;
  if (!disk_is_mounted(file)) return EIO;
  int result = disk_fate(disk, MEMORY_DISK_WRITE);
  if (result) return result;
  size_t old = file->node->content->size;
  if ((size_t)size > old && disk->limit >= 0 && disk->size + size - (int64_t)old > disk->limit) return ENOSPC;
  note(file->node, (struct change){.offset = size, .old_size = old, .is_truncation = true}, NULL);
  set_size(disk, file->node, (size_t)size);
  return 0;
}

int memory_file_sync(struct memory_file *file) {
  if (!disk_is_mounted(file)) return EIO;
  int result = disk_fate(file->disk, MEMORY_DISK_SYNC);
  if (!result) node_make_safe(file->node);
  return result;
}

int memory_file_size(struct memory_file *file, int64_t *size) {
  if (!disk_is_mounted(file)) return EIO;
  *size = (int64_t)file->node->content->size;
  return 0;
}

int memory_file_read(struct memory_file *file, void *bytes, size_t count, int64_t offset, size_t *read) {
  if (!disk_is_mounted(file)) return EIO;
  const struct content *content = file->node->content;
  size_t start = (size_t)offset < content->size ? (size_t)offset : content->size;
  *read = count < content->size - start ? count : content->size - start;
  content_read(content, bytes, *read, start);
  return 0;
}

// Writes the content to a file of the system.
static bool is_mirrored(const struct content *content, int descriptor) {
  unsigned char bytes[CONTENT_PAGE_SIZE];
  for (size_t offset = 0; offset < content->size; offset += sizeof bytes) {
    size_t left = content->size - offset, count = left < sizeof bytes ? left : sizeof bytes;
    content_read(content, bytes, count, offset);
    if (pwrite(descriptor, bytes, count, (off_t)offset) != (ssize_t)count) return false;
  }
  return true;
}

int memory_file_descriptor(struct memory_file *file) {
  struct node *node = file->node;
  if (file->descriptor >= 0 || !disk_is_mounted(file)) return file->descriptor;
  if (node->descriptor < 0) {
    node->descriptor = memfd_create("memory", MFD_CLOEXEC);
    if (node->descriptor < 0) return -1;
    if (!is_mirrored(node->content, node->descriptor)) node_stop_reading(node);
  }
  file->descriptor = dup(node->descriptor);
  if (file->descriptor >= 0) node->descriptor_users++;
  return file->descriptor;
}

// SPDX-License-Identifier: Apache-2.0

#include "disk.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

// From so many changes on, the oldest are safe: a disk writes by itself before long.
#define CHANGE_LIMIT 1024

static void *required(void *memory) {
  if (!memory) abort();
  return memory;
}

// MARK: Names

static uint64_t hash_of(const char *text, size_t length) {
  uint64_t hash = 0xCBF29CE484222325;
  for (size_t place = 0; place < length; place++) hash = (hash ^ (unsigned char)text[place]) * 0x100000001B3;
  return hash;
}

static struct name *name_make(const char *text) {
  size_t length = strlen(text);
  struct name *name = required(malloc(sizeof *name + length + 1));
  const char *slash = strrchr(text, '/');
  *name = (struct name){.references = 0,
                        .hash = hash_of(text, length),
                        .folder_length = slash ? (size_t)(slash - text) : 0,
                        .length = length};
  memcpy(name->text, text, length + 1);
  return name;
}

static void name_release(struct name *name) {
  if (name && --name->references <= 0) free(name);
}

static struct entry hold(struct entry entry) {
  if (entry.name) entry.name->references++;
  if (entry.node) entry.node->references++;
  return entry;
}

static void let_go(struct memory_disk *disk, struct entry entry) {
  node_release(disk, entry.node);
  name_release(entry.name);
}

static bool is_same(const struct name *name, const struct name *other) {
  return name == other || (name->hash == other->hash && name->length == other->length &&
                           memcmp(name->text, other->text, name->length) == 0);
}

bool entry_is_in(const struct name *name, const char *folder, size_t length) {
  return name->folder_length == length && memcmp(name->text, folder, length) == 0;
}

// MARK: Table

// The place of a name, or the free place where it belongs.
static size_t place_of(const struct memory_disk *disk, const char *text, size_t length, uint64_t hash) {
  size_t place = hash & (disk->entry_capacity - 1);
  while (disk->entries[place].name) {
    const struct name *name = disk->entries[place].name;
    if (name->hash == hash && name->length == length && memcmp(name->text, text, length) == 0) break;
    place = (place + 1) & (disk->entry_capacity - 1);
  }
  return place;
}

struct node *entry_find(const struct memory_disk *disk, const char *text) {
  if (disk->entry_count == 0) return NULL;
  size_t length = strlen(text);
  return disk->entries[place_of(disk, text, length, hash_of(text, length))].node;
}

static void grow(struct memory_disk *disk) {
  struct entry *old = disk->entries;
  size_t old_capacity = disk->entry_capacity;
  disk->entry_capacity = old_capacity ? old_capacity * 2 : 64;
  disk->entries = required(calloc(disk->entry_capacity, sizeof *disk->entries));
  for (size_t place = 0; place < old_capacity; place++) {
    struct name *name = old[place].name;
    if (name) disk->entries[place_of(disk, name->text, name->length, name->hash)] = old[place];
  }
  free(old);
}

// Takes an entry out, and moves up those behind it that would not be found any more.
static void take_out(struct memory_disk *disk, size_t place) {
  size_t mask = disk->entry_capacity - 1;
  let_go(disk, disk->entries[place]);
  disk->entry_count--;
  size_t free_place = place;
  for (size_t next = (place + 1) & mask; disk->entries[next].name; next = (next + 1) & mask) {
    size_t home = disk->entries[next].name->hash & mask;
    if (((next - home) & mask) < ((next - free_place) & mask)) continue;
    disk->entries[free_place] = disk->entries[next];
    free_place = next;
  }
  disk->entries[free_place] = (struct entry){0};
}

// Lets a name stand for a file or folder, or for nothing.
static void set(struct memory_disk *disk, struct entry entry) {
  if ((disk->entry_count + 1) * 2 > disk->entry_capacity) grow(disk);
  size_t place = place_of(disk, entry.name->text, entry.name->length, entry.name->hash);
  struct entry old = disk->entries[place];
  if (!entry.node) {
    if (old.name) take_out(disk, place);
    return;
  }
  disk->entries[place] = hold(entry);
  if (old.name) {
    let_go(disk, old);
  } else {
    disk->entry_count++;
  }
}

// MARK: Changes

static void forget(struct memory_disk *disk, size_t number) {
  struct entry_change change = disk->changes[number];
  disk->change_count--;
  memmove(disk->changes + number, disk->changes + number + 1,
          (disk->change_count - number) * sizeof *disk->changes);
  for (int place = 0; place < change.count; place++) {
    let_go(disk, change.old[place]);
    let_go(disk, change.new[place]);
  }
}

// Changes one or two entries at once.
int entry_change(struct memory_disk *disk, const char *texts[], struct node *nodes[], int count) {
  int result = disk_fate(disk, MEMORY_DISK_WRITE);
  if (result && !disk->is_dark) return result;
  struct entry_change change = {.count = count};
  for (int place = 0; place < count; place++) {
    struct name *name = name_make(texts[place]);
    change.old[place] = hold((struct entry){name, entry_find(disk, texts[place])});
    change.new[place] = hold((struct entry){name, nodes[place]});
  }
  for (int place = 0; place < count; place++) set(disk, change.new[place]);
  if (disk->change_count == CHANGE_LIMIT) forget(disk, 0);
  if (disk->change_count == disk->change_capacity) {
    disk->change_capacity = disk->change_capacity ? disk->change_capacity * 2 : 16;
    disk->changes = required(realloc(disk->changes, disk->change_capacity * sizeof *disk->changes));
  }
  disk->changes[disk->change_count++] = change;
  return result;
}

static bool concerns(const struct entry_change *change, const char *folder, size_t length) {
  for (int place = 0; place < change->count; place++) {
    if (entry_is_in(change->new[place].name, folder, length)) return true;
  }
  return false;
}

static bool share_name(const struct entry_change *change, const struct entry_change *other) {
  for (int place = 0; place < change->count; place++) {
    for (int there = 0; there < other->count; there++) {
      if (is_same(change->new[place].name, other->new[there].name)) return true;
    }
  }
  return false;
}

// Makes the changes of a folder safe, with the earlier ones that they build upon; of all folders where it is null.
void entries_make_safe(struct memory_disk *disk, const char *folder) {
  size_t length = folder ? strlen(folder) : 0;
  bool is_safe[CHANGE_LIMIT] = {0};
  for (size_t number = disk->change_count; number-- > 0;) {
    struct entry_change *change = &disk->changes[number];
    is_safe[number] = is_safe[number] || !folder || concerns(change, folder, length);
    if (!is_safe[number]) continue;
    for (size_t earlier = 0; earlier < number; earlier++) {
      if (share_name(change, &disk->changes[earlier])) is_safe[earlier] = true;
    }
  }
  for (size_t number = disk->change_count; number-- > 0;) {
    if (is_safe[number]) forget(disk, number);
  }
}

void entries_crash(struct memory_disk *disk, uint64_t *seed) {
  for (size_t number = disk->change_count; number-- > 0;) {
    struct entry_change *change = &disk->changes[number];
    for (int place = change->count; place-- > 0;) set(disk, change->old[place]);
  }
  for (size_t number = 0; number < disk->change_count; number++) {
    struct entry_change *change = &disk->changes[number];
    if (!(next_random(seed) & 1)) continue;
    for (int place = 0; place < change->count; place++) set(disk, change->new[place]);
  }
  while (disk->change_count > 0) forget(disk, disk->change_count - 1);
}

// MARK: Whole disks

void entries_clone(struct memory_disk *disk, const struct memory_disk *from) {
  disk->entry_capacity = from->entry_capacity;
  disk->entry_count = from->entry_count;
  if (!from->entry_capacity) return;
  disk->entries = required(calloc(disk->entry_capacity, sizeof *disk->entries));
  for (size_t place = 0; place < from->entry_capacity; place++) {
    struct entry entry = from->entries[place];
    if (entry.name) disk->entries[place] = hold((struct entry){entry.name, node_clone(disk, entry.node)});
  }
}

void entries_free(struct memory_disk *disk) {
  while (disk->change_count > 0) forget(disk, disk->change_count - 1);
  free(disk->changes);
  for (size_t place = 0; place < disk->entry_capacity; place++) let_go(disk, disk->entries[place]);
  free(disk->entries);
  disk->entries = NULL;
  disk->entry_capacity = disk->entry_count = 0;
}

// SPDX-License-Identifier: Apache-2.0

#ifndef CMEMORYVFS_DISK_H
#define CMEMORYVFS_DISK_H

#include "CMemoryVFS.h"
#include "content.h"

#include <stdbool.h>

// A change of a file that is not safe, with what it takes to undo it. The new and the old bytes follow.
struct change {
  int64_t offset;
  size_t old_size;
  size_t new_count;
  size_t old_count;
  bool is_truncation;
  bool is_appended;
};

// The changes of a file that are not safe, one behind the other.
struct change_log {
  unsigned char *bytes;
  size_t length;
  size_t capacity;
};

#define SHM_LOCK_COUNT 8

// The shared memory of a database. It lives as long as a connection of before a crash may look at it.
struct shared_memory {
  long references;
  int region_count;
  void **regions;
  int shared[SHM_LOCK_COUNT];
  bool exclusive[SHM_LOCK_COUNT];
};

struct node {
  long references;
  struct content *content;
  struct change_log unsynced;
  struct node *next, *previous;
  struct node *twin;
  // SQLite's locks.
  int shared_count;
  struct memory_file *reserved, *pending;
  // A file of the system with the same content, while somebody reads by a descriptor; -1 where nobody does.
  int descriptor;
  int descriptor_users;
  struct shared_memory *memory;
};

// A path within a disk.
struct name {
  long references;
  uint64_t hash;
  size_t folder_length;
  size_t length;
  char text[];
};

struct entry {
  struct name *name;
  struct node *node;
};

// A change of one or two entries that is not safe.
struct entry_change {
  struct entry old[2], new[2];
  int count;
};

struct memory_disk {
  long references;
  long mount;
  struct memory_disk *next;
  struct node *nodes;
  int64_t size, limit;
  // The entries, by hash; a place without a name is free. Never more than half are in use.
  struct entry *entries;
  size_t entry_count, entry_capacity;
  struct entry_change *changes;
  size_t change_count, change_capacity;
  bool is_dark;
  long counts[3];
  long failing;
  enum memory_disk_operation failing_kind;
  enum memory_disk_fault fault;
  void (*power_went)(void *context);
  void *power_context;
};

struct memory_file {
  struct memory_disk *disk;
  long mount;
  struct node *node;
  int lock;
  int descriptor;
};

// What stands for a folder, which has no state.
extern struct node memory_folder;

// disk.c
struct memory_disk *disk_of(const char *path, const char **rest);
int disk_fate(struct memory_disk *disk, enum memory_disk_operation kind);
bool disk_is_mounted(const struct memory_file *file);
void disk_release(struct memory_disk *disk);

// node.c
struct node *node_make(struct memory_disk *disk);
struct node *node_clone(struct memory_disk *disk, struct node *node);
void node_release(struct memory_disk *disk, struct node *node);
void node_make_safe(struct node *node);
// Forgets the locks and descriptors of whoever used a file in an earlier mount.
void node_unlock(struct node *node);
void node_stop_reading(struct node *node);
void node_crash(struct memory_disk *disk, struct node *node, uint64_t *seed);

// entries.c
struct node *entry_find(const struct memory_disk *disk, const char *text);
int entry_change(struct memory_disk *disk, const char *texts[], struct node *nodes[], int count);
void entries_clone(struct memory_disk *disk, const struct memory_disk *from);
void entries_crash(struct memory_disk *disk, uint64_t *seed);
void entries_make_safe(struct memory_disk *disk, const char *folder);
void entries_free(struct memory_disk *disk);
bool entry_is_in(const struct name *name, const char *folder, size_t length);

// random.c
uint64_t next_random(uint64_t *state);

#endif

// SPDX-License-Identifier: Apache-2.0

#include "disk.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

struct node memory_folder = {.references = 1, .descriptor = -1};

// The disks that are mounted.
static pthread_mutex_t mounted_lock = PTHREAD_MUTEX_INITIALIZER;
static struct memory_disk *mounted;
static long mount_count;

// SplitMix64.
uint64_t next_random(uint64_t *state) {
  uint64_t word = *state += 0x9E3779B97F4A7C15;
  word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9;
  word = (word ^ word >> 27) * 0x94D049BB133111EB;
  return word ^ word >> 31;
}

struct memory_disk *memory_disk_make(void) {
  struct memory_disk *disk = calloc(1, sizeof *disk);
  if (!disk) return NULL;
  disk->references = 1;
  disk->limit = -1;
  disk->failing = -1;
  return disk;
}

struct memory_disk *memory_disk_clone(const struct memory_disk *from) {
  struct memory_disk *disk = memory_disk_make();
  if (!disk) return NULL;
  disk->limit = from->limit;
  for (struct node *node = from->nodes; node; node = node->next) node->twin = NULL;
  entries_clone(disk, from);
  return disk;
}

static void unmount(struct memory_disk *disk) {
  pthread_mutex_lock(&mounted_lock);
  struct memory_disk **place = &mounted;
  while (*place && *place != disk) place = &(*place)->next;
  if (*place) *place = disk->next;
  disk->mount = 0;
  pthread_mutex_unlock(&mounted_lock);
}

void disk_release(struct memory_disk *disk) {
  if (--disk->references > 0) return;
  entries_free(disk);
  while (disk->nodes) {
    disk->nodes->references = 1;
    node_release(disk, disk->nodes);
  }
  free(disk);
}

void memory_disk_free(struct memory_disk *disk) {
  unmount(disk);
  disk->power_went = NULL;
  disk_release(disk);
}

long memory_disk_mount(struct memory_disk *disk) {
  unmount(disk);
  for (struct node *node = disk->nodes; node; node = node->next) node_unlock(node);
  pthread_mutex_lock(&mounted_lock);
  disk->mount = ++mount_count;
  disk->next = mounted;
  mounted = disk;
  pthread_mutex_unlock(&mounted_lock);
  return disk->mount;
}

// The disk of a path whose mount is not over; null where it is.
struct memory_disk *disk_of(const char *path, const char **rest) {
  char *end;
  long mount = path[0] == '/' ? strtol(path + 1, &end, 10) : 0;
  if (mount <= 0) return NULL;
  *rest = end;
  pthread_mutex_lock(&mounted_lock);
  struct memory_disk *disk = mounted;
  while (disk && disk->mount != mount) disk = disk->next;
  pthread_mutex_unlock(&mounted_lock);
  return disk;
}

bool disk_is_mounted(const struct memory_file *file) {
  return file->mount == file->disk->mount && !file->disk->is_dark;
}

void memory_disk_crash(struct memory_disk *disk, uint64_t seed) {
  unmount(disk);
  for (struct node *node = disk->nodes; node; node = node->next) node_crash(disk, node, &seed);
  entries_crash(disk, &seed);
  disk->is_dark = false;
  disk->failing = -1;
}

// MARK: Faults

// What becomes of an operation: 0, or EIO.
int disk_fate(struct memory_disk *disk, enum memory_disk_operation kind) {
  if (disk->is_dark) return EIO;
  disk->counts[kind]++;
  disk->counts[MEMORY_DISK_ANY]++;
  if (disk->failing < 0 || (disk->failing_kind != kind && disk->failing_kind != MEMORY_DISK_ANY)) return 0;
  if (disk->failing-- > 0) return 0;
  if (disk->fault == MEMORY_DISK_POWER_CUT) {
    disk->is_dark = true;
    if (disk->power_went) disk->power_went(disk->power_context);
  }
  return EIO;
}

void memory_disk_fail(struct memory_disk *disk, enum memory_disk_operation kind, enum memory_disk_fault fault,
                      long after) {
  disk->failing_kind = kind;
  disk->fault = fault;
  disk->failing = after;
}

void memory_disk_heal(struct memory_disk *disk) { disk->failing = -1; }

void memory_disk_watch(struct memory_disk *disk, void (*power_went)(void *context), void *context) {
  disk->power_went = power_went;
  disk->power_context = context;
}

int memory_disk_is_dark(const struct memory_disk *disk) { return disk->is_dark; }

long memory_disk_count(const struct memory_disk *disk, enum memory_disk_operation kind) { return disk->counts[kind]; }

void memory_disk_limit(struct memory_disk *disk, int64_t byte_count) { disk->limit = byte_count; }

int64_t memory_disk_size(const struct memory_disk *disk) { return disk->size; }

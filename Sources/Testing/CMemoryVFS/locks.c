// SPDX-License-Identifier: Apache-2.0

#include "vfs.h"

#include <stdlib.h>

// MARK: Locks

int file_unlock(sqlite3_file *sqlite, int level) {
  struct memory_file *file = own(sqlite)->file;
  struct node *node = file->node;
  if (disk_is_mounted(file)) {
    if (node->reserved == file) node->reserved = NULL;
    if (node->pending == file) node->pending = NULL;
    if (level == SQLITE_LOCK_NONE && file->lock > SQLITE_LOCK_NONE) node->shared_count--;
  }
  if (level < file->lock) file->lock = level;
  return SQLITE_OK;
}

int file_lock(sqlite3_file *sqlite, int level) {
  struct memory_file *file = own(sqlite)->file;
  struct node *node = file->node;
  if (!disk_is_mounted(file)) return SQLITE_IOERR_LOCK;
  if (file->lock >= level) return SQLITE_OK;
  bool is_pending = node->pending && node->pending != file;
  bool is_reserved = node->reserved && node->reserved != file;
  if (is_pending || (level > SQLITE_LOCK_SHARED && is_reserved)) return SQLITE_BUSY;
  if (file->lock == SQLITE_LOCK_NONE) {
    node->shared_count++;
    file->lock = SQLITE_LOCK_SHARED;
  }
  if (level >= SQLITE_LOCK_RESERVED) node->reserved = file;
  if (level >= SQLITE_LOCK_PENDING) node->pending = file;
  if (level == SQLITE_LOCK_EXCLUSIVE && node->shared_count > 1) {
    file->lock = SQLITE_LOCK_PENDING;
    return SQLITE_BUSY;
  }
  file->lock = level;
  return SQLITE_OK;
}

int file_check_reserved_lock(sqlite3_file *sqlite, int *result) {
  *result = own(sqlite)->file->node->reserved != NULL;
  return SQLITE_OK;
}

// MARK: Shared memory

int file_shm_map(sqlite3_file *sqlite, int region, int size, int extends, void volatile **address) {
  struct vfs_file *own_file = own(sqlite);
  struct node *node = own_file->file->node;
  *address = NULL;
  if (!disk_is_mounted(own_file->file)) return SQLITE_IOERR_SHMMAP;
  if (!own_file->memory) {
    if (!node->memory) node->memory = calloc(1, sizeof *node->memory);
    if (!node->memory) return SQLITE_NOMEM;
    own_file->memory = node->memory;
    own_file->memory->references++;
  }
  struct shared_memory *memory = own_file->memory;
  if (region >= memory->region_count && !extends) return SQLITE_OK;
  if (region >= memory->region_count) {
    void **regions = realloc(memory->regions, (size_t)(region + 1) * sizeof *regions);
    if (!regions) return SQLITE_NOMEM;
    memory->regions = regions;
    while (memory->region_count <= region) {
      void *bytes = calloc(1, (size_t)size);
      if (!bytes) return SQLITE_NOMEM;
      memory->regions[memory->region_count++] = bytes;
    }
  }
  *address = memory->regions[region];
  return SQLITE_OK;
}

static void shm_unlock(struct vfs_file *file, unsigned mask) {
  for (int lock = 0; lock < SHM_LOCK_COUNT; lock++) {
    unsigned bit = mask & 1u << lock;
    if (file->exclusive_mask & bit) file->memory->exclusive[lock] = false;
    if (file->shared_mask & bit) file->memory->shared[lock]--;
  }
  file->exclusive_mask &= ~mask;
  file->shared_mask &= ~mask;
}

static bool shm_is_taken(const struct vfs_file *file, int lock, bool exclusively) {
  const struct shared_memory *memory = file->memory;
  if (memory->exclusive[lock] && !(file->exclusive_mask & 1u << lock)) return true;
  return exclusively && memory->shared[lock] > (file->shared_mask & 1u << lock ? 1 : 0);
}

int file_shm_lock(sqlite3_file *sqlite, int offset, int count, int flags) {
  struct vfs_file *file = own(sqlite);
  if (!file->memory) return SQLITE_IOERR_SHMLOCK;
  unsigned mask = ((1u << count) - 1) << offset;
  if (flags & SQLITE_SHM_UNLOCK) {
    shm_unlock(file, mask);
    return SQLITE_OK;
  }
  if (!disk_is_mounted(file->file)) return SQLITE_IOERR_SHMLOCK;
  bool exclusively = flags & SQLITE_SHM_EXCLUSIVE;
  for (int lock = offset; lock < offset + count; lock++) {
    if (shm_is_taken(file, lock, exclusively)) return SQLITE_BUSY;
  }
  for (int lock = offset; lock < offset + count; lock++) {
    if (exclusively) file->memory->exclusive[lock] = true;
    else if (!(file->shared_mask & 1u << lock)) file->memory->shared[lock]++;
  }
  if (exclusively) file->exclusive_mask |= mask;
  else file->shared_mask |= mask;
  return SQLITE_OK;
}

void file_shm_barrier(sqlite3_file *sqlite) { (void)sqlite; }

int file_shm_unmap(sqlite3_file *sqlite, int removes) {
  struct vfs_file *file = own(sqlite);
  struct shared_memory *memory = file->memory;
  (void)removes;
  if (!memory) return SQLITE_OK;
  shm_unlock(file, ~0u);
  file->memory = NULL;
  if (--memory->references > 0) return SQLITE_OK;
  if (file->file->node->memory == memory) file->file->node->memory = NULL;
  for (int region = 0; region < memory->region_count; region++) free(memory->regions[region]);
  free(memory->regions);
  free(memory);
  return SQLITE_OK;
}

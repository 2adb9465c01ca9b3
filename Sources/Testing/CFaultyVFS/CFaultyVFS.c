// SPDX-License-Identifier: Apache-2.0

#include "CFaultyVFS.h"

#include <sqlite3.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct operation {
  atomic_long count;
  // Fails from this count on; negative where it does not.
  atomic_long failing;
  atomic_int result;
};

struct faulty_vfs {
  sqlite3_vfs base;
  sqlite3_vfs *real;
  struct operation operations[2];
  atomic_bool skips_syncs;
};

struct faulty_file {
  sqlite3_file base;
  struct faulty_vfs *layer;
  // The real file follows in the same allocation.
};

static sqlite3_file *real_file(sqlite3_file *file) {
  return (sqlite3_file *)((struct faulty_file *)file + 1);
}

static int fate(sqlite3_file *file, enum faulty_vfs_operation kind) {
  struct operation *operation = &((struct faulty_file *)file)->layer->operations[kind];
  long count = atomic_fetch_add(&operation->count, 1);
  long failing = atomic_load(&operation->failing);
  return failing >= 0 && count >= failing ? atomic_load(&operation->result) : SQLITE_OK;
}

static int file_close(sqlite3_file *file) { return real_file(file)->pMethods->xClose(real_file(file)); }

static int file_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  return real_file(file)->pMethods->xRead(real_file(file), bytes, count, offset);
}

static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  int result = fate(file, FAULTY_VFS_WRITE);
  return result ? result : real_file(file)->pMethods->xWrite(real_file(file), bytes, count, offset);
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
  return real_file(file)->pMethods->xTruncate(real_file(file), size);
}

static int file_sync(sqlite3_file *file, int flags) {
  int result = fate(file, FAULTY_VFS_SYNC);
  if (!result && atomic_load(&((struct faulty_file *)file)->layer->skips_syncs)) return SQLITE_OK;
  return result ? result : real_file(file)->pMethods->xSync(real_file(file), flags);
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
  return real_file(file)->pMethods->xFileSize(real_file(file), size);
}

static int file_lock(sqlite3_file *file, int level) {
  return real_file(file)->pMethods->xLock(real_file(file), level);
}

static int file_unlock(sqlite3_file *file, int level) {
  return real_file(file)->pMethods->xUnlock(real_file(file), level);
}

static int file_check_reserved_lock(sqlite3_file *file, int *result) {
  return real_file(file)->pMethods->xCheckReservedLock(real_file(file), result);
}

static int file_control(sqlite3_file *file, int operation, void *argument) {
  return real_file(file)->pMethods->xFileControl(real_file(file), operation, argument);
}

static int file_sector_size(sqlite3_file *file) {
  return real_file(file)->pMethods->xSectorSize(real_file(file));
}

static int file_characteristics(sqlite3_file *file) {
  return real_file(file)->pMethods->xDeviceCharacteristics(real_file(file));
}

static int file_shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **address) {
  return real_file(file)->pMethods->xShmMap(real_file(file), page, size, extend, address);
}

static int file_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
  return real_file(file)->pMethods->xShmLock(real_file(file), offset, count, flags);
}

static void file_shm_barrier(sqlite3_file *file) { real_file(file)->pMethods->xShmBarrier(real_file(file)); }

static int file_shm_unmap(sqlite3_file *file, int delete_it) {
  return real_file(file)->pMethods->xShmUnmap(real_file(file), delete_it);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_check_reserved_lock,
    .xFileControl = file_control,
    .xSectorSize = file_sector_size,
    .xDeviceCharacteristics = file_characteristics,
    .xShmMap = file_shm_map,
    .xShmLock = file_shm_lock,
    .xShmBarrier = file_shm_barrier,
    .xShmUnmap = file_shm_unmap,
};

static int vfs_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out_flags) {
  struct faulty_vfs *layer = (struct faulty_vfs *)vfs;
  struct faulty_file *faulty = (struct faulty_file *)file;
  faulty->base.pMethods = NULL;
  faulty->layer = layer;
  int result = layer->real->xOpen(layer->real, name, real_file(file), flags, out_flags);
  if (real_file(file)->pMethods) faulty->base.pMethods = &methods;
  return result;
}

// The real layer's other functions are copied; they look at nothing of the layer that they are given but what is copied
// with them.
struct faulty_vfs *faulty_vfs_register(const char *name) {
  struct faulty_vfs *layer = calloc(1, sizeof *layer);
  if (!layer) return NULL;
  layer->real = sqlite3_vfs_find(NULL);
  layer->base = *layer->real;
  layer->base.pNext = NULL;
  layer->base.zName = name;
  layer->base.szOsFile = (int)sizeof(struct faulty_file) + layer->real->szOsFile;
  layer->base.xOpen = vfs_open;
  faulty_vfs_heal(layer);
  if (sqlite3_vfs_register(&layer->base, 0) == SQLITE_OK) return layer;
  free(layer);
  return NULL;
}

void faulty_vfs_fail(struct faulty_vfs *layer, enum faulty_vfs_operation kind, int result, long after) {
  struct operation *operation = &layer->operations[kind];
  atomic_store(&operation->result, result);
  atomic_store(&operation->failing, atomic_load(&operation->count) + after);
}

void faulty_vfs_heal(struct faulty_vfs *layer) {
  for (int kind = 0; kind < 2; kind++) atomic_store(&layer->operations[kind].failing, -1);
}

void faulty_vfs_skip_syncs(struct faulty_vfs *layer, int skips) { atomic_store(&layer->skips_syncs, skips != 0); }

void faulty_vfs_free(struct faulty_vfs *layer) {
  sqlite3_vfs_unregister(&layer->base);
  free(layer);
}

long faulty_vfs_count(struct faulty_vfs *layer, enum faulty_vfs_operation kind) {
  return atomic_load(&layer->operations[kind].count);
}

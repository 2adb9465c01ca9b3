// SPDX-License-Identifier: Apache-2.0

#include "vfs.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int code(int number, int otherwise) {
  if (number == 0) return SQLITE_OK;
  return number == ENOSPC ? SQLITE_FULL : otherwise;
}

// MARK: Content

static int file_close(sqlite3_file *sqlite) {
  file_shm_unmap(sqlite, 0);
  file_unlock(sqlite, SQLITE_LOCK_NONE);
  memory_file_close(own(sqlite)->file);
  free(own(sqlite)->new_in);
  return SQLITE_OK;
}

static int file_read(sqlite3_file *sqlite, void *bytes, int count, sqlite3_int64 offset) {
  size_t read = 0;
  if (memory_file_read(own(sqlite)->file, bytes, (size_t)count, offset, &read)) return SQLITE_IOERR_READ;
  if (read == (size_t)count) return SQLITE_OK;
  memset((char *)bytes + read, 0, (size_t)count - read);
  return SQLITE_IOERR_SHORT_READ;
}

static int file_write(sqlite3_file *sqlite, const void *bytes, int count, sqlite3_int64 offset) {
  return code(memory_file_write(own(sqlite)->file, bytes, (size_t)count, offset), SQLITE_IOERR_WRITE);
}

static int file_truncate(sqlite3_file *sqlite, sqlite3_int64 size) {
  return code(memory_file_resize(own(sqlite)->file, size), SQLITE_IOERR_TRUNCATE);
}

static int file_sync(sqlite3_file *sqlite, int flags) {
  struct vfs_file *file = own(sqlite);
  (void)flags;
  int result = memory_file_sync(file->file);
  if (!result && file->new_in) {
    result = memory_path_sync_folder(file->new_in);
    free(file->new_in);
    file->new_in = NULL;
  }
  return code(result, SQLITE_IOERR_FSYNC);
}

static int file_size(sqlite3_file *sqlite, sqlite3_int64 *size) {
  int64_t found = 0;
  int result = memory_file_size(own(sqlite)->file, &found);
  *size = found;
  return code(result, SQLITE_IOERR_FSTAT);
}

static int file_control(sqlite3_file *sqlite, int operation, void *argument) {
  (void)sqlite, (void)operation, (void)argument;
  return SQLITE_NOTFOUND;
}

static int file_sector_size(sqlite3_file *sqlite) {
  (void)sqlite;
  return 4096;
}

static int file_characteristics(sqlite3_file *sqlite) {
  (void)sqlite;
  return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
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

// MARK: The layer

static char *folder_of(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? strndup(path, (size_t)(slash - path)) : NULL;
}

static int vfs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *sqlite, int flags, int *out_flags) {
  struct vfs_file *file = own(sqlite);
  (void)vfs;
  *file = (struct vfs_file){0};
  if (!path) return SQLITE_CANTOPEN;
  enum memory_file_opening opening = flags & SQLITE_OPEN_CREATE ? MEMORY_FILE_ANY : MEMORY_FILE_EXISTING;
  if (flags & SQLITE_OPEN_EXCLUSIVE) opening = MEMORY_FILE_NEW;
  int result = memory_file_open(path, opening, &file->file);
  if (result) return result == EIO ? SQLITE_IOERR : SQLITE_CANTOPEN;
  // As the layer of Unix does: the name of a journal is as good as the journal, and whoever may have made it waits for the
  // name. Another connection may have, which never writes.
  int journals = SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL;
  if (flags & SQLITE_OPEN_CREATE && flags & journals) file->new_in = folder_of(path);
  if (out_flags) *out_flags = flags;
  file->base.pMethods = &methods;
  return SQLITE_OK;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int sync_folder) {
  (void)vfs;
  int result = memory_path_remove(path);
  if (result == ENOENT) return SQLITE_IOERR_DELETE_NOENT;
  char *folder = !result && sync_folder ? folder_of(path) : NULL;
  if (folder) result = memory_path_sync_folder(folder);
  free(folder);
  return code(result, SQLITE_IOERR_DELETE);
}

static int vfs_access(sqlite3_vfs *vfs, const char *path, int flags, int *result) {
  (void)vfs;
  int64_t size = 0;
  int number = memory_path_size(path, &size);
  // An empty file is none to begin with, as for the layer of Unix.
  *result = number == 0 && (flags != SQLITE_ACCESS_EXISTS || size > 0);
  return number == EIO ? SQLITE_IOERR_ACCESS : SQLITE_OK;
}

static int vfs_full_path(sqlite3_vfs *vfs, const char *path, int size, char *full) {
  (void)vfs;
  if (strlen(path) >= (size_t)size) return SQLITE_CANTOPEN;
  strcpy(full, path);
  return SQLITE_OK;
}

// What SQLite asks of the system beside files: numbers and the time, which come from the simulation.
static pthread_mutex_t surroundings_lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t random_state;
static int64_t now_milliseconds = 1767225600000;

void memory_vfs_seed(uint64_t seed) {
  pthread_mutex_lock(&surroundings_lock);
  random_state = seed;
  pthread_mutex_unlock(&surroundings_lock);
  // SQLite draws its own numbers from the first ones that it was given.
  sqlite3_randomness(0, NULL);
}

void memory_vfs_set_time(int64_t milliseconds) {
  pthread_mutex_lock(&surroundings_lock);
  now_milliseconds = milliseconds;
  pthread_mutex_unlock(&surroundings_lock);
}

static int vfs_randomness(sqlite3_vfs *vfs, int count, char *bytes) {
  (void)vfs;
  pthread_mutex_lock(&surroundings_lock);
  for (int place = 0; place < count; place++) bytes[place] = (char)next_random(&random_state);
  pthread_mutex_unlock(&surroundings_lock);
  return count;
}

static int vfs_sleep(sqlite3_vfs *vfs, int microseconds) {
  (void)vfs;
  return microseconds;
}

static int vfs_time_int64(sqlite3_vfs *vfs, sqlite3_int64 *time) {
  (void)vfs;
  pthread_mutex_lock(&surroundings_lock);
  // Milliseconds since noon of the first Julian day.
  *time = now_milliseconds + 210866760000000;
  pthread_mutex_unlock(&surroundings_lock);
  return SQLITE_OK;
}

static int vfs_time(sqlite3_vfs *vfs, double *time) {
  sqlite3_int64 milliseconds;
  vfs_time_int64(vfs, &milliseconds);
  *time = (double)milliseconds / 86400000.0;
  return SQLITE_OK;
}

static int vfs_last_error(sqlite3_vfs *vfs, int size, char *text) {
  (void)vfs, (void)size, (void)text;
  return 0;
}

static sqlite3_vfs layer = {
    .iVersion = 2,
    .szOsFile = sizeof(struct vfs_file),
    .mxPathname = 1024,
    .zName = "memory",
    .xOpen = vfs_open,
    .xDelete = vfs_delete,
    .xAccess = vfs_access,
    .xFullPathname = vfs_full_path,
    .xRandomness = vfs_randomness,
    .xSleep = vfs_sleep,
    .xCurrentTime = vfs_time,
    .xGetLastError = vfs_last_error,
    .xCurrentTimeInt64 = vfs_time_int64,
};

int memory_vfs_register(int is_default) {
  // Who wants this to be the only layer has one thread: locks are for others. Refused once SQLite is in use.
  if (is_default) {
    sqlite3_config(SQLITE_CONFIG_SINGLETHREAD);
    memory_take_over();
  }
  return sqlite3_vfs_register(&layer, is_default);
}

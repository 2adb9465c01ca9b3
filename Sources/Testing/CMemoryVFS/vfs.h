// SPDX-License-Identifier: Apache-2.0

#ifndef CMEMORYVFS_VFS_H
#define CMEMORYVFS_VFS_H

#include "disk.h"

#include <sqlite3.h>

// A file as SQLite has it open.
struct vfs_file {
  sqlite3_file base;
  struct memory_file *file;
  struct shared_memory *memory;
  unsigned shared_mask, exclusive_mask;
  // The folder whose entry of this file has to be made safe with it; null where it is.
  char *new_in;
};

static inline struct vfs_file *own(sqlite3_file *file) { return (struct vfs_file *)file; }

// locks.c
int file_lock(sqlite3_file *sqlite, int level);
int file_unlock(sqlite3_file *sqlite, int level);
int file_check_reserved_lock(sqlite3_file *sqlite, int *result);
int file_shm_map(sqlite3_file *sqlite, int region, int size, int extends, void volatile **address);
int file_shm_lock(sqlite3_file *sqlite, int offset, int count, int flags);
void file_shm_barrier(sqlite3_file *sqlite);
int file_shm_unmap(sqlite3_file *sqlite, int removes);

// memory.c
// Lets SQLite take its memory from here. The process has one thread, and SQLite is not in use yet.
void memory_take_over(void);

#endif

// SPDX-License-Identifier: Apache-2.0

#ifndef CSQLITE_SHIMS_H
#define CSQLITE_SHIMS_H

#include <sqlite3.h>

// SQLITE_STATIC and SQLITE_TRANSIENT are casts, which Swift does not import, and neither are variadic functions.

static inline int woof_sqlite3_bind_text_transient(sqlite3_stmt *statement, int index, const char *bytes, int count) {
  return sqlite3_bind_text(statement, index, bytes, count, SQLITE_TRANSIENT);
}

static inline int woof_sqlite3_bind_blob_transient(sqlite3_stmt *statement, int index, const void *bytes, int count) {
  return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/// Stops counting allocations, which would take a lock at each; to be called before the first connection is opened.
static inline int woof_sqlite3_disable_memory_statistics(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/// Turns one of the SQLITE_DBCONFIG_ switches on or off.
static inline int woof_sqlite3_configure(sqlite3 *database, int option, int is_on) {
  return sqlite3_db_config(database, option, is_on, (int *)0);
}

/// Waits until the database file, without its log, is on the disk.
static inline int woof_sqlite3_synchronize(sqlite3 *database) {
  sqlite3_file *file = 0;
  int result = sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (result != SQLITE_OK || !file || !file->pMethods) return result;
  return file->pMethods->xSync(file, SQLITE_SYNC_NORMAL);
}

#endif

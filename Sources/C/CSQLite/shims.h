#ifndef CSQLITE_SHIMS_H
#define CSQLITE_SHIMS_H

#include <sqlite3.h>

// SQLITE_STATIC and SQLITE_TRANSIENT are casts, which Swift does not import.

static inline int woof_sqlite3_bind_text_transient(sqlite3_stmt *statement, int index, const char *bytes, int count) {
  return sqlite3_bind_text(statement, index, bytes, count, SQLITE_TRANSIENT);
}

static inline int woof_sqlite3_bind_blob_transient(sqlite3_stmt *statement, int index, const void *bytes, int count) {
  return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

#endif

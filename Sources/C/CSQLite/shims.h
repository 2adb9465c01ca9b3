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

static inline void woof_sqlite3_result_text_transient(sqlite3_context *context, const char *bytes, int count) {
  sqlite3_result_text(context, bytes, count, SQLITE_TRANSIENT);
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

/// The function match_score(table, weight, ...) of full-text queries: the sum of the weights of the first columns in which
/// the phrases of the query stand. The nth weight is that of the nth column.
static void woof_sqlite3_match_score(
    const Fts5ExtensionApi *api, Fts5Context *context, sqlite3_context *result, int count, sqlite3_value **weights) {
  sqlite3_int64 score = 0;
  int phrase_count = api->xPhraseCount(context);
  for (int phrase = 0; phrase < phrase_count; phrase++) {
    Fts5PhraseIter iterator;
    int column = -1, offset = -1;
    int code = api->xPhraseFirst(context, phrase, &iterator, &column, &offset);
    if (code != SQLITE_OK) {
      sqlite3_result_error_code(result, code);
      return;
    }
    if (column >= 0 && column < count) score += sqlite3_value_int64(weights[column]);
  }
  sqlite3_result_int64(result, score);
}

/// Lets full-text queries of a connection call match_score.
static inline int woof_sqlite3_add_match_score(sqlite3 *database) {
  fts5_api *api = 0;
  sqlite3_stmt *statement = 0;
  int code = sqlite3_prepare_v2(database, "SELECT fts5(?1)", -1, &statement, 0);
  if (code == SQLITE_OK) code = sqlite3_bind_pointer(statement, 1, &api, "fts5_api_ptr", 0);
  if (code == SQLITE_OK) sqlite3_step(statement);
  sqlite3_finalize(statement);
  if (code != SQLITE_OK) return code;
  return api ? api->xCreateFunction(api, "match_score", 0, woof_sqlite3_match_score, 0) : SQLITE_ERROR;
}

#endif

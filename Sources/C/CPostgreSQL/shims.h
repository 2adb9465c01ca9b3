// SPDX-License-Identifier: Apache-2.0

// libpq, with what Swift cannot import of it.
#ifndef CPOSTGRESQL_SHIMS_H
#define CPOSTGRESQL_SHIMS_H

#include <libpq-fe.h>

static void woof_pq_ignore_notice(void *context, const PGresult *result) {
  (void)context;
  (void)result;
}

/// Keeps libpq from writing the notices of the server to standard error.
static inline void woof_pq_ignore_notices(PGconn *connection) {
  PQsetNoticeReceiver(connection, woof_pq_ignore_notice, (void *)0);
}

/// The five characters of an error's SQLSTATE; NULL where there are none.
static inline const char *woof_pq_sql_state(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_SQLSTATE);
}

/// The server's own words for an error, in one line and without its details, which may hold values.
static inline const char *woof_pq_primary_message(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
}

/// The name of the constraint that was broken; NULL where it was none.
static inline const char *woof_pq_constraint(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_CONSTRAINT_NAME);
}

#endif

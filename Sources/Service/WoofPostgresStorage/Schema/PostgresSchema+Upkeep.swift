// SPDX-License-Identifier: Apache-2.0

extension PostgresSchema {
  /// The leases of nodes, and the orders in which upkeep finds rows that have had their time.
  static let upkeep = [
    """
    CREATE TABLE lease (
      name text PRIMARY KEY,
      -- The node that has it, and until when no other does.
      holder bytea NOT NULL,
      expires_at int8 NOT NULL,
      -- Grows whenever it is taken anew, so that whoever had it before is told from whoever has it now.
      fence int8 NOT NULL
    )
    """,
    "CREATE INDEX app_password_expiry ON app_password (expires_at) WHERE expires_at IS NOT NULL",
    "CREATE INDEX browser_session_expiry ON browser_session (expires_at)",
    // Of an account that has too many, the oldest go.
    "DROP INDEX favourite_edit_account",
    "CREATE INDEX favourite_edit_account ON favourite_edit (account, expires_at)",
    "CREATE INDEX idempotency_key_account ON idempotency_key (account, expires_at)",
  ]
}

// SPDX-License-Identifier: Apache-2.0

extension PostgresSchema {
  /// The tickets for uploads without a credential.
  static let uploadTickets = [
    """
    CREATE TABLE upload_ticket (
      id bytea PRIMARY KEY,
      account int8 NOT NULL REFERENCES account (number),
      -- The SHA-256 of what is in the ticket's address; the address itself is nowhere.
      secret_hash bytea NOT NULL UNIQUE,
      -- The app password that it was issued with; NULL for the account's own.
      app_password bytea,
      digest bytea NOT NULL,
      byte_count int8 NOT NULL,
      type text NOT NULL,
      caption text NOT NULL,
      visibility int8 NOT NULL,
      created_at int8 NOT NULL,
      expires_at int8 NOT NULL,
      -- The photo that became of it, and whether that was new; NULL until it has been used.
      photo bytea,
      is_new bool NOT NULL DEFAULT false
    )
    """,
    "CREATE INDEX upload_ticket_account ON upload_ticket (account, id)",
    "CREATE INDEX upload_ticket_expiry ON upload_ticket (expires_at)",
    "CREATE INDEX upload_ticket_app_password ON upload_ticket (app_password) WHERE app_password IS NOT NULL",
  ]
}

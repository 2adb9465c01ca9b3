// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// Tickets with which photos are uploaded without a credential.
  static let version12 = """
    CREATE TABLE upload_ticket (
      id BLOB NOT NULL PRIMARY KEY,
      account INTEGER NOT NULL REFERENCES account (number),
      -- The SHA-256 of what is in the ticket's address; the address itself is nowhere.
      secret_hash BLOB NOT NULL UNIQUE,
      digest BLOB NOT NULL,
      byte_count INTEGER NOT NULL,
      type TEXT NOT NULL,
      caption TEXT NOT NULL,
      visibility INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      -- The photo that became of it, and 1 where that was new; NULL until it has been used.
      photo BLOB,
      is_new INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX upload_ticket_account ON upload_ticket (account, id);
    CREATE INDEX upload_ticket_expiry ON upload_ticket (expires_at);
    """
}

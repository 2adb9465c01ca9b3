// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// Passwords of apps, with which they sign in to an account.
  static let version18 = """
    CREATE TABLE app_password (
      id BLOB NOT NULL PRIMARY KEY,
      account INTEGER NOT NULL REFERENCES account (number),
      -- The SHA-256 of its random bits; the password itself is nowhere.
      secret_hash BLOB NOT NULL UNIQUE,
      name TEXT NOT NULL,
      -- 1 to read, 2 to like, 4 to upload, 8 to write, added up.
      scopes INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      -- NULL where it ends by being revoked alone.
      expires_at INTEGER,
      -- NULL until it has been used.
      used_at INTEGER
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX app_password_account ON app_password (account, id);
    """
}

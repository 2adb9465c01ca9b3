// SPDX-License-Identifier: Apache-2.0

extension PostgresSchema {
  /// The passwords of apps.
  static let appPasswords = [
    """
    CREATE TABLE app_password (
      id bytea PRIMARY KEY,
      account int8 NOT NULL REFERENCES account (number),
      -- The SHA-256 of its random bits; the password itself is nowhere.
      secret_hash bytea NOT NULL UNIQUE,
      name text NOT NULL,
      -- 1 to read, 2 to like, 4 to upload, 8 to write, added up.
      scopes int8 NOT NULL,
      created_at int8 NOT NULL,
      -- NULL where it ends by being revoked alone.
      expires_at int8,
      -- NULL until it has been used.
      used_at int8
    )
    """,
    "CREATE INDEX app_password_account ON app_password (account, id)",
  ]
}

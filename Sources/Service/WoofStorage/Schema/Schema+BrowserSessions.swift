// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// Sessions of browsers, in which somebody has signed in to an account.
  static let version20 = """
    CREATE TABLE browser_session (
      id BLOB NOT NULL PRIMARY KEY,
      account INTEGER NOT NULL REFERENCES account (number),
      -- The SHA-256 of the secret in the browser's cookie; the secret itself is nowhere.
      secret_hash BLOB NOT NULL UNIQUE,
      -- NULL where the browser says nothing that is known.
      browser TEXT,
      system TEXT,
      created_at INTEGER NOT NULL,
      used_at INTEGER NOT NULL,
      -- Grows with use.
      expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX browser_session_account ON browser_session (account, id);
    """
}

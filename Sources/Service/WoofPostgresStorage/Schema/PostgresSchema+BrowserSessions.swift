// SPDX-License-Identifier: Apache-2.0

extension PostgresSchema {
  /// The sessions of browsers.
  static let browserSessions = [
    """
    CREATE TABLE browser_session (
      id bytea PRIMARY KEY,
      account int8 NOT NULL REFERENCES account (number),
      -- The SHA-256 of the secret in the browser's cookie; the secret itself is nowhere.
      secret_hash bytea NOT NULL UNIQUE,
      -- NULL where the browser says nothing that is known.
      browser text,
      system text,
      created_at int8 NOT NULL,
      used_at int8 NOT NULL,
      -- Grows with use.
      expires_at int8 NOT NULL
    )
    """,
    "CREATE INDEX browser_session_account ON browser_session (account, id)",
  ]
}

// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// Idempotency keys without the bodies of responses, numbered for each account, so that an account's oldest are found
  /// without counting.
  static let version5 = """
    CREATE TABLE idempotency_key (
      account INTEGER NOT NULL REFERENCES account (number),
      ordinal INTEGER NOT NULL,
      key TEXT NOT NULL,
      fingerprint BLOB NOT NULL,
      photo BLOB NOT NULL,
      is_new INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      PRIMARY KEY (account, ordinal)
    ) STRICT, WITHOUT ROWID;

    INSERT INTO idempotency_key (account, ordinal, key, fingerprint, photo, is_new, expires_at)
      SELECT account, number, key, fingerprint, photo, status = 201, expires_at FROM stored_answer
      ORDER BY account, number;

    CREATE UNIQUE INDEX idempotency_key_text ON idempotency_key (account, key);
    CREATE INDEX idempotency_key_expiry ON idempotency_key (expires_at);

    DROP TABLE stored_answer;
    """
}

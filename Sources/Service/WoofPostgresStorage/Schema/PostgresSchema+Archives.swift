// SPDX-License-Identifier: Apache-2.0

extension PostgresSchema {
  /// The requests for archives, and the check values of the bytes in them.
  static let archives = [
    """
    CREATE TABLE archive (
      -- The SHA-256 of what is in the archive's address; the address itself is nowhere.
      secret_hash bytea PRIMARY KEY,
      -- 0 for all who did not sign in.
      account int8 NOT NULL,
      password_version int8 NOT NULL,
      is_album bool NOT NULL,
      -- The album, or the photos in their order.
      ids bytea[] NOT NULL,
      expires_at int8 NOT NULL
    )
    """,
    "CREATE INDEX archive_account ON archive (account, expires_at)",
    "CREATE INDEX archive_expiry ON archive (expires_at)",
    // Check values that came after the photo; those that came with it stand in its details.
    """
    CREATE TABLE check_value (digest bytea PRIMARY KEY, crc32 int8 NOT NULL)
    """,
    "CREATE INDEX variant_digest ON variant (digest)",
    """
    CREATE TABLE archive_digest (tag text COLLATE "C" PRIMARY KEY, sha256 bytea NOT NULL, noted_at int8 NOT NULL)
    """,
    "CREATE INDEX archive_digest_age ON archive_digest (noted_at)",
  ]
}

// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// Archives that were asked for, and the check values that go into them.
  static let version16 = """
    CREATE TABLE archive (
      -- The SHA-256 of what is in the archive's address; the address itself is nowhere.
      secret_hash BLOB NOT NULL PRIMARY KEY,
      -- 0 for those who did not sign in; an account may be deleted meanwhile.
      account INTEGER NOT NULL,
      password_version INTEGER NOT NULL,
      -- The id of an album, or those of photos one behind the other.
      is_album INTEGER NOT NULL,
      ids BLOB NOT NULL,
      expires_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX archive_account ON archive (account, expires_at);
    CREATE INDEX archive_expiry ON archive (expires_at);

    -- CRC-32 of blobs, of originals as of variants, as far as they are known.
    CREATE TABLE check_value (
      digest BLOB NOT NULL PRIMARY KEY,
      crc32 INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TRIGGER check_value_of_blob AFTER DELETE ON blob BEGIN
      DELETE FROM check_value WHERE digest = old.digest;
    END;

    CREATE TRIGGER check_value_of_variant AFTER DELETE ON variant BEGIN
      DELETE FROM check_value WHERE digest = old.digest;
    END;
    """
}

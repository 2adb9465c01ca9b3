// SPDX-License-Identifier: Apache-2.0

internal import WoofSQLite

/// The schema of `woof.db`.
///
/// Rows refer to photos and accounts by *numbers*, which are small and never leave the store.
enum Schema {
  /// All migrations, oldest first.
  static let migrations = [
    Migration(version: 1, script: version1), Migration(version: 2, script: version2),
    Migration(version: 3, script: version3), Migration(version: 4, script: version4),
    Migration(version: 5, script: version5), Migration(version: 6, script: version6),
    Migration(version: 7, script: version7), Migration(version: 8, script: version8),
    Migration(version: 9, script: version9), Migration(version: 10, script: version10),
    Migration(version: 11, script: version11), Migration(version: 12, script: version12),
    Migration(version: 13, script: version13), Migration(version: 14, script: version14),
    Migration(version: 15, script: version15), Migration(version: 16, script: version16),
    Migration(version: 17, script: version17), Migration(version: 18, script: version18),
    Migration(version: 19, script: version19), Migration(version: 20, script: version20),
    Migration(version: 21, script: version21), Migration(version: 22, script: version22),
    Migration(version: 23, script: version23), Migration(version: 24, script: version24),
    Migration(version: 25, script: version25), Migration(version: 26, script: version26),
    Migration(version: 27, script: version27),
  ]
}

extension Schema {
  static let version1 = """
    -- What there is one of: 'epoch' and 'secret', which are made when the database is, and two counters.
    CREATE TABLE installation (
      name TEXT NOT NULL PRIMARY KEY,
      value ANY NOT NULL
    ) STRICT, WITHOUT ROWID;

    INSERT INTO installation (name, value) VALUES
      -- Grows with every change of an account.
      ('credential-generation', 1),
      -- Grows whenever the favourite journal is folded into the tables.
      ('fold-generation', 1);

    CREATE TABLE account (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL UNIQUE,
      password_hash TEXT NOT NULL,
      is_administrator INTEGER NOT NULL,
      is_disabled INTEGER NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT;

    -- What may change with every favourite; rows are kept short, because each change rewrites one. A deleted photo
    -- keeps its row for ever. visibility: 0 public, 1 unlisted, 2 private.
    CREATE TABLE photo (
      number INTEGER PRIMARY KEY,
      id BLOB NOT NULL UNIQUE,
      owner INTEGER NOT NULL REFERENCES account (number),
      visibility INTEGER NOT NULL,
      is_deleted INTEGER NOT NULL,
      favourite_count INTEGER NOT NULL,
      version INTEGER NOT NULL,
      sequence INTEGER NOT NULL,
      metadata_sequence INTEGER NOT NULL,
      withdrawn_sequence INTEGER NOT NULL
    ) STRICT;

    CREATE INDEX photo_listed ON photo (id) WHERE visibility = 0 AND is_deleted = 0;
    CREATE INDEX photo_owned ON photo (owner, visibility, id) WHERE is_deleted = 0;
    CREATE INDEX photo_popular ON photo (favourite_count, id) WHERE visibility = 0 AND is_deleted = 0;
    CREATE INDEX photo_popular_owned ON photo (owner, visibility, favourite_count, id) WHERE is_deleted = 0;
    CREATE INDEX photo_changed ON photo (sequence);
    CREATE INDEX photo_withdrawn ON photo (withdrawn_sequence) WHERE withdrawn_sequence > 0;

    -- What rarely changes.
    CREATE TABLE photo_detail (
      photo INTEGER PRIMARY KEY REFERENCES photo (number),
      digest BLOB NOT NULL,
      byte_count INTEGER NOT NULL,
      type TEXT NOT NULL,
      width INTEGER NOT NULL,
      height INTEGER NOT NULL,
      taken_at INTEGER,
      created_at INTEGER NOT NULL,
      caption TEXT NOT NULL
    ) STRICT;

    CREATE VIEW photo_record AS
      SELECT photo.number, photo.id, photo.owner, account.name AS owner_name, digest, byte_count, type, width, height,
        taken_at, caption, visibility, photo_detail.created_at, favourite_count, version, sequence, metadata_sequence,
        withdrawn_sequence, is_deleted
      FROM photo
        JOIN photo_detail ON photo_detail.photo = photo.number
        JOIN account ON account.number = photo.owner;

    -- Which photo an account has with which bytes; a deleted photo is not here.
    CREATE TABLE original (
      owner INTEGER NOT NULL REFERENCES account (number),
      digest BLOB NOT NULL,
      photo INTEGER NOT NULL REFERENCES photo (number),
      PRIMARY KEY (owner, digest)
    ) STRICT, WITHOUT ROWID;

    -- How many rows of original name a blob; one that none names is garbage.
    CREATE TABLE blob (
      digest BLOB NOT NULL PRIMARY KEY,
      byte_count INTEGER NOT NULL,
      reference_count INTEGER NOT NULL CHECK (reference_count >= 0)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX blob_garbage ON blob (digest) WHERE reference_count = 0;

    -- The same facts in two orders, without REFERENCES: they are written by the thousand, of photos and accounts that
    -- have just been read.
    CREATE TABLE favourite (
      photo INTEGER NOT NULL,
      account INTEGER NOT NULL,
      set_at INTEGER NOT NULL,
      PRIMARY KEY (photo, account)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE favourite_order (
      account INTEGER NOT NULL,
      set_at INTEGER NOT NULL,
      photo INTEGER NOT NULL,
      PRIMARY KEY (account, set_at, photo)
    ) STRICT, WITHOUT ROWID;

    -- Favourites that are durable and not yet in the tables above, a row for each transaction.
    CREATE TABLE favourite_journal (
      sequence INTEGER PRIMARY KEY,
      entries BLOB NOT NULL
    ) STRICT;

    CREATE TABLE stored_answer (
      number INTEGER PRIMARY KEY,
      account INTEGER NOT NULL REFERENCES account (number),
      key TEXT NOT NULL,
      fingerprint BLOB NOT NULL,
      photo BLOB NOT NULL,
      status INTEGER NOT NULL,
      body BLOB NOT NULL,
      expires_at INTEGER NOT NULL,
      UNIQUE (account, key)
    ) STRICT;

    CREATE INDEX stored_answer_expiry ON stored_answer (expires_at);
    """
}

extension Database {
  /// Brings the schema up to date.
  ///
  /// - Parameter mayChange: `true` if migrations may run; otherwise an older schema is refused.
  /// - Throws: ``StorageError`` with the code `newer-schema`, or `older-schema` where nothing may change; `SQLiteError`.
  func migrate(mayChange: Bool) throws {
    do {
      try migrate(by: Schema.migrations, mayChange: mayChange)
    } catch SchemaMismatch.older(let version, let expected) {
      throw StorageError.olderSchema(version, expected: expected)
    } catch SchemaMismatch.newer(let version, let expected) {
      throw StorageError.newerSchema(version, expected: expected)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import WoofSQLite

/// The schema of a replica's file.
enum ReplicaSchema {
  /// All migrations, the oldest first.
  static let migrations = [
    Migration(version: 1, script: version1), Migration(version: 2, script: version2),
    Migration(version: 3, script: version3),
  ]

  /// ``WoofModel/PhotoMetadata/moment`` in SQL: as the indexes have it, word for word.
  static let moment = "iif(taken_at <= created_at + 86400000, taken_at, created_at)"

  private static let version1 = """
    -- What there is one of; ReplicaState has the names.
    CREATE TABLE state (
      name TEXT NOT NULL PRIMARY KEY,
      value ANY NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- Photos as the service has them; what the app changed and the service has not acknowledged is in edit alone.
    -- visibility: 0 public, 1 unlisted, 2 private. generation: that of the last snapshot that had the photo.
    CREATE TABLE photo (
      number INTEGER PRIMARY KEY,
      id BLOB NOT NULL UNIQUE,
      owner TEXT NOT NULL,
      is_own INTEGER NOT NULL,
      visibility INTEGER NOT NULL,
      caption TEXT NOT NULL,
      file_name TEXT,
      content_type TEXT NOT NULL,
      byte_count INTEGER NOT NULL,
      digest BLOB NOT NULL,
      width INTEGER NOT NULL,
      height INTEGER NOT NULL,
      taken_at INTEGER,
      created_at INTEGER NOT NULL,
      placeholder TEXT,
      average_colour TEXT,
      variants TEXT NOT NULL,
      favourite_count INTEGER NOT NULL,
      is_favourite INTEGER NOT NULL,
      version INTEGER NOT NULL,
      revision INTEGER,
      generation INTEGER NOT NULL
    ) STRICT;

    CREATE INDEX photo_popular ON photo (favourite_count, id);
    CREATE INDEX photo_owner ON photo (owner, id);
    CREATE INDEX photo_favourite ON photo (id) WHERE is_favourite = 1;

    -- Photos that went while a request was on its way that may still tell of an older version.
    CREATE TABLE removed_photo (
      id BLOB NOT NULL PRIMARY KEY,
      version INTEGER NOT NULL,
      generation INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- What the app changed. Numbers are never given twice. kind: Outbox.Kind. change: what is changed, as JSON. upload: the
    -- idempotency key of an upload, and how far it is, as JSON.
    CREATE TABLE edit (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      photo BLOB NOT NULL,
      kind INTEGER NOT NULL,
      change TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      attempts INTEGER NOT NULL,
      problem TEXT,
      message TEXT,
      upload TEXT
    ) STRICT;

    CREATE INDEX edit_photo ON edit (photo, number);

    -- Files with bytes of photos. used_at: a count that grows with every use, so that no clock decides what goes.
    CREATE TABLE kept_file (
      digest BLOB NOT NULL PRIMARY KEY,
      byte_count INTEGER NOT NULL,
      used_at INTEGER NOT NULL,
      is_pinned INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX kept_file_use ON kept_file (used_at, byte_count) WHERE is_pinned = 0;

    -- The images whose bytes are in these files. variant: empty for the original. listed: the digest that the metadata told
    -- of a variant when its bytes came, which may have had another one.
    CREATE TABLE kept_image (
      photo BLOB NOT NULL,
      variant TEXT NOT NULL,
      digest BLOB NOT NULL,
      listed TEXT,
      PRIMARY KEY (photo, variant)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX kept_image_digest ON kept_image (digest);

    -- Photos whose originals stay on this device.
    CREATE TABLE pinned_photo (
      id BLOB NOT NULL PRIMARY KEY
    ) STRICT, WITHOUT ROWID;
    """

  private static let version2 = """
    -- picture: the digest of an upload's bytes, as text, by which its photo is known when it comes.
    ALTER TABLE edit ADD COLUMN picture TEXT;
    UPDATE edit SET picture = json_extract(change, '$.upload.digest') WHERE kind = 3;
    CREATE INDEX edit_picture ON edit (picture) WHERE picture IS NOT NULL;
    """

  private static let version3 = """
    -- Photos by their moments.
    CREATE INDEX photo_moment ON photo (\(moment), id);
    CREATE INDEX photo_owner_moment ON photo (owner, \(moment), id);
    CREATE INDEX photo_favourite_moment ON photo (\(moment), id) WHERE is_favourite = 1;
    """
}

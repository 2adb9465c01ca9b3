// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// The statements that add what is derived from photos: findings, variants, annotations and the queue of photos.
  static let version2 = """
    -- What the picture looks like: a ThumbHash in base64, '#rrggbb', 64 bits.
    ALTER TABLE photo_detail ADD COLUMN placeholder TEXT;
    ALTER TABLE photo_detail ADD COLUMN average_colour TEXT;
    ALTER TABLE photo_detail ADD COLUMN perceptual_hash INTEGER;

    DROP VIEW photo_record;
    CREATE VIEW photo_record AS
      SELECT photo.number, photo.id, photo.owner, account.name AS owner_name, digest, byte_count, type, width, height,
        taken_at, caption, visibility, photo_detail.created_at, placeholder, average_colour, perceptual_hash,
        favourite_count, version, sequence, metadata_sequence, withdrawn_sequence, is_deleted
      FROM photo
        JOIN photo_detail ON photo_detail.photo = photo.number
        JOIN account ON account.number = photo.owner;

    -- Images derived from photos that are there; their blobs count in blob.reference_count.
    CREATE TABLE variant (
      photo INTEGER NOT NULL REFERENCES photo (number),
      name TEXT NOT NULL,
      digest BLOB NOT NULL,
      byte_count INTEGER NOT NULL,
      type TEXT NOT NULL,
      width INTEGER NOT NULL,
      height INTEGER NOT NULL,
      specification TEXT NOT NULL,
      transformers TEXT NOT NULL,
      PRIMARY KEY (photo, name)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX variant_bytes ON variant (digest);

    -- What photos' own metadata and plugins say of them, as JSON: for their owners' eyes. A photo whose metadata have
    -- not been read has no row.
    CREATE TABLE photo_annotation (
      photo INTEGER PRIMARY KEY REFERENCES photo (number),
      annotations TEXT NOT NULL
    ) STRICT;

    -- Photos from which something is still to be derived.
    CREATE TABLE derivation (
      photo INTEGER PRIMARY KEY REFERENCES photo (number),
      is_anew INTEGER NOT NULL,
      attempts INTEGER NOT NULL,
      not_before INTEGER NOT NULL
    ) STRICT;

    CREATE INDEX derivation_due ON derivation (not_before);

    INSERT INTO derivation (photo, is_anew, attempts, not_before)
      SELECT number, 0, 0, 0 FROM photo WHERE is_deleted = 0;
    """
}

// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// The names of files where photos came from, and who may restore what is deleted beside administrators.
  static let version6 = """
    -- As the sender gave it; empty where nobody said.
    ALTER TABLE photo_detail ADD COLUMN file_name TEXT NOT NULL DEFAULT '';

    DROP VIEW photo_record;
    CREATE VIEW photo_record AS
      SELECT photo.number, photo.id, photo.owner, account.name AS owner_name, digest, byte_count, type, width, height,
        taken_at, caption, visibility, photo_detail.created_at, placeholder, average_colour, perceptual_hash,
        favourite_count, version, sequence, metadata_sequence, withdrawn_sequence,
        (SELECT group_concat(account || ' ' || sequence, ' ') FROM former_owner WHERE photo = photo.number)
          AS former_owners,
        is_deleted, file_name
      FROM photo
        JOIN photo_detail ON photo_detail.photo = photo.number
        JOIN account ON account.number = photo.owner;

    -- The account that deleted its photo and may restore it; 0 where it was an administrator who did, or nobody knows.
    ALTER TABLE restorable_photo ADD COLUMN restorer INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX restorable_photo_trash ON restorable_photo (restorer, deleted_at, id) WHERE restorer <> 0;
    """
}

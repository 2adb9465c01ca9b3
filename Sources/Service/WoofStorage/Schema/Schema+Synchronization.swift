// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// The statements that add what replicas of clients need: revisions, why photos were deleted, the numbers of edits,
  /// and the sums of what accounts see.
  static let version11 = """
    -- Grows with caption, visibility, owner and deletion, not with favourites.
    ALTER TABLE photo_detail ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
    -- 1 where the photo was deleted because its owner's account was.
    ALTER TABLE photo_detail ADD COLUMN is_deleted_with_account INTEGER NOT NULL DEFAULT 0;
    -- The version that the photo had at withdrawn_sequence.
    ALTER TABLE photo_detail ADD COLUMN withdrawn_version INTEGER NOT NULL DEFAULT 0;
    -- The version that the photo had at sequence.
    ALTER TABLE former_owner ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
    -- What they were is not known any more; what they are no longer tells what comes.
    UPDATE photo_detail SET withdrawn_version = (SELECT version FROM photo WHERE number = photo_detail.photo)
      WHERE photo IN (SELECT number FROM photo WHERE withdrawn_sequence > 0);
    UPDATE former_owner SET version = (SELECT photo.version FROM photo WHERE number = former_owner.photo);

    DROP VIEW photo_record;
    CREATE VIEW photo_record AS
      SELECT photo.number, photo.id, photo.owner, account.name AS owner_name, digest, byte_count, type, width, height,
        taken_at, caption, visibility, photo_detail.created_at, placeholder, average_colour, perceptual_hash,
        favourite_count, version, sequence, metadata_sequence, withdrawn_sequence,
        (SELECT group_concat(account || ' ' || sequence || ' ' || version, ' ') FROM former_owner
          WHERE photo = photo.number) AS former_owners,
        is_deleted, file_name, revision, is_deleted_with_account, withdrawn_version
      FROM photo
        JOIN photo_detail ON photo_detail.photo = photo.number
        JOIN account ON account.number = photo.owner;

    -- The newest number of an edit of a favourite that came from each device, for a while, so that one that comes late is
    -- known. Without REFERENCES, as favourite.
    CREATE TABLE favourite_edit (
      photo INTEGER NOT NULL,
      account INTEGER NOT NULL,
      device TEXT NOT NULL,
      number INTEGER NOT NULL,
      -- By the steady time; the oldest expire first.
      expires_at INTEGER NOT NULL,
      PRIMARY KEY (photo, account, device)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX favourite_edit_age ON favourite_edit (account, expires_at);
    CREATE INDEX favourite_edit_expiry ON favourite_edit (expires_at);

    -- The sums of what accounts see: of an account's own photos that are not public, and for account 0 of the public ones of
    -- all. The first start computes them, and then there is 'view-sums' in installation.
    CREATE TABLE view_sum (
      account INTEGER PRIMARY KEY,
      digest BLOB NOT NULL,
      photo_count INTEGER NOT NULL
    ) STRICT;
    """
}

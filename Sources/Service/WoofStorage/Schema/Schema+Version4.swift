// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// The statements that add what administrators need: deletion of photos and accounts step by step, photos that change
  /// their owner, and tallies.
  static let version4 = """
    -- A deleted account keeps its row, so that its name stays taken.
    ALTER TABLE account ADD COLUMN deleted_at INTEGER;
    CREATE INDEX account_deleted ON account (deleted_at) WHERE deleted_at IS NOT NULL;

    -- Deleted accounts whose favourites and photos are still to go.
    CREATE TABLE account_deletion (
      account INTEGER PRIMARY KEY REFERENCES account (number)
    ) STRICT;

    -- Deleted photos that can be restored, and those that are about to be removed. They keep the blob of their original,
    -- and their rows of favourite, but not those of favourite_order.
    CREATE TABLE restorable_photo (
      photo INTEGER PRIMARY KEY REFERENCES photo (number),
      id BLOB NOT NULL UNIQUE,
      deleted_at INTEGER NOT NULL,
      restorable_until INTEGER NOT NULL
    ) STRICT;

    CREATE INDEX restorable_photo_end ON restorable_photo (restorable_until);

    -- Accounts that owned a photo which was not public when it was given to another one, and where in the change log.
    CREATE TABLE former_owner (
      photo INTEGER NOT NULL REFERENCES photo (number),
      account INTEGER NOT NULL REFERENCES account (number),
      sequence INTEGER NOT NULL,
      PRIMARY KEY (photo, account)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX former_owner_log ON former_owner (account, sequence);

    DROP VIEW photo_record;
    CREATE VIEW photo_record AS
      SELECT photo.number, photo.id, photo.owner, account.name AS owner_name, digest, byte_count, type, width, height,
        taken_at, caption, visibility, photo_detail.created_at, placeholder, average_colour, perceptual_hash,
        favourite_count, version, sequence, metadata_sequence, withdrawn_sequence,
        (SELECT group_concat(account || ' ' || sequence, ' ') FROM former_owner WHERE photo = photo.number)
          AS former_owners,
        is_deleted
      FROM photo
        JOIN photo_detail ON photo_detail.photo = photo.number
        JOIN account ON account.number = photo.owner;

    -- Which blobs are needed, and what by.
    CREATE VIEW blob_reference AS
      SELECT photo, digest FROM original
      UNION ALL SELECT photo, digest FROM variant
      UNION ALL SELECT restorable_photo.photo, digest
        FROM restorable_photo JOIN photo_detail ON photo_detail.photo = restorable_photo.photo;

    -- For lists of photos that are not public, whoever owns them.
    CREATE INDEX photo_hidden ON photo (visibility, id) WHERE visibility <> 0 AND is_deleted = 0;
    CREATE INDEX photo_hidden_popular ON photo (visibility, favourite_count, id)
      WHERE visibility <> 0 AND is_deleted = 0;
    CREATE INDEX photo_length ON photo_detail (byte_count);

    -- How many there are of each, so that nobody has to count them.
    CREATE TABLE tally (
      name TEXT NOT NULL PRIMARY KEY,
      value INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- What the tallies have to be.
    CREATE VIEW counted AS
      SELECT 'accounts' AS name, (SELECT count(*) FROM account WHERE deleted_at IS NULL) AS value
      UNION ALL SELECT 'photos', (SELECT count(*) FROM photo WHERE is_deleted = 0)
      UNION ALL SELECT 'restorable-photos', (SELECT count(*) FROM restorable_photo)
      UNION ALL SELECT 'favourites', (SELECT count(*) FROM favourite_order)
      UNION ALL SELECT 'variants', (SELECT count(*) FROM variant)
      UNION ALL SELECT 'blobs', (SELECT count(*) FROM blob WHERE reference_count > 0)
      UNION ALL SELECT 'blob-bytes', (SELECT coalesce(sum(byte_count), 0) FROM blob WHERE reference_count > 0)
      UNION ALL SELECT 'derivations', (SELECT count(*) FROM derivation);

    INSERT INTO tally (name, value) SELECT name, value FROM counted;

    CREATE TRIGGER account_added AFTER INSERT ON account BEGIN
      UPDATE tally SET value = value + 1 WHERE name = 'accounts';
    END;
    CREATE TRIGGER account_deleted AFTER UPDATE OF deleted_at ON account
      WHEN OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL BEGIN
      UPDATE tally SET value = value - 1 WHERE name = 'accounts';
    END;
    CREATE TRIGGER photo_added AFTER INSERT ON photo WHEN NEW.is_deleted = 0 BEGIN
      UPDATE tally SET value = value + 1 WHERE name = 'photos';
    END;
    CREATE TRIGGER photo_deleted AFTER UPDATE OF is_deleted ON photo WHEN OLD.is_deleted <> NEW.is_deleted BEGIN
      UPDATE tally SET value = value + OLD.is_deleted - NEW.is_deleted WHERE name = 'photos';
    END;
    CREATE TRIGGER restorable_photo_added AFTER INSERT ON restorable_photo BEGIN
      UPDATE tally SET value = value + 1 WHERE name = 'restorable-photos';
    END;
    CREATE TRIGGER restorable_photo_removed AFTER DELETE ON restorable_photo BEGIN
      UPDATE tally SET value = value - 1 WHERE name = 'restorable-photos';
    END;
    CREATE TRIGGER variant_added AFTER INSERT ON variant BEGIN
      UPDATE tally SET value = value + 1 WHERE name = 'variants';
    END;
    CREATE TRIGGER variant_removed AFTER DELETE ON variant BEGIN
      UPDATE tally SET value = value - 1 WHERE name = 'variants';
    END;
    CREATE TRIGGER blob_added AFTER INSERT ON blob WHEN NEW.reference_count > 0 BEGIN
      UPDATE tally SET value = value + 1 WHERE name = 'blobs';
      UPDATE tally SET value = value + NEW.byte_count WHERE name = 'blob-bytes';
    END;
    CREATE TRIGGER blob_needed AFTER UPDATE OF reference_count ON blob
      WHEN OLD.reference_count = 0 AND NEW.reference_count > 0 BEGIN
      UPDATE tally SET value = value + 1 WHERE name = 'blobs';
      UPDATE tally SET value = value + NEW.byte_count WHERE name = 'blob-bytes';
    END;
    CREATE TRIGGER blob_unneeded AFTER UPDATE OF reference_count ON blob
      WHEN OLD.reference_count > 0 AND NEW.reference_count = 0 BEGIN
      UPDATE tally SET value = value - 1 WHERE name = 'blobs';
      UPDATE tally SET value = value - OLD.byte_count WHERE name = 'blob-bytes';
    END;
    CREATE TRIGGER blob_removed AFTER DELETE ON blob WHEN OLD.reference_count > 0 BEGIN
      UPDATE tally SET value = value - 1 WHERE name = 'blobs';
      UPDATE tally SET value = value - OLD.byte_count WHERE name = 'blob-bytes';
    END;
    CREATE TRIGGER derivation_added AFTER INSERT ON derivation BEGIN
      UPDATE tally SET value = value + 1 WHERE name = 'derivations';
    END;
    CREATE TRIGGER derivation_removed AFTER DELETE ON derivation BEGIN
      UPDATE tally SET value = value - 1 WHERE name = 'derivations';
    END;
    """
}

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

extension Schema {
  /// The statement that adds the index of photos by the digest of their original, whoever owns them.
  static let version3 = """
    CREATE INDEX original_bytes ON original (digest);
    """
}

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

extension Schema {
  /// The numbers of passwords.
  static let version7 = """
    -- Grows whenever the password is replaced, so that what an older one let in is known to have ended.
    ALTER TABLE account ADD COLUMN password_version INTEGER NOT NULL DEFAULT 1;
    """
}

extension Schema {
  /// The statements that add tallies of what each account has, so that it need not be counted for every reader.
  static let version8 = """
    -- Photos that are there and the bytes of their originals, those that are deleted and kept, and favourites.
    CREATE TABLE account_tally (
      account INTEGER PRIMARY KEY REFERENCES account (number),
      photo_count INTEGER NOT NULL,
      byte_count INTEGER NOT NULL,
      deleted_photo_count INTEGER NOT NULL,
      deleted_byte_count INTEGER NOT NULL,
      favourite_count INTEGER NOT NULL
    ) STRICT;

    -- What the tallies have to be.
    CREATE VIEW account_counted AS
      SELECT number AS account, coalesce(own.photos, 0) AS photo_count, coalesce(own.bytes, 0) AS byte_count,
        coalesce(deleted.photos, 0) AS deleted_photo_count, coalesce(deleted.bytes, 0) AS deleted_byte_count,
        coalesce(liked.photos, 0) AS favourite_count
      FROM account
        LEFT JOIN (
          SELECT original.owner, count(*) AS photos, coalesce(sum(byte_count), 0) AS bytes
          FROM original LEFT JOIN photo_detail ON photo_detail.photo = original.photo GROUP BY original.owner
        ) AS own ON own.owner = number
        LEFT JOIN (
          SELECT owner, count(*) AS photos, coalesce(sum(byte_count), 0) AS bytes
          FROM restorable_photo JOIN photo ON photo.number = restorable_photo.photo
            LEFT JOIN photo_detail ON photo_detail.photo = restorable_photo.photo
          GROUP BY owner
        ) AS deleted ON deleted.owner = number
        LEFT JOIN (
          SELECT account AS liker, count(*) AS photos FROM favourite_order GROUP BY account
        ) AS liked ON liked.liker = number;

    INSERT INTO account_tally
      (account, photo_count, byte_count, deleted_photo_count, deleted_byte_count, favourite_count)
      SELECT account, photo_count, byte_count, deleted_photo_count, deleted_byte_count, favourite_count
      FROM account_counted;

    CREATE TRIGGER account_tally_begun AFTER INSERT ON account BEGIN
      INSERT INTO account_tally VALUES (NEW.number, 0, 0, 0, 0, 0);
    END;
    CREATE TRIGGER account_tally_photo_added AFTER INSERT ON original BEGIN
      UPDATE account_tally SET photo_count = photo_count + 1,
        byte_count = byte_count + ifnull((SELECT byte_count FROM photo_detail WHERE photo = NEW.photo), 0)
      WHERE account = NEW.owner;
    END;
    CREATE TRIGGER account_tally_photo_removed AFTER DELETE ON original BEGIN
      UPDATE account_tally SET photo_count = photo_count - 1,
        byte_count = byte_count - ifnull((SELECT byte_count FROM photo_detail WHERE photo = OLD.photo), 0)
      WHERE account = OLD.owner;
    END;
    CREATE TRIGGER account_tally_photo_kept AFTER INSERT ON restorable_photo BEGIN
      UPDATE account_tally SET deleted_photo_count = deleted_photo_count + 1,
        deleted_byte_count = deleted_byte_count
          + ifnull((SELECT byte_count FROM photo_detail WHERE photo = NEW.photo), 0)
      WHERE account = (SELECT owner FROM photo WHERE number = NEW.photo);
    END;
    CREATE TRIGGER account_tally_photo_let_go AFTER DELETE ON restorable_photo BEGIN
      UPDATE account_tally SET deleted_photo_count = deleted_photo_count - 1,
        deleted_byte_count = deleted_byte_count
          - ifnull((SELECT byte_count FROM photo_detail WHERE photo = OLD.photo), 0)
      WHERE account = (SELECT owner FROM photo WHERE number = OLD.photo);
    END;
    """
}

extension Schema {
  /// The statements that add the limits of each account: bytes, photos and resumable uploads.
  static let version9 = """
    -- NULL where the configuration says it for all; 9223372036854775807 where there is no limit.
    ALTER TABLE account ADD COLUMN byte_limit INTEGER;
    ALTER TABLE account ADD COLUMN photo_limit INTEGER;
    ALTER TABLE account ADD COLUMN upload_limit INTEGER;
    """
}

extension Schema {
  /// The statements that add the hashes of parts of pictures, by which cropped or mirrored pictures are found again.
  static let version10 = """
    -- The ordinal grows with everything that is kept, so that what is new is found behind what was read.
    CREATE TABLE part_hash (
      ordinal INTEGER PRIMARY KEY AUTOINCREMENT,
      photo INTEGER NOT NULL UNIQUE REFERENCES photo (number),
      -- Eight bytes each, the highest first.
      hashes BLOB NOT NULL
    ) STRICT;

    -- All photos are looked through once by what derives, so that those there are get their hashes.
    INSERT INTO installation (name, value) SELECT 'first-unseen-photo', 0 WHERE EXISTS (SELECT 1 FROM photo)
      ON CONFLICT (name) DO UPDATE SET value = 0;
    """
}

// SPDX-License-Identifier: Apache-2.0

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

// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// Albums: photos in an order that people give them.
  static let version13 = """
    CREATE TABLE album (
      number INTEGER PRIMARY KEY,
      id BLOB NOT NULL UNIQUE,
      owner INTEGER NOT NULL REFERENCES account (number),
      title TEXT NOT NULL,
      -- As of photos: 0 public, 1 unlisted, 2 private.
      visibility INTEGER NOT NULL,
      -- The photo that the owner chose; NULL for the first.
      cover INTEGER REFERENCES photo (number),
      created_at INTEGER NOT NULL,
      version INTEGER NOT NULL,
      -- A deleted album goes step by step.
      is_deleted INTEGER NOT NULL DEFAULT 0
    ) STRICT;

    CREATE INDEX album_listed ON album (id) WHERE visibility = 0 AND is_deleted = 0;
    CREATE INDEX album_owned ON album (owner, id) WHERE is_deleted = 0;
    CREATE INDEX album_cover ON album (cover) WHERE cover IS NOT NULL;
    CREATE INDEX album_deleted ON album (number) WHERE is_deleted = 1;

    -- The accounts that add to an album besides its owner.
    CREATE TABLE album_contributor (
      album INTEGER NOT NULL REFERENCES album (number),
      account INTEGER NOT NULL REFERENCES account (number),
      -- As of the album, so that an account's list of albums is read in its order.
      album_id BLOB NOT NULL,
      PRIMARY KEY (album, account)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX album_contributor_account ON album_contributor (account, album_id);

    -- The photos of albums. Owner and access are those of the photo; access: 0 for who may read the album, 1 for the
    -- owner of the photo, 2 for nobody, as it is deleted.
    CREATE TABLE album_photo (
      album INTEGER NOT NULL REFERENCES album (number),
      photo INTEGER NOT NULL REFERENCES photo (number),
      place INTEGER NOT NULL,
      owner INTEGER NOT NULL,
      access INTEGER NOT NULL,
      PRIMARY KEY (album, photo)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX album_photo_order ON album_photo (album, place);
    CREATE INDEX album_photo_open ON album_photo (album, place) WHERE access = 0;
    CREATE INDEX album_photo_hidden ON album_photo (album, owner, place) WHERE access = 1;
    CREATE INDEX album_photo_albums ON album_photo (photo);

    -- How many photos of each owner and access an album has, so that nobody has to count them.
    CREATE TABLE album_tally (
      album INTEGER NOT NULL REFERENCES album (number),
      owner INTEGER NOT NULL,
      access INTEGER NOT NULL,
      photo_count INTEGER NOT NULL,
      PRIMARY KEY (album, owner, access)
    ) STRICT, WITHOUT ROWID;

    CREATE TRIGGER album_photo_added AFTER INSERT ON album_photo BEGIN
      INSERT INTO album_tally (album, owner, access, photo_count) VALUES (NEW.album, NEW.owner, NEW.access, 1)
        ON CONFLICT DO UPDATE SET photo_count = photo_count + 1;
    END;
    CREATE TRIGGER album_photo_removed AFTER DELETE ON album_photo BEGIN
      UPDATE album_tally SET photo_count = photo_count - 1
        WHERE album = OLD.album AND owner = OLD.owner AND access = OLD.access;
    END;
    CREATE TRIGGER album_photo_changed AFTER UPDATE OF owner, access ON album_photo
      WHEN OLD.owner <> NEW.owner OR OLD.access <> NEW.access BEGIN
      UPDATE album_tally SET photo_count = photo_count - 1
        WHERE album = OLD.album AND owner = OLD.owner AND access = OLD.access;
      INSERT INTO album_tally (album, owner, access, photo_count) VALUES (NEW.album, NEW.owner, NEW.access, 1)
        ON CONFLICT DO UPDATE SET photo_count = photo_count + 1;
    END;

    -- Albums follow their photos, whatever changes them.
    CREATE TRIGGER album_follows_photo AFTER UPDATE OF visibility, owner, is_deleted ON photo
      WHEN (OLD.visibility = 2) <> (NEW.visibility = 2) OR OLD.owner <> NEW.owner OR OLD.is_deleted <> NEW.is_deleted
    BEGIN
      UPDATE album SET version = version + 1
        WHERE number IN (SELECT album FROM album_photo WHERE photo = NEW.number);
      UPDATE album_photo SET owner = NEW.owner, access = iif(NEW.is_deleted, 2, NEW.visibility = 2)
        WHERE photo = NEW.number;
    END;
    """
}

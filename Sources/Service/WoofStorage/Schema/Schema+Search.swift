// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// Search indexes: the words by which photos are found.
  static let version15 = """
    -- The words of photos: in words those that everybody may read, in own_words those that only the owner may. Annotations
    -- are left out, as views do not read JSON.
    CREATE VIEW photo_words AS
      SELECT photo.number, 'a' || photo.owner AS account, visibility, is_deleted, caption,
        account.name || ' ' || substr(type, instr(type, '/') + 1) || ' ' || ifnull(day, '') || ' '
          || CASE substr(day, 6, 2)
            WHEN '01' THEN 'January Januar' WHEN '02' THEN 'February Februar' WHEN '03' THEN 'March März'
            WHEN '04' THEN 'April' WHEN '05' THEN 'May Mai' WHEN '06' THEN 'June Juni' WHEN '07' THEN 'July Juli'
            WHEN '08' THEN 'August' WHEN '09' THEN 'September' WHEN '10' THEN 'October Oktober'
            WHEN '11' THEN 'November' WHEN '12' THEN 'December Dezember' ELSE '' END
          || ' ' || ifnull((
            SELECT group_concat(title, ' ') FROM album_photo JOIN album ON album.number = album_photo.album
            WHERE album_photo.photo = photo.number AND access = 0 AND album.visibility = 0 AND album.is_deleted = 0
          ), '') AS words,
        file_name
          -- A photo stays in an album when its owner adds to it no longer.
          || ' ' || ifnull((
            SELECT group_concat(title, ' ') FROM album_photo JOIN album ON album.number = album_photo.album
            WHERE album_photo.photo = photo.number AND album.is_deleted = 0
              AND (album.visibility = 0 OR album.owner = photo.owner OR EXISTS (
                SELECT 1 FROM album_contributor
                WHERE album_contributor.album = album.number AND album_contributor.account = photo.owner))
          ), '') AS own_words
      FROM photo
        JOIN (
          SELECT *, strftime('%Y-%m-%d', coalesce(taken_at, created_at) / 1000, 'unixepoch') AS day FROM photo_detail
        ) AS detail ON detail.photo = photo.number
        JOIN account ON account.number = photo.owner;

    -- Public photos, by the words that everybody may read. Rows have the numbers of photos; account is 'a' and the number
    -- of the owner, so that the photos of one account are found by a word too.
    CREATE VIRTUAL TABLE listed_search USING fts5 (
      account, caption, words,
      tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3 4 5 6 7 8', columnsize = 0
    );

    -- All photos that are there, by the words that their owner may read.
    CREATE VIRTUAL TABLE owned_search USING fts5 (
      account, caption, words,
      tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3 4 5 6 7 8', columnsize = 0
    );

    -- Photos whose rows in the search indexes are not as they have to be any more; no search finds them.
    CREATE TABLE unindexed_photo (
      photo INTEGER PRIMARY KEY
    ) STRICT;

    INSERT INTO unindexed_photo (photo) SELECT number FROM photo WHERE is_deleted = 0;

    CREATE TRIGGER search_photo_added AFTER INSERT ON photo_detail BEGIN
      INSERT INTO unindexed_photo (photo) VALUES (NEW.photo) ON CONFLICT DO NOTHING;
    END;
    CREATE TRIGGER search_photo_changed AFTER UPDATE OF visibility, owner, is_deleted ON photo
      WHEN (OLD.visibility, OLD.owner, OLD.is_deleted) IS NOT (NEW.visibility, NEW.owner, NEW.is_deleted) BEGIN
      INSERT INTO unindexed_photo (photo) VALUES (NEW.number) ON CONFLICT DO NOTHING;
    END;
    CREATE TRIGGER search_detail_changed
      AFTER UPDATE OF caption, file_name, type, taken_at, created_at ON photo_detail
      WHEN (OLD.caption, OLD.file_name, OLD.type, OLD.taken_at, OLD.created_at)
        IS NOT (NEW.caption, NEW.file_name, NEW.type, NEW.taken_at, NEW.created_at) BEGIN
      INSERT INTO unindexed_photo (photo) VALUES (NEW.photo) ON CONFLICT DO NOTHING;
    END;
    CREATE TRIGGER search_annotation_added AFTER INSERT ON photo_annotation BEGIN
      INSERT INTO unindexed_photo (photo) VALUES (NEW.photo) ON CONFLICT DO NOTHING;
    END;
    CREATE TRIGGER search_annotation_changed AFTER UPDATE ON photo_annotation BEGIN
      INSERT INTO unindexed_photo (photo) VALUES (NEW.photo) ON CONFLICT DO NOTHING;
    END;
    CREATE TRIGGER search_annotation_removed AFTER DELETE ON photo_annotation BEGIN
      INSERT INTO unindexed_photo (photo) VALUES (OLD.photo) ON CONFLICT DO NOTHING;
    END;
    CREATE TRIGGER search_account_changed AFTER UPDATE OF name ON account WHEN OLD.name <> NEW.name BEGIN
      INSERT INTO unindexed_photo (photo) SELECT number FROM photo WHERE owner = NEW.number ON CONFLICT DO NOTHING;
    END;
    CREATE TRIGGER search_album_photo_added AFTER INSERT ON album_photo BEGIN
      INSERT INTO unindexed_photo (photo) VALUES (NEW.photo) ON CONFLICT DO NOTHING;
    END;
    -- Those of a deleted album were indexed when it was deleted.
    CREATE TRIGGER search_album_photo_removed AFTER DELETE ON album_photo
      WHEN EXISTS (SELECT 1 FROM album WHERE number = OLD.album AND is_deleted = 0) BEGIN
      INSERT INTO unindexed_photo (photo) VALUES (OLD.photo) ON CONFLICT DO NOTHING;
    END;
    CREATE TRIGGER search_album_changed AFTER UPDATE OF title, visibility, owner, is_deleted ON album
      WHEN (OLD.title, OLD.visibility, OLD.owner, OLD.is_deleted)
        IS NOT (NEW.title, NEW.visibility, NEW.owner, NEW.is_deleted) BEGIN
      INSERT INTO unindexed_photo (photo) SELECT photo FROM album_photo WHERE album = NEW.number
        ON CONFLICT DO NOTHING;
    END;
    CREATE TRIGGER search_contributor_added AFTER INSERT ON album_contributor BEGIN
      INSERT INTO unindexed_photo (photo)
        SELECT photo FROM album_photo WHERE album = NEW.album AND owner = NEW.account ON CONFLICT DO NOTHING;
    END;
    CREATE TRIGGER search_contributor_removed AFTER DELETE ON album_contributor BEGIN
      INSERT INTO unindexed_photo (photo)
        SELECT photo FROM album_photo WHERE album = OLD.album AND owner = OLD.account ON CONFLICT DO NOTHING;
    END;
    """
}

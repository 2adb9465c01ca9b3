// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// Allowances of share links for guests with a name, and what comes of them: likes, and the names beside photos that they
  /// add to albums.
  static let version19 = """
    ALTER TABLE share_link ADD COLUMN allows_likes INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE share_link ADD COLUMN allows_adding INTEGER NOT NULL DEFAULT 0
      CHECK (allows_adding = 0 OR album IS NOT NULL);
    -- The number of rows of guest_like, so that nobody has to count them.
    ALTER TABLE share_link ADD COLUMN like_count INTEGER NOT NULL DEFAULT 0;
    -- The latest day on which photos came, in days since 1970, how many, and the number of their bytes.
    ALTER TABLE share_link ADD COLUMN intake_day INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE share_link ADD COLUMN intake_photo_count INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE share_link ADD COLUMN intake_byte_count INTEGER NOT NULL DEFAULT 0;

    -- The name of the guest who added the photo; NULL where an account did.
    ALTER TABLE album_photo ADD COLUMN guest_name TEXT;

    CREATE TABLE link_guest (
      number INTEGER PRIMARY KEY,
      id BLOB NOT NULL UNIQUE,
      link BLOB NOT NULL REFERENCES share_link (id),
      name TEXT NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT;

    CREATE INDEX link_guest_link ON link_guest (link);

    CREATE TABLE guest_like (
      -- Never used again, so that pages of likes stay in order.
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      -- That of the guest.
      link BLOB NOT NULL REFERENCES share_link (id),
      photo INTEGER NOT NULL REFERENCES photo (number),
      guest INTEGER NOT NULL REFERENCES link_guest (number),
      liked_at INTEGER NOT NULL,
      UNIQUE (link, photo, guest)
    ) STRICT;

    CREATE INDEX guest_like_order ON guest_like (link, number);
    CREATE INDEX guest_like_photo ON guest_like (photo);
    CREATE INDEX guest_like_guest ON guest_like (guest);

    CREATE TRIGGER guest_like_added AFTER INSERT ON guest_like BEGIN
      UPDATE share_link SET like_count = like_count + 1 WHERE id = NEW.link;
    END;
    CREATE TRIGGER guest_like_removed AFTER DELETE ON guest_like BEGIN
      UPDATE share_link SET like_count = like_count - 1 WHERE id = OLD.link;
    END;
    CREATE TRIGGER share_link_removed AFTER DELETE ON share_link BEGIN
      DELETE FROM guest_like WHERE link = OLD.id;
      DELETE FROM link_guest WHERE link = OLD.id;
    END;
    """
}

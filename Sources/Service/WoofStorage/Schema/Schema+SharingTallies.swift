// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// Kept numbers of albums, share links and app passwords, so that nobody has to count them.
  static let version24 = """
    DROP VIEW counted;

    CREATE VIEW counted AS
      SELECT 'accounts' AS name, (SELECT count(*) FROM account WHERE deleted_at IS NULL) AS value
      UNION ALL SELECT 'photos', (SELECT count(*) FROM photo WHERE is_deleted = 0)
      UNION ALL SELECT 'restorable-photos', (SELECT count(*) FROM restorable_photo)
      UNION ALL SELECT 'favourites', (SELECT count(*) FROM favourite_order)
      UNION ALL SELECT 'variants', (SELECT count(*) FROM variant)
      UNION ALL SELECT 'blobs', (SELECT count(*) FROM blob WHERE reference_count > 0)
      UNION ALL SELECT 'blob-bytes', (SELECT coalesce(sum(byte_count), 0) FROM blob WHERE reference_count > 0)
      UNION ALL SELECT 'derivations', (SELECT count(*) FROM derivation)
      UNION ALL SELECT 'albums', (SELECT count(*) FROM album WHERE is_deleted = 0)
      UNION ALL SELECT 'links', (SELECT count(*) FROM share_link)
      UNION ALL SELECT 'app-passwords', (SELECT count(*) FROM app_password);

    INSERT INTO tally (name, value)
      SELECT name, value FROM counted WHERE name IN ('albums', 'links', 'app-passwords');

    CREATE TRIGGER tally_album_added AFTER INSERT ON album WHEN NEW.is_deleted = 0 BEGIN
      UPDATE tally SET value = value + 1 WHERE name = 'albums';
    END;
    CREATE TRIGGER tally_album_deleted AFTER UPDATE OF is_deleted ON album WHEN OLD.is_deleted <> NEW.is_deleted BEGIN
      UPDATE tally SET value = value + OLD.is_deleted - NEW.is_deleted WHERE name = 'albums';
    END;
    CREATE TRIGGER tally_album_removed AFTER DELETE ON album WHEN OLD.is_deleted = 0 BEGIN
      UPDATE tally SET value = value - 1 WHERE name = 'albums';
    END;
    CREATE TRIGGER tally_share_link_added AFTER INSERT ON share_link BEGIN
      UPDATE tally SET value = value + 1 WHERE name = 'links';
    END;
    CREATE TRIGGER tally_share_link_removed AFTER DELETE ON share_link BEGIN
      UPDATE tally SET value = value - 1 WHERE name = 'links';
    END;
    CREATE TRIGGER tally_app_password_added AFTER INSERT ON app_password BEGIN
      UPDATE tally SET value = value + 1 WHERE name = 'app-passwords';
    END;
    CREATE TRIGGER tally_app_password_removed AFTER DELETE ON app_password BEGIN
      UPDATE tally SET value = value - 1 WHERE name = 'app-passwords';
    END;

    CREATE INDEX app_password_expiry ON app_password (expires_at) WHERE expires_at IS NOT NULL;
    """
}

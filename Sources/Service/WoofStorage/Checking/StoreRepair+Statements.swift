extension StoreRepair {
  /// Makes anew what follows from the photos and the favourites. A photo whose count was wrong changes, so that whoever
  /// follows the change log hears of it.
  static let statements = """
    DELETE FROM original WHERE photo IN (SELECT number FROM photo WHERE is_deleted = 1);

    INSERT OR IGNORE INTO original (owner, digest, photo)
      SELECT owner, digest, number FROM photo JOIN photo_detail ON photo_detail.photo = photo.number
      WHERE is_deleted = 0 AND number NOT IN (SELECT photo FROM original);

    DELETE FROM restorable_photo WHERE photo IN (SELECT number FROM photo WHERE is_deleted = 0);

    UPDATE restorable_photo SET id = (SELECT id FROM photo WHERE number = restorable_photo.photo)
      WHERE id <> (SELECT id FROM photo WHERE number = restorable_photo.photo);

    UPDATE account SET password_hash = '', is_disabled = 1, is_administrator = 0 WHERE deleted_at IS NOT NULL;

    DELETE FROM account_deletion WHERE account IN (SELECT number FROM account WHERE deleted_at IS NULL);

    DELETE FROM former_owner WHERE account = (SELECT owner FROM photo WHERE number = former_owner.photo);

    DELETE FROM variant WHERE photo NOT IN (SELECT number FROM photo WHERE is_deleted = 0);

    DELETE FROM part_hash WHERE photo NOT IN (SELECT number FROM photo WHERE is_deleted = 0);
    DELETE FROM photo_annotation WHERE photo NOT IN (SELECT number FROM photo WHERE is_deleted = 0);

    DELETE FROM derivation WHERE photo NOT IN (SELECT number FROM photo WHERE is_deleted = 0);

    INSERT OR IGNORE INTO blob (digest, byte_count, reference_count)
      SELECT digest, byte_count, 0 FROM photo_detail
      WHERE digest IN (SELECT digest FROM blob_reference) AND digest NOT IN (SELECT digest FROM blob);

    INSERT OR IGNORE INTO blob (digest, byte_count, reference_count)
      SELECT digest, byte_count, 0 FROM variant WHERE digest NOT IN (SELECT digest FROM blob);

    UPDATE blob SET reference_count = 0
      WHERE reference_count > 0 AND digest NOT IN (SELECT digest FROM blob_reference);

    UPDATE blob SET reference_count = counted
      FROM (SELECT digest AS counted_digest, count(*) AS counted FROM blob_reference GROUP BY digest)
      WHERE digest = counted_digest AND reference_count <> counted;

    DELETE FROM favourite
      WHERE account NOT IN (SELECT number FROM account) OR photo NOT IN (
        SELECT number FROM photo WHERE is_deleted = 0 UNION SELECT photo FROM restorable_photo);

    DELETE FROM favourite_order WHERE (photo, account, set_at) IN (
      SELECT photo, account, set_at FROM favourite_order
      EXCEPT
      SELECT photo, account, set_at FROM favourite WHERE photo IN (SELECT number FROM photo WHERE is_deleted = 0));

    INSERT INTO favourite_order (photo, account, set_at)
      SELECT photo, account, set_at FROM favourite WHERE photo IN (SELECT number FROM photo WHERE is_deleted = 0)
      EXCEPT SELECT photo, account, set_at FROM favourite_order;

    UPDATE photo SET favourite_count = counted, version = version + 1, sequence = new_sequence
      FROM (
        SELECT number AS counted_number, counted,
          (SELECT max(sequence) FROM photo) + row_number() OVER (ORDER BY number) AS new_sequence
        FROM (
          SELECT number, favourite_count,
            iif(is_deleted, 0, (SELECT count(*) FROM favourite WHERE photo = photo.number)) AS counted
          FROM photo)
        WHERE favourite_count <> counted)
      WHERE number = counted_number;

    INSERT INTO tally (name, value) SELECT name, value FROM counted WHERE true
      ON CONFLICT (name) DO UPDATE SET value = excluded.value;

    INSERT OR REPLACE INTO account_tally
      (account, photo_count, byte_count, deleted_photo_count, deleted_byte_count, favourite_count)
      SELECT account, photo_count, byte_count, deleted_photo_count, deleted_byte_count, favourite_count
      FROM account_counted;
    """
}

// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// The places of albums and share links in the change log, and what is kept of them for those who see them no longer.
  static let version26 = """
    -- The position of the newest change; 0 until the end of the transaction that makes it.
    ALTER TABLE album ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE share_link ADD COLUMN sequence INTEGER NOT NULL DEFAULT 0;

    UPDATE album SET sequence = number + max(
      (SELECT coalesce(max(sequence), 0) FROM photo), (SELECT coalesce(max(sequence), 0) FROM favourite_journal));
    UPDATE share_link SET sequence = place + max(
      (SELECT coalesce(max(sequence), 0) FROM photo), (SELECT coalesce(max(sequence), 0) FROM favourite_journal),
      (SELECT coalesce(max(sequence), 0) FROM album))
      FROM (SELECT id AS placed, row_number() OVER (ORDER BY id) AS place FROM share_link) WHERE id = placed;

    CREATE INDEX album_changed ON album (sequence);
    CREATE INDEX share_link_changed ON share_link (account, sequence);
    CREATE INDEX share_link_unnumbered ON share_link (id) WHERE sequence = 0;

    -- The newest position that an album, a link or a withdrawal has had.
    INSERT INTO installation (name, value) SELECT 'sharing-sequence', max(
      (SELECT coalesce(max(sequence), 0) FROM album), (SELECT coalesce(max(sequence), 0) FROM share_link));

    -- The newest position that the tables have.
    CREATE VIEW newest_change AS
      SELECT max(
        (SELECT coalesce(max(sequence), 0) FROM photo), (SELECT coalesce(max(sequence), 0) FROM favourite_journal),
        (SELECT coalesce(max(value), 0) FROM installation WHERE name = 'sharing-sequence')) AS sequence;

    -- Albums and links that somebody has lost, each where that was last. Who sees an album again keeps its row, which says
    -- nothing for as long as the album is seen.
    CREATE TABLE withdrawal (
      -- 0 for everybody: who saw an album because it was public. -1 for administrators, who lose what is deleted.
      account INTEGER NOT NULL,
      -- 1 an album, 2 a link.
      subject INTEGER NOT NULL,
      id BLOB NOT NULL,
      sequence INTEGER NOT NULL,
      -- That of the album then; 0 for a link.
      version INTEGER NOT NULL,
      reason TEXT NOT NULL,
      PRIMARY KEY (account, subject, id)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX withdrawal_log ON withdrawal (account, sequence);
    CREATE INDEX withdrawal_unnumbered ON withdrawal (subject, id) WHERE sequence = 0;

    DROP TRIGGER album_follows_photo;
    CREATE TRIGGER album_follows_photo AFTER UPDATE OF visibility, owner, is_deleted ON photo
      WHEN (OLD.visibility = 2) <> (NEW.visibility = 2) OR OLD.owner <> NEW.owner OR OLD.is_deleted <> NEW.is_deleted
    BEGIN
      UPDATE album SET version = version + 1, sequence = 0
        WHERE number IN (SELECT album FROM album_photo WHERE photo = NEW.number) AND is_deleted = 0;
      UPDATE album_photo SET owner = NEW.owner, access = iif(NEW.is_deleted, 2, NEW.visibility = 2)
        WHERE photo = NEW.number;
    END;
    """
}

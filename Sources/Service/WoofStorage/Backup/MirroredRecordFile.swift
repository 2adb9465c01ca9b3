// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
package import WoofSQLite

/// What follows from rows that are mirrored into records, made anew for those rows alone, within a transaction that writes.
///
/// The triggers of the schema keep tallies. What the service keeps by itself is kept by triggers of the connection meanwhile: which
/// blobs are needed, and the order of favourites. All calls block.
package struct MirroredRecordFile {
  private let database: Database
  private let photos: [Int64]
  private let paused: [String]
  private var sums = ViewSums()

  /// Takes the shares of photos out of all sums, before their rows are written.
  ///
  /// - Throws: `SQLiteError`.
  package init(writing photos: [Int64], in database: Database) throws(SQLiteError) {
    self.database = database
    self.photos = photos
    try database.execute(Self.triggers)
    // References are looked at when the transaction ends.
    try database.execute("PRAGMA defer_foreign_keys = ON")
    // What it does to albums is among the rows that come.
    paused = try database[.albumTrigger].all { (columns) throws(SQLiteError) in try columns.next(String.self) }
    try database.execute("DROP TRIGGER IF EXISTS album_follows_photo")
    var sums = ViewSums()
    try forEach { (id, access, version) in sums.remove(id, access, version: version) }
    self.sums = sums
  }

  /// Makes everything that follows from the rows, which are written.
  ///
  /// - Throws: `SQLiteError`.
  package func derive() throws(SQLiteError) {
    var sums = sums
    try forEach { (id, access, version) in sums.insert(id, access, version: version) }
    try sums.add(to: database)
    for trigger in paused { try database.execute(trigger) }
  }

  private func forEach(_ body: (PhotoID, PhotoAccess, Int64) -> Void) throws(SQLiteError) {
    let statement = try database[.summedPhoto]
    for number in photos {
      try statement.rows(number) { (columns) throws(SQLiteError) in
        let (id, version): (PhotoID, Int64) = (try columns.next(), try columns.next())
        body(id, PhotoAccess(owner: try columns.next(), visibility: try columns.next()), version)
        return true
      }
    }
  }

  private static func needing(_ digest: String, _ byteCount: String, from source: String = "") -> String {
    """
    INSERT INTO blob (digest, byte_count, reference_count) SELECT \(digest), \(byteCount), 1 \(source) WHERE \
    \(source.isEmpty ? "true" : "photo = NEW.photo") ON CONFLICT (digest) DO UPDATE SET reference_count = reference_count + 1;
    """
  }

  private static func releasing(_ digest: String) -> String {
    "UPDATE blob SET reference_count = reference_count - 1 WHERE digest = \(digest);"
  }

  private static let triggers = """
    CREATE TEMP TRIGGER IF NOT EXISTS mirrored_original_added AFTER INSERT ON main.original BEGIN
      \(needing("digest", "byte_count", from: "FROM photo_detail"))
    END;
    CREATE TEMP TRIGGER IF NOT EXISTS mirrored_original_removed AFTER DELETE ON main.original BEGIN
      \(releasing("OLD.digest"))
    END;
    CREATE TEMP TRIGGER IF NOT EXISTS mirrored_kept_added AFTER INSERT ON main.restorable_photo BEGIN
      \(needing("digest", "byte_count", from: "FROM photo_detail"))
    END;
    CREATE TEMP TRIGGER IF NOT EXISTS mirrored_kept_removed AFTER DELETE ON main.restorable_photo BEGIN
      \(releasing("(SELECT digest FROM photo_detail WHERE photo = OLD.photo)"))
    END;
    CREATE TEMP TRIGGER IF NOT EXISTS mirrored_variant_added AFTER INSERT ON main.variant BEGIN
      \(needing("NEW.digest", "NEW.byte_count"))
    END;
    CREATE TEMP TRIGGER IF NOT EXISTS mirrored_variant_removed AFTER DELETE ON main.variant BEGIN
      \(releasing("OLD.digest"))
    END;
    -- An account that was added and deleted between two drains comes deleted, which the schema's own trigger does not expect.
    CREATE TEMP TRIGGER IF NOT EXISTS mirrored_account_added AFTER INSERT ON main.account
      WHEN NEW.deleted_at IS NOT NULL BEGIN
      UPDATE tally SET value = value - 1 WHERE name = 'accounts';
    END;
    CREATE TEMP TRIGGER IF NOT EXISTS mirrored_album_removed AFTER DELETE ON main.album BEGIN
      DELETE FROM album_tally WHERE album = OLD.number;
    END;
    CREATE TEMP TRIGGER IF NOT EXISTS mirrored_favourite_added AFTER INSERT ON main.favourite BEGIN
      INSERT INTO favourite_order (account, set_at, photo) SELECT NEW.account, NEW.set_at, NEW.photo
        FROM photo WHERE number = NEW.photo AND is_deleted = 0;
    END;
    CREATE TEMP TRIGGER IF NOT EXISTS mirrored_favourite_removed AFTER DELETE ON main.favourite BEGIN
      DELETE FROM favourite_order WHERE account = OLD.account AND set_at = OLD.set_at AND photo = OLD.photo;
    END;
    CREATE TEMP TRIGGER IF NOT EXISTS mirrored_photo_deleted AFTER UPDATE OF is_deleted ON main.photo
      WHEN OLD.is_deleted <> NEW.is_deleted BEGIN
      DELETE FROM favourite_order WHERE (account, set_at, photo) IN (
        SELECT account, set_at, photo FROM favourite WHERE photo = NEW.number);
      INSERT INTO favourite_order (account, set_at, photo)
        SELECT account, set_at, photo FROM favourite WHERE photo = NEW.number AND NEW.is_deleted = 0;
    END;
    CREATE TEMP TRIGGER IF NOT EXISTS mirrored_order_added AFTER INSERT ON main.favourite_order BEGIN
      UPDATE tally SET value = value + 1 WHERE name = 'favourites';
      UPDATE account_tally SET favourite_count = favourite_count + 1 WHERE account = NEW.account;
    END;
    CREATE TEMP TRIGGER IF NOT EXISTS mirrored_order_removed AFTER DELETE ON main.favourite_order BEGIN
      UPDATE tally SET value = value - 1 WHERE name = 'favourites';
      UPDATE account_tally SET favourite_count = favourite_count - 1 WHERE account = OLD.account;
    END;
    """
}

extension SQL {
  fileprivate static let albumTrigger = SQL(
    "SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND name = 'album_follows_photo'")
  fileprivate static let summedPhoto = SQL(
    "SELECT id, version, owner, visibility FROM photo WHERE number = ?1 AND is_deleted = 0")
}

// SPDX-License-Identifier: Apache-2.0

internal import WoofModel
internal import WoofSQLite

/// Repairs what can be repaired of the stores of a data folder.
///
/// From the photos and the favourites that are there follow all counts, all lists and all references, so these are made
/// anew where they are wrong. Variants whose bytes are gone or damaged are forgotten, so that the service makes them anew;
/// bytes of originals come back from a backup only.
package struct StoreRepair {
  let folder: DataFolder
  private let backup: String?

  /// Makes a repair.
  ///
  /// - Parameters:
  ///   - folder: A folder that is open for serving, so that nobody else changes it.
  ///   - backup: A folder that is a backup, or holds several, of which missing blobs are taken.
  package init(of folder: DataFolder, from backup: String? = nil) {
    self.folder = folder
    self.backup = backup.map { DataFolder.absolute($0) }
  }

  /// The outcome of a repair.
  package struct Outcome: Hashable, Sendable {
    /// The report of the check before the repair.
    package var before: StoreReport
    /// The report of the check after the repair; what it finds cannot be repaired here.
    package var after: StoreReport
    /// The number of blobs that came back from the backup.
    package var returnedCount = 0
    /// The number of variants forgotten because their bytes are gone; the service makes them anew.
    package var forgottenVariantCount = 0
    /// The number of removed files that no photo needs.
    package var removedOrphanCount = 0

    /// Makes an outcome.
    package init(before: StoreReport, after: StoreReport) { (self.before, self.after) = (before, after) }

    /// The findings before the repair about things that have none after it.
    package var repaired: [StoreCheck.Finding] {
      let left = Set(after.findings.map(\.thing))
      return before.findings.filter { !left.contains($0.thing) }
    }
  }

  /// Checks, repairs, and checks again. Blocks.
  ///
  /// - Parameters:
  ///   - depth: The depth of both checks.
  ///   - progress: Is told how far each has come.
  /// - Throws: ``StorageError``, as ``StoreCheck/report(_:quarantinesDamage:progress:)``; `in-use` where the folder is not
  ///   open for serving, and `damaged-backup` for the backup. What has been repaired when `progress` stops it stays so.
  package func run(
    _ depth: StoreCheck.Depth, progress: @escaping StorageProgress.Observer = { _ in }
  ) throws(StorageError) -> Outcome {
    guard folder.isLocked else { throw .inUse(folder.path, by: nil) }
    let check = try StoreCheck(of: folder)
    let before = try check.report(depth, quarantinesDamage: true, progress: progress)
    guard !before.isSound || before.orphanCount > 0 else { return Outcome(before: before, after: before) }
    var outcome = Outcome(before: before, after: before)
    do {
      let settings = EmbeddedStoreConfiguration().settings(cacheByteCount: 8 << 20)
      let database = try Database(path: folder.databasePath, settings: settings)
      try database.addMarkedWords()
      try repairRecords(database, before)
      outcome.returnedCount = try returnBlobs(database, progress)
      outcome.forgottenVariantCount = try forgetLostVariants(database)
      try ViewSums.prepare(in: database)
      try progress(StorageProgress(.finishing))
      outcome.removedOrphanCount = try removeOrphans(database)
    } catch {
      throw StorageError("\(folder.path) cannot be repaired", error)
    }
    // What has been read and found sound need not be read once more.
    outcome.after = try check.report(min(depth, .lengths), progress: progress)
    return outcome
  }

  private func repairRecords(_ database: Database, _ report: StoreReport) throws(SQLiteError) {
    do throws(SQLiteError) {
      try database[.beginWriting].run()
      if report.findings.contains(where: { $0.rule == StoreRule.soundness }) { try database.execute("REINDEX") }
      let fold = FavouriteFold(database: database)
      _ = try fold.run(try fold.pendingInJournal())
      try database.execute(Self.statements)
      try database.execute(StoreRule.repairOfGuests)
      try database.execute(StoreRule.repairOfInvitations)
      try database.execute(SearchIndex.rebuild)
      // They are counted when all that changes versions has been done.
      try ViewSums.forget(in: database)
      try database[.commit].run()
    } catch {
      database.rollBack()
      throw error
    }
  }

  /// Takes missing blobs from the backup.
  private func returnBlobs(_ database: Database, _ progress: StorageProgress.Observer) throws -> Int {
    guard let backup else { return 0 }
    let source = try BackupChoice(path: backup, point: nil, files: folder.files).backup()
    let layout = BlobLayout(root: folder.blobsPath)
    try BlobFolders.make(layout, in: folder.files)
    var reading = FileReading()
    var report = StorageProgress(.copyingBlobs)
    var count = 0
    var last: Digest?
    while case let blobs = try database.neededBlobs(after: last, limit: 512), !blobs.isEmpty {
      try progress(report)
      for blob in blobs where try folder.files.byteCount(at: layout.path(of: blob.digest)) == nil {
        let temporary = try folder.temporaryPath(for: "repair")
        let outcome = try reading.copyFile(
          at: source.path(of: .blob(blob.digest)), to: temporary, expecting: blob.digest, in: folder.files
        ) { byteCount in
          report.done += Int64(byteCount)
          try progress(report)
        }
        guard outcome == .copied else { continue }
        try folder.files.synchronizeAll(below: folder.spoolPath)
        _ = try folder.files.rename(temporary, to: layout.path(of: blob.digest))
        try folder.files.synchronizeFolder(at: layout.folder(of: blob.digest))
        count += 1
      }
      last = blobs.last?.digest
    }
    return count
  }

  private func removeOrphans(_ database: Database) throws -> Int {
    let store = try FileBlobStore(in: folder)
    var sweep = try OrphanSweep(of: store)
    let ledger = BlobLedger(database: database)
    var count = 0
    while let removed = try sweep.step(ledger) { count += removed }
    return count
  }
}

extension StoreCheck.Depth: Comparable {
  /// Orders by how far a check goes.
  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension StoreCheck.Finding {
  /// The thing that the finding is about: the first word of its subject, mostly an id or a digest.
  fileprivate var thing: Substring { subject.prefix { $0 != " " } }
}

extension StoreRepair {
  /// Makes anew what follows from the photos and the favourites. A photo whose count was wrong changes, so that whoever
  /// follows the change log hears of it.
  static let statements = """
    DELETE FROM original WHERE photo IN (SELECT number FROM photo WHERE is_deleted = 1);

    INSERT OR IGNORE INTO original (owner, digest, photo)
      SELECT owner, digest, number FROM photo JOIN photo_detail ON photo_detail.photo = photo.number
      WHERE is_deleted = 0 AND number NOT IN (SELECT photo FROM original);

    UPDATE photo SET (moment, ratio) = (SELECT moment, ratio FROM photo_moment WHERE photo = photo.number)
      WHERE (moment, ratio) IS NOT (SELECT moment, ratio FROM photo_moment WHERE photo = photo.number)
        AND number IN (SELECT photo FROM photo_detail);

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

    DELETE FROM favourite_edit
      WHERE photo NOT IN (SELECT number FROM photo WHERE is_deleted = 0 UNION SELECT photo FROM restorable_photo)
        OR account NOT IN (
          SELECT number FROM account WHERE deleted_at IS NULL UNION SELECT account FROM account_deletion);
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
          (SELECT sequence FROM newest_change) + row_number() OVER (ORDER BY number) AS new_sequence
        FROM (
          SELECT number, favourite_count,
            iif(is_deleted, 0, (SELECT count(*) FROM favourite WHERE photo = photo.number)) AS counted
          FROM photo)
        WHERE favourite_count <> counted)
      WHERE number = counted_number;

    DELETE FROM album_photo WHERE photo IN (
      SELECT number FROM photo WHERE is_deleted = 1 AND number NOT IN (SELECT photo FROM restorable_photo));

    UPDATE album_photo SET owner = photo.owner, access = iif(is_deleted, 2, visibility = 2)
      FROM photo WHERE photo.number = album_photo.photo;

    UPDATE album_photo SET place = new_place
      FROM (
        SELECT album AS placed_album, photo AS placed_photo,
          row_number() OVER (PARTITION BY album ORDER BY place, photo) << 32 AS new_place
        FROM album_photo)
      WHERE album = placed_album AND photo = placed_photo
        AND album IN (SELECT album FROM album_photo GROUP BY album, place HAVING count(*) > 1);

    UPDATE album SET cover = NULL
      WHERE cover NOT IN (SELECT photo FROM album_photo WHERE album = album.number);

    -- The next transaction gives them positions.
    UPDATE album SET sequence = 0
      WHERE sequence NOT BETWEEN 0 AND (SELECT value FROM installation WHERE name = 'sharing-sequence')
        OR sequence IN (SELECT sequence FROM album GROUP BY sequence HAVING count(*) > 1);

    UPDATE share_link SET sequence = 0
      WHERE sequence NOT BETWEEN 0 AND (SELECT value FROM installation WHERE name = 'sharing-sequence');

    DELETE FROM album_tally;

    INSERT INTO album_tally (album, owner, access, photo_count)
      SELECT album, owner, access, count(*) FROM album_photo GROUP BY album, owner, access;

    INSERT INTO tally (name, value) SELECT name, value FROM counted WHERE true
      ON CONFLICT (name) DO UPDATE SET value = excluded.value;

    INSERT OR REPLACE INTO account_tally
      (account, photo_count, byte_count, deleted_photo_count, deleted_byte_count, favourite_count)
      SELECT account, photo_count, byte_count, deleted_photo_count, deleted_byte_count, favourite_count
      FROM account_counted;
    """
}

extension StoreRepair {
  /// Forgets variants whose blobs are gone, and lets their photos wait for being derived anew: unlike originals, they can
  /// be made again.
  ///
  /// - Returns: The number of variants that were forgotten.
  func forgetLostVariants(_ database: Database) throws -> Int {
    var count = 0
    var last: Digest?
    while case let blobs = try database.neededBlobs(after: last, limit: 512), !blobs.isEmpty {
      let layout = BlobLayout(root: folder.blobsPath)
      let lost = try blobs.filter { try folder.files.byteCount(at: layout.path(of: $0.digest)) == nil }
      if !lost.isEmpty { count += try forgetVariants(of: lost.map(\.digest), in: database) }
      last = blobs.last?.digest
    }
    return count
  }

  /// All of it in one transaction, so that no photo is without a variant and without a place in the queue.
  private func forgetVariants(of digests: [Digest], in database: Database) throws(SQLiteError) -> Int {
    do throws(SQLiteError) {
      var count = 0
      try database[.beginWriting].run()
      for digest in digests {
        let photos = try database[.photosOfVariant].all(digest) { (columns) throws(SQLiteError) in
          try columns.next(Int64.self)
        }
        for photo in Set(photos).sorted() {
          try database[.queueDerivation].run(photo, false)
          try database[.noteChange].run(photo)
        }
        try database[.unrefer].run(digest, photos.count)
        try database[.forgetVariants].run(digest)
        count += photos.count
      }
      try database[.commit].run()
      return count
    } catch {
      database.rollBack()
      throw error
    }
  }
}

extension SQL {
  fileprivate static let photosOfVariant = SQL("SELECT photo FROM variant WHERE digest = ?1")
  fileprivate static let forgetVariants = SQL("DELETE FROM variant WHERE digest = ?1")
  fileprivate static let unrefer = SQL(
    "UPDATE blob SET reference_count = max(0, reference_count - ?2) WHERE digest = ?1")
  /// Marks the metadata of a photo as changed, so that readers of the change log see it.
  fileprivate static let noteChange = SQL(
    """
    UPDATE photo SET version = version + 1, sequence = latest + 1, metadata_sequence = latest + 1
    FROM (SELECT sequence AS latest FROM newest_change) WHERE number = ?1
    """)
}

internal import WoofModel

/// Repairs what can be repaired of the stores of a data folder.
///
/// From the photos and the favourites that are there follow all counts, all lists and all references, so these are made
/// anew where they are wrong. Variants whose bytes are gone or damaged are forgotten, so that the service makes them anew;
/// bytes of originals come back from a backup only.
public struct StoreRepair {
  let folder: DataFolder
  private let backup: String?

  /// Makes a repair.
  ///
  /// - Parameters:
  ///   - folder: A folder that is open for serving, so that nobody else changes it.
  ///   - backup: A folder that is a backup, or holds several, of which missing blobs are taken.
  public init(of folder: DataFolder, from backup: String? = nil) {
    self.folder = folder
    self.backup = backup.map { DataFolder.absolute($0) }
  }

  /// The outcome of a repair.
  public struct Outcome: Hashable, Sendable {
    /// The report of the check before the repair.
    public var before: StoreReport
    /// The report of the check after the repair; what it finds cannot be repaired here.
    public var after: StoreReport
    /// The number of blobs that came back from the backup.
    public var returnedCount = 0
    /// The number of variants forgotten because their bytes are gone; the service makes them anew.
    public var forgottenVariantCount = 0
    /// The number of removed files that no photo needs.
    public var removedOrphanCount = 0

    /// The findings before the repair about things that have none after it.
    public var repaired: [StoreCheck.Finding] {
      let left = Set(after.findings.map(\.thing))
      return before.findings.filter { !left.contains($0.thing) }
    }
  }

  /// Checks, repairs, and checks again. Blocks.
  ///
  /// - Parameters:
  ///   - depth: How far the checks go.
  ///   - progress: Is told how far each has come.
  /// - Throws: ``StorageError``, as ``StoreCheck/report(_:quarantinesDamage:progress:)``; `in-use` where the folder is not
  ///   open for serving, and `damaged-backup` for the backup. What has been repaired when `progress` stops it stays so.
  public func run(
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
      try repairRecords(database, before)
      outcome.returnedCount = try returnBlobs(database, progress)
      outcome.forgottenVariantCount = try forgetLostVariants(database)
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
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension StoreCheck.Finding {
  /// The thing that the finding is about: the first word of its subject, mostly an id or a digest.
  fileprivate var thing: Substring { subject.prefix { $0 != " " } }
}

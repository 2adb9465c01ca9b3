// SPDX-License-Identifier: Apache-2.0

package import WoofPostgreSQL
internal import WoofPostgresStorage
internal import WoofSQLite
package import WoofStorage

/// Moves the records of a data folder into an empty database of PostgreSQL while a service goes on writing to the folder.
///
/// Changes are noted by triggers (``begin(copyingTo:progress:)``) and carried over again and again (``drain()``), until the service
/// stops writing and the last of them has been carried over (``finish()``). What has been begun can be gone on with by another
/// process. All calls block but those that wait; a mirror is used by one thread at a time.
package final class MirrorToPostgres {
  private let folder: DataFolder
  private let settings: PostgreSQLSettings
  private let keepsSecret: Bool
  private let source: Database
  private let capture: EmbeddedCapture

  /// Opens a mirror.
  ///
  /// - Parameters:
  ///   - folder: A folder that is open for upkeep; a service may run on it.
  ///   - keepsSecret: `false` where the nodes have the secret of the installation from a file.
  /// - Throws: ``WoofStorage/StorageError``.
  package init(
    from folder: DataFolder, to settings: PostgreSQLSettings, keepsSecret: Bool = true
  ) throws(StorageError) {
    self.folder = folder
    self.settings = settings
    self.keepsSecret = keepsSecret
    source = try folder.connectToRecords()
    capture = EmbeddedCapture(database: source)
  }

  /// The state of the move.
  ///
  /// - Throws: ``WoofStorage/StorageError`` with the code `damaged` where changes may have been missed; `SQLiteError`,
  ///   ``WoofPostgreSQL/PostgreSQLError``.
  package func state() throws -> MirrorState {
    guard let mark = try capture.mark() else { return .idle }
    let target = try PostgreSQLTransaction(settings, .snapshot)
    let isThere = try target.run("SELECT to_regclass('installation') IS NOT NULL")
      .first { (row) throws(PostgreSQLError) in try row.boolean() }
    guard isThere == true, try MoveMark.read(as: .target, in: target) == mark else { return .noting }
    return .mirroring
  }

  /// Begins to note changes, and copies all records as they are then.
  ///
  /// - Parameters:
  ///   - path: A path at which no file is yet, for a copy of the records that is the caller's to remove.
  ///   - progress: Is told how far it has come; stops by throwing.
  /// - Throws: As ``RecordImport/run(_:keepsSecret:progress:)``. Changes are noted all the same, until ``abandon()``.
  package func begin(
    copyingTo path: String, progress: @escaping StorageProgress.Observer = { _ in }
  ) async throws {
    let copy = RecordImport(into: settings)
    try await copy.prepare()
    let mark = MoveMark.make()
    try capture.install(mark: mark)
    // Pending favourites come to the tables later, and are noted then: folded in the copy, one that is taken back before would stay.
    let records = try RecordFile(copying: folder, to: path, foldsFavourites: false, progress: progress)
    try copy.run(records, keepsSecret: keepsSecret, mark: mark, progress: progress)
  }

  /// Carries over what has changed since the copy, or the last drain, in one transaction.
  ///
  /// Where it breaks off, or the connection is lost at the end, the same changes are carried over by the next drain.
  ///
  /// - Throws: ``WoofStorage/StorageError`` with the code `no-store` where nothing has been begun, `in-use` where a node uses the
  ///   database, or `damaged`; `SQLiteError`, ``WoofPostgreSQL/PostgreSQLError``.
  package func drain() throws -> MirrorProgress { try drain { _ in } }

  /// Carries over, and does something before it forgets what was carried over.
  ///
  /// - Parameter beforeForgetting: Is told how many rows were carried over; whatever it throws leaves all changes noted.
  func drain(beforeForgetting: (_ carried: Int) throws -> Void) throws -> MirrorProgress {
    try source[.beginReading].run()
    defer { source.rollBack() }
    guard let mark = try capture.mark() else { throw StorageError(.noStore, "no changes are noted; begin anew") }
    let (changes, newest) = try capture.changes()
    let target = try PostgreSQLTransaction(settings, .writing)
    // An earlier move may have taken all out of it.
    try PostgresCapture.pass(target)
    let records = CopiedRecords(in: target)
    try records.keepOthersOff()
    guard try MoveMark.read(as: .target, in: target) == mark else {
      throw StorageError(.noStore, "no copy has been made into this database whose changes were noted; begin anew")
    }
    guard try !records.haveNodes() else {
      throw StorageError(
        .inUse,
        "a node uses the database, which is not whole yet, or was killed some minutes ago; stop all nodes, or wait for three minutes"
      )
    }
    try carry(changes, to: target)
    try target.commit()
    source.rollBack()
    try beforeForgetting(changes.count)
    try capture.forget(upTo: newest)
    let left = try capture.left()
    return MirrorProgress(carried: changes.count, left: Int(left.entries + left.pending))
  }

  private func carry(_ changes: MirrorChanges, to target: PostgreSQLTransaction) throws {
    var identity = try RecordIdentity(in: source)
    if !keepsSecret { identity.secret = nil }
    try identity.write(to: target, numbersOf: source)
    let derived = try MirroredRecords(writing: changes.derived, in: target)
    let writer = MirrorWriter(source: source, target: target)
    try writer.write(changes)
    try derived.derive()
    try writer.writeMarks()
  }

  /// Carries over the last changes, when the service has stopped writing, and ends the noting.
  ///
  /// - Parameter keepsInStep: `true` to note changes of the database from now on, so that the folder can be brought in step by a
  ///   ``MirrorToEmbedded`` that goes on with it.
  /// - Throws: As ``drain()``, and ``WoofStorage/StorageError`` with the code `in-use` where something has been written meanwhile, or
  ///   favourites are pending that a running service is about to write; then it goes on, and can be finished later.
  package func finish(keepsInStep: Bool = false) throws {
    if try capture.left().pending > 0 { try folder.foldFavourites() }
    let progress = try drain()
    guard progress.left == 0 else {
      throw StorageError(.inUse, "the service still writes: \(progress.left) changes are left")
    }
    // Nodes begin when this is done.
    let target = try PostgreSQLTransaction(settings, .writing)
    if keepsInStep {
      try PostgresCapture.install(mark: MoveMark.make(), in: target)
    } else {
      try PostgresCapture.remove(in: target)
    }
    try MoveMark.remove(as: .target, in: target)
    try target.commit()
    try settle()
  }

  /// Does what is left of ``finish(keepsInStep:)``, where it broke off at its end.
  ///
  /// - Throws: `SQLiteError`, ``WoofPostgreSQL/PostgreSQLError``.
  package func settle() throws {
    let target = try PostgreSQLTransaction(settings, .snapshot)
    try capture.remove(following: try MoveMark.read(as: .source, in: target))
  }

  /// Gives the move up, or keeps the database in step no more. The database is of no use then, and is to be thrown away.
  ///
  /// - Throws: `SQLiteError`.
  package func abandon() throws { try capture.remove() }

  /// Compares every row of both sides.
  ///
  /// - Parameter limit: The number of differences after which it ends.
  /// - Returns: The first differences; while a service writes, what has not been carried over is among them.
  /// - Throws: `SQLiteError`, ``WoofPostgreSQL/PostgreSQLError``.
  package func compare(limit: Int = 10) throws -> [RecordDifference] {
    try RecordComparison(of: source, settings).run(limit: limit)
  }

  /// Compares the numbers of rows, what accounts have, and the sums of what they see.
  ///
  /// - Throws: `SQLiteError`, ``WoofPostgreSQL/PostgreSQLError``.
  package func compareCounts() throws -> [RecordDifference] {
    try RecordComparison(of: source, settings).runBriefly()
  }
}

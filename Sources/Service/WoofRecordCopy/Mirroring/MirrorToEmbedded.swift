// SPDX-License-Identifier: Apache-2.0

package import WoofPostgreSQL
internal import WoofPostgresStorage
internal import WoofSQLite
package import WoofStorage

/// Moves the records of PostgreSQL into a file of the embedded schema while nodes go on writing to the database.
///
/// As ``MirrorToPostgres``, the other way. All calls block; a mirror is used by one thread at a time.
package final class MirrorToEmbedded {
  private let settings: PostgreSQLSettings
  private let path: String
  private let secret: [UInt8]?
  private let capture: PostgresCapture

  /// Makes a mirror.
  ///
  /// - Parameters:
  ///   - settings: The database, whose triggers and journal are made by its user.
  ///   - path: The path of the file, on which no service runs.
  ///   - secret: The secret of the installation, where a file keeps it.
  package init(from settings: PostgreSQLSettings, to path: String, secret: [UInt8]? = nil) {
    self.settings = settings
    self.path = path
    self.secret = secret
    capture = PostgresCapture(settings: settings)
  }

  /// The state of the move.
  ///
  /// - Throws: ``WoofStorage/StorageError`` with the code `damaged` where changes may have been missed, or `inaccessible`;
  ///   `SQLiteError`, ``WoofPostgreSQL/PostgreSQLError``.
  package func state() throws -> MirrorState {
    guard let mark = try PostgresCapture.mark(in: try PostgreSQLTransaction(settings, .snapshot)) else { return .idle }
    guard try SystemFileSystem().byteCount(at: path) != nil else { return .noting }
    return try MoveMark.read(in: try RecordFile(goingOnWith: path).database) == mark ? .mirroring : .noting
  }

  /// Begins to note changes, and copies all records as they are then into a new file.
  ///
  /// - Parameter progress: Is told how far it has come; stops by throwing.
  /// - Throws: As ``RecordExport/run(into:progress:)``, and as the making of the file. Changes are noted all the same, until
  ///   ``abandon()``; the file is to be thrown away.
  package func begin(progress: @escaping StorageProgress.Observer = { _ in }) throws {
    try RecordExport.requireSchema(try PostgreSQLTransaction(settings, .snapshot))
    let records = try RecordFile(at: path)
    let mark = MoveMark.make()
    try capture.install(mark: mark)
    try RecordExport(of: settings, secret: secret).run(into: records, mark: mark, progress: progress)
    try records.database.synchronize()
  }

  /// Carries over what has changed since the copy, or the last drain, in one transaction of the file.
  ///
  /// Where it breaks off, the same changes are carried over by the next drain.
  ///
  /// - Throws: ``WoofStorage/StorageError`` with the code `no-store` where nothing has been begun, `older-schema`, `newer-schema` or
  ///   `damaged`; `SQLiteError`, ``WoofPostgreSQL/PostgreSQLError``.
  package func drain() throws -> MirrorProgress { try drain { _ in } }

  /// Carries over, and does something before it forgets what was carried over.
  ///
  /// - Parameter beforeForgetting: Is told how many rows were carried over; whatever it throws leaves all changes noted.
  func drain(beforeForgetting: (_ carried: Int) throws -> Void) throws -> MirrorProgress {
    let source = try PostgreSQLTransaction(settings, .snapshot)
    try RecordExport.requireSchema(source)
    guard let mark = try PostgresCapture.mark(in: source), try SystemFileSystem().byteCount(at: path) != nil else {
      throw StorageError(.noStore, "no copy has been made whose changes were noted; begin anew")
    }
    let target = try RecordFile(goingOnWith: path).database
    let reading = try PostgresCapture.read(in: source)
    do {
      try target[.beginWriting].run()
      guard try MoveMark.read(in: target) == mark else {
        throw StorageError(.noStore, "no copy has been made into this file whose changes were noted; begin anew")
      }
      try carry(reading.changes, from: source, to: target)
      try target[.commit].run()
    } catch {
      target.rollBack()
      throw error
    }
    try target.checkpoint()
    try beforeForgetting(reading.changes.count)
    let left = try capture.forget(reading.entries)
    return MirrorProgress(carried: reading.changes.count, left: left)
  }

  private func carry(
    _ changes: MirrorChanges, from source: PostgreSQLTransaction, to target: Database
  ) throws {
    let identity = try RecordIdentity(in: source)
    try identity.write(secret: try identity.requireSecret(secret), to: target)
    let derived = try MirroredRecordFile(writing: changes.numbers(0, .photo, .detail), in: target)
    let writer = MirrorFileWriter(source: source, target: target)
    try writer.write(changes)
    try derived.derive()
    try writer.writeNumbers(changes)
  }

  /// Carries over the last changes, when all nodes have stopped writing, and ends the noting.
  ///
  /// - Throws: As ``drain()``, and ``WoofStorage/StorageError`` with the code `in-use` where something has been written meanwhile;
  ///   then it goes on, and can be finished later.
  package func finish() throws {
    let progress = try drain()
    guard progress.left == 0 else {
      throw StorageError(.inUse, "a node still writes: \(progress.left) changes are left")
    }
    try capture.remove()
    let target = try RecordFile(goingOnWith: path).database
    try target[.removeMoveMark].run()
    try target.checkpoint(waits: true)
    try target.synchronize()
  }

  /// Ends the noting. The file is of no use then, and is to be thrown away.
  ///
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``.
  package func abandon() throws { try capture.remove() }

  /// Compares every row of both sides.
  ///
  /// - Parameter limit: The number of differences after which it ends.
  /// - Returns: The first differences; while nodes write, what has not been carried over is among them.
  /// - Throws: ``WoofStorage/StorageError``; `SQLiteError`, ``WoofPostgreSQL/PostgreSQLError``.
  package func compare(limit: Int = 10) throws -> [RecordDifference] {
    try RecordComparison(of: try RecordFile(goingOnWith: path).database, settings).run(limit: limit)
  }

  /// Compares the numbers of rows, what accounts have, and the sums of what they see.
  ///
  /// - Throws: As ``compare(limit:)``.
  package func compareCounts() throws -> [RecordDifference] {
    try RecordComparison(of: try RecordFile(goingOnWith: path).database, settings).runBriefly()
  }
}

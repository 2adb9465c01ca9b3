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
    let source = try PostgreSQLTransaction(settings, .snapshot)
    guard let mark = try PostgresCapture.mark(in: source) else {
      return try MoveMark.read(as: .closed, in: source) == nil ? .idle : .ended
    }
    guard try hasFile else { return .noting }
    let file = try RecordFile(goingOnWith: path).database
    return try MoveMark.read(as: .target, in: file) == mark ? .mirroring : .noting
  }

  /// `true` where the file has records of the same installation, so that those of the database may take their place; also where there
  /// is none.
  ///
  /// - Throws: ``WoofStorage/StorageError``; `SQLiteError`, ``WoofPostgreSQL/PostgreSQLError``.
  package func mayReplaceFile() throws -> Bool {
    guard try hasFile else { return true }
    let epoch = try RecordIdentity(in: try RecordFile(goingOnWith: path).database).epoch
    return try RecordIdentity(in: try PostgreSQLTransaction(settings, .snapshot)).epoch == epoch
  }

  /// `true` where the move has ended with this file, and it was not said so yet by ``finish()``.
  ///
  /// - Throws: ``WoofStorage/StorageError``; `SQLiteError`, ``WoofPostgreSQL/PostgreSQLError``.
  package func hasEndedHere() throws -> Bool {
    guard try hasFile, try state() == .ended else { return false }
    let last = try MoveMark.read(as: .closed, in: try PostgreSQLTransaction(settings, .snapshot))
    return try MoveMark.read(as: .target, in: try RecordFile(goingOnWith: path).database) == last
  }

  /// `true` while nodes can write nothing: the last changes are being carried over, or have been.
  ///
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``.
  package func isClosed() throws -> Bool {
    try MoveMark.read(as: .closed, in: try PostgreSQLTransaction(settings, .snapshot)) != nil
  }

  private var hasFile: Bool {
    get throws { try SystemFileSystem().byteCount(at: path) != nil }
  }

  /// Begins to note changes, and copies all records as they are then into a new file, which takes the place of an older one when it is
  /// whole.
  ///
  /// - Parameter progress: Is told how far it has come; stops by throwing.
  /// - Throws: As ``RecordExport/run(into:progress:)``, and as the making of the file. Changes are noted all the same, until
  ///   ``abandon()``.
  package func begin(progress: @escaping StorageProgress.Observer = { _ in }) throws {
    try RecordExport.requireSchema(try PostgreSQLTransaction(settings, .snapshot))
    let mark = MoveMark.make()
    try capture.install(mark: mark)
    let (files, copy) = (SystemFileSystem(), "\(path)-copy")
    try files.remove(copy)
    try export(to: copy, mark, progress)
    for suffix in ["", "-wal", "-shm"] { try files.remove(path + suffix) }
    _ = try files.rename(copy, to: path)
    try files.synchronizeFolder(at: path.split(separator: "/").dropLast().map { "/\($0)" }.joined())
  }

  private func export(to copy: String, _ mark: [UInt8], _ progress: @escaping StorageProgress.Observer) throws {
    let records = try RecordFile(at: copy)
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
    guard let mark = try PostgresCapture.mark(in: source), try hasFile else {
      throw StorageError(.noStore, "no copy has been made whose changes were noted; begin anew")
    }
    let target = try RecordFile(goingOnWith: path).database
    let reading = try PostgresCapture.read(in: source)
    do {
      try target[.beginWriting].run()
      guard try MoveMark.read(as: .target, in: target) == mark else {
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
    return MirrorProgress(
      carried: reading.changes.count, left: left, photos: Array(Set(reading.changes.numbers(0, .photo, .detail))))
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

  /// Lets nodes write no more, though they run: what they are asked for fails as on a server that is for reading only.
  ///
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``.
  package func close() throws { try capture.close() }

  /// Lets nodes write again.
  ///
  /// - Throws: ``WoofPostgreSQL/PostgreSQLError``.
  package func open() throws { try capture.open() }

  /// Carries over the last changes after ``close()``, and makes the file the side that counts, which a service may use after that.
  ///
  /// - Parameter keepsInStep: `true` to note changes of the file from now on, so that the database can be brought in step by a
  ///   ``MirrorToPostgres`` that goes on with it.
  /// - Throws: As ``drain()``.
  package func switchOver(keepsInStep: Bool = false) throws {
    _ = try drain()
    let source = try PostgreSQLTransaction(settings, .writing)
    if keepsInStep { try MoveMark.keep(MoveMark.make(), as: .target, in: source) }
    try MoveMark.remove(as: .source, in: source)
    try source.commit()
    try settle()
  }

  /// Does what is left of ``switchOver(keepsInStep:)``, where it broke off; to be called while no service uses the file.
  ///
  /// - Throws: ``WoofStorage/StorageError``; `SQLiteError`, ``WoofPostgreSQL/PostgreSQLError``.
  package func settle() throws {
    let file = try RecordFile(goingOnWith: path).database
    if let mark = try MoveMark.read(as: .target, in: try PostgreSQLTransaction(settings, .snapshot)) {
      let noting = EmbeddedCapture(database: file)
      if try noting.mark() != mark { try noting.install(mark: mark) }
    }
    try file.checkpoint(waits: true)
    try file.synchronize()
  }

  /// Says in the file that it is a copy no more; to be called when services can use it.
  ///
  /// - Throws: ``WoofStorage/StorageError``; `SQLiteError`.
  package func finish() throws { try MoveMark.remove(as: .target, in: try RecordFile(goingOnWith: path).database) }

  /// Gives the move up, or keeps the file in step no more. The file is of no use then, and nodes can write.
  ///
  /// - Throws: ``WoofStorage/StorageError`` with the code `moved` where the file is the side that counts;
  ///   ``WoofPostgreSQL/PostgreSQLError``.
  package func abandon() throws {
    guard try state() != .ended else {
      throw StorageError(.moved, "the move has ended; the records are served from the data folder")
    }
    try capture.remove()
  }

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

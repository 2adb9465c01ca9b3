// SPDX-License-Identifier: Apache-2.0

internal import WoofPostgreSQL
internal import WoofPostgresStorage
internal import WoofRecordCopy
internal import WoofSQLite
package import WoofStorage

/// Moves what nodes share into a data folder, while they go on serving; ``SharedMove``, the other way.
///
/// The folder is marked as moved until all is there, so that no service uses it before. At the switch the database is closed: what
/// nodes would write fails from then on, whether they run or not, and the last changes are carried over. Wherever a move breaks off,
/// another run goes on; before the switch nodes go on as well, and after it they wait for that.
package struct SharedMoveBack: Sendable {
  private let place: SharedPlace
  private let path: String

  /// Makes a move.
  ///
  /// - Parameters:
  ///   - place: The database and the bucket.
  ///   - path: A data folder that is empty, is not there yet, or has been moved.
  package init(from place: SharedPlace, into path: String) { (self.place, self.path) = (place, path) }

  /// Looks at what there is to move, and changes nothing.
  ///
  /// - Throws: ``WoofStorage/StorageError``.
  package func plan() throws(StorageError) -> MovePlan {
    do {
      let records = CopiedRecords(in: try PostgreSQLTransaction(place.database, .snapshot))
      let size = try records.size()
      return MovePlan(
        blobCount: size.blobCount, blobByteCount: size.blobByteCount, recordByteCount: size.recordByteCount,
        isBegun: try makeMirror("\(DataFolder.absolute(path))/woof.db").state() == .mirroring)
    } catch {
      throw named(error)
    }
  }

  /// Moves, or goes on with a move that broke off.
  ///
  /// - Parameters:
  ///   - comparesAll: `true` to compare every row of both sides before the switch, not only counts and sums.
  ///   - keepsInStep: `true` to note what the service of the folder changes from the switch on, so that ``SharedMove`` brings the
  ///     database in step.
  ///   - stopsNodes: `true` to close the database as soon as little is left, while nodes run; by default it is waited until they have
  ///     stopped.
  /// - Throws: ``WoofStorage/StorageError``: with the code `not-empty` where the folder holds something else, `in-use` where a service
  ///   has it, `damaged` where both sides differ, `moved` where the move has ended before, `cancelled`, or `inaccessible`.
  package func run(
    comparesAll: Bool = false, keepsInStep: Bool = false, stopsNodes: Bool = false,
    _ attendance: MoveAttendance = MoveAttendance()
  ) async throws(StorageError) -> MoveSummary {
    do {
      try requireOpen()
      let folder = try DataFolder.openForReceiving(at: path)
      defer { folder.close() }
      let mirror = makeMirror(folder.databasePath)
      if try mirror.state() == .ended {
        try mirror.settle()
        try release(folder, mirror)
        return MoveSummary()
      }
      try begin(mirror, attendance)
      let stores = try await place.open()
      defer { stores.close() }
      var following = try NodeFollowing(mirror, from: stores, into: folder, attendance.progress)
      try await following.catchUp()
      if !stopsNodes {
        try await following.follow(attendance, stopping: nil) {
          try mirror.isClosed() || !haveNodes() ? () : nil
        }
      }
      let start = ContinuousClock.now
      try await end(mirror, &following, of: folder, stores, comparesAll: comparesAll)
      try mirror.switchOver(keepsInStep: keepsInStep)
      try release(folder, mirror)
      var summary = following.summary
      summary.pause = ContinuousClock.now - start
      return summary
    } catch {
      throw named(error)
    }
  }

  /// Gives a move up that has not ended, or keeps the folder in step no more. What is in the folder is of no use then.
  ///
  /// - Throws: ``WoofStorage/StorageError``, with the code `moved` where it has ended.
  package func abandon() throws(StorageError) {
    do {
      try makeMirror("\(DataFolder.absolute(path))/woof.db").abandon()
    } catch {
      throw named(error)
    }
  }

  private func makeMirror(_ recordsPath: String) -> MirrorToEmbedded {
    MirrorToEmbedded(from: place.database, to: recordsPath, secret: place.secret)
  }

  private func named(_ error: any Error) -> StorageError {
    StorageError("the shared stores cannot be moved into \(path)", error)
  }

  /// Makes sure that the move has not ended, or that nobody was told so yet.
  private func requireOpen() throws {
    let mirror = makeMirror("\(DataFolder.absolute(path))/woof.db")
    guard try mirror.state() == .ended, try !mirror.hasEndedHere() else { return }
    throw StorageError(.moved, "the records have been moved into a data folder before, and are served from there")
  }

  /// Lets services use the folder.
  private func release(_ folder: DataFolder, _ mirror: MirrorToEmbedded) throws {
    try folder.unmarkMoved()
    try mirror.finish()
  }

  private func begin(
    _ mirror: MirrorToEmbedded, _ attendance: MoveAttendance
  ) throws {
    guard try mirror.state() != .mirroring else { return }
    guard try mirror.mayReplaceFile() else {
      throw StorageError(
        .notEmpty, "the folder has the records of another installation, which were moved elsewhere; name another folder"
      )
    }
    try mirror.begin(progress: attendance.progress)
  }

  private func haveNodes() throws -> Bool {
    try CopiedRecords(in: try PostgreSQLTransaction(place.database, .snapshot)).haveNodes()
  }

  /// Closes the database, and carries over what is left; where that fails, nodes go on.
  private func end(
    _ mirror: MirrorToEmbedded, _ following: inout NodeFollowing, of folder: DataFolder, _ stores: SharedStores,
    comparesAll: Bool
  ) async throws {
    try mirror.close()
    do {
      try await following.end(comparesAll: comparesAll)
      try await AuditCopy.move(
        from: stores.records.makeAuditStore(), to: AuditFile(in: folder.path, files: folder.files))
    } catch {
      try mirror.open()
      throw error
    }
  }
}

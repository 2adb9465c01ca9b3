// SPDX-License-Identifier: Apache-2.0

internal import WoofObjectStorage
internal import WoofPostgreSQL
internal import WoofPostgresStorage
internal import WoofRecordCopy
internal import WoofSQLite
package import WoofStorage

/// Moves what a data folder holds into a database and a bucket, while a service goes on serving the folder.
///
/// Records are copied while changes are noted, and then blobs; what changes meanwhile is carried over again and again. When little is
/// left, and the service has stopped, the rest is, both sides are compared, and the folder is marked as moved. Wherever a move breaks
/// off, the service goes on with the folder as before, and the move with what it has.
package struct SharedMove: Sendable {
  private let path: String
  private let place: SharedPlace

  /// Makes a move.
  ///
  /// - Parameters:
  ///   - path: The data folder.
  ///   - place: A database without records, and a bucket that no installation has.
  package init(from path: String, into place: SharedPlace) { (self.path, self.place) = (path, place) }

  /// Looks at what there is to move, and changes nothing.
  ///
  /// - Throws: As ``run(takingOverFrom:comparesAll:keepsInStep:_:)``.
  package func plan() throws(StorageError) -> MovePlan {
    do {
      let folder = try DataFolder.open(at: path, for: .upkeep)
      let mirror = try MirrorToPostgres(from: folder, to: place.database, keepsSecret: place.secret == nil)
      let records = try folder.connectToRecords()
      let blobs = try records.neededBlobs()
      return MovePlan(
        blobCount: blobs.count, blobByteCount: blobs.byteCount,
        recordByteCount: try folder.files.byteCount(at: folder.databasePath) ?? 0,
        isBegun: try mirror.state() == .mirroring)
    } catch {
      throw StorageError("\(path) cannot be moved", error)
    }
  }

  /// Moves, or goes on with a move that broke off.
  ///
  /// - Parameters:
  ///   - formerHolder: An installation whose bucket is taken over, which must be gone for good; none by default.
  ///   - comparesAll: `true` to compare every row of both sides before the switch, not only counts and sums.
  ///   - keepsInStep: `true` to note what nodes change from the switch on, so that ``SharedMoveBack`` brings the folder in step.
  /// - Throws: ``WoofStorage/StorageError``: with the code `not-empty` where the database holds records or the bucket belongs to another
  ///   installation, `in-use` where a node runs, `damaged` where both sides differ, `moved` where the move has ended before, `cancelled`,
  ///   or `inaccessible`.
  package func run(
    takingOverFrom formerHolder: String? = nil, comparesAll: Bool = false, keepsInStep: Bool = false,
    _ attendance: MoveAttendance = MoveAttendance()
  ) async throws(StorageError) -> MoveSummary {
    do {
      let folder = try DataFolder.open(at: path, for: .upkeep)
      let mirror = try MirrorToPostgres(from: folder, to: place.database, keepsSecret: place.secret == nil)
      try requireOpen(mirror, of: folder)
      try await begin(mirror, formerHolder, attendance)
      let stores = try await place.open()
      defer { stores.close() }
      try await stores.skipUsedNumbers()
      var following = try FolderFollowing(mirror, from: folder, into: stores, attendance.progress)
      try await following.catchUp()
      let stopped = try await following.follow(attendance, stopping: folder.servingProcess, until: takeStopped)
      defer { stopped.close() }
      let start = ContinuousClock.now
      try await end(mirror, &following, of: stopped, stores, comparesAll: comparesAll)
      try mirror.finish(keepsInStep: keepsInStep)
      var summary = following.summary
      summary.pause = ContinuousClock.now - start
      if let formerHolder { try await place.releaseBucket(from: formerHolder) }
      return summary
    } catch {
      throw StorageError("\(path) cannot be moved", error)
    }
  }

  /// Gives a move up that has not ended, so that nothing of it is left in the folder. The database and the bucket are of no use then.
  ///
  /// - Throws: ``WoofStorage/StorageError``.
  package func abandon() throws(StorageError) {
    do {
      let folder = try DataFolder.open(at: path, for: .upkeep)
      try MirrorToPostgres(from: folder, to: place.database).abandon()
    } catch {
      throw StorageError("the move of \(path) cannot be given up", error)
    }
  }

  /// Makes sure that the move has not ended, and removes what one has left whose last answer was lost.
  private func requireOpen(_ mirror: MirrorToPostgres, of folder: DataFolder) throws {
    guard try folder.isMoved(), try mirror.state() != .mirroring else { return }
    try mirror.settle()
    throw StorageError.moved(path)
  }

  /// Carries over what is left, when nothing changes any more.
  private func end(
    _ mirror: MirrorToPostgres, _ following: inout FolderFollowing, of folder: DataFolder, _ stores: SharedStores,
    comparesAll: Bool
  ) async throws {
    try folder.foldFavourites()
    try await following.end(comparesAll: comparesAll)
    try await AuditCopy.move(
      from: AuditFile(in: folder.path, files: folder.files), to: stores.records.makeAuditStore())
    // Nodes may have begun when what comes now fails: so the folder is served no more, and another run ends the move.
    try folder.markMoved()
  }

  private func begin(_ mirror: MirrorToPostgres, _ formerHolder: String?, _ attendance: MoveAttendance) async throws {
    guard try mirror.state() != .mirroring else { return }
    try await place.requireFreeBucket(formerHolder: formerHolder)
    let work = try WorkFolder()
    try await mirror.begin(copyingTo: "\(work.path)/woof.db", progress: attendance.progress)
    withExtendedLifetime(work) {}
  }

  /// The folder, which no service has any more; `nil` where one still has it.
  private func takeStopped() throws -> DataFolder? {
    do {
      return try DataFolder.open(at: path, for: .moving)
    } catch {
      guard error.code == .inUse else { throw error }
      return nil
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofSQLite

/// Connections that read a replica's file, on whatever thread asks; a reader never waits for the writer.
final class ReplicaReader: Sendable {
  private let path: String
  private let settings: DatabaseSettings
  private let texts: EditTexts
  private let account: Mutex<String?>
  private let idle = Mutex<IdleConnections>(IdleConnections())

  private struct IdleConnections: Sendable {
    var connections: [ReplicaConnection] = []
    var isClosed = false
  }

  init(path: String, settings: DatabaseSettings, account: String?, texts: EditTexts) {
    self.path = path
    self.texts = texts
    var settings = settings
    settings.isReadOnly = true
    self.settings = settings
    self.account = Mutex(account)
  }

  /// The replica's account has become known.
  func note(account: String?) { self.account.withLock { $0 = account } }

  /// Reads from one snapshot of everything that is durable.
  ///
  /// - Throws: `WoofError`, of `work` or of the file.
  func read<Result>(_ work: (ReplicaView) throws -> Result) throws(WoofError) -> Result {
    do {
      let connection = try take()
      defer { give(connection) }
      try connection.database[.beginReading].run()
      defer { connection.database.rollBack() }
      return try work(ReplicaView(connection: connection, account: account.withLock { $0 }))
    } catch {
      throw WoofError(replica: path, error)
    }
  }

  /// Closes all connections; calls after that fail.
  func close() { idle.withLock { ($0.connections, $0.isClosed) = ([], true) } }

  private func take() throws -> ReplicaConnection {
    let connection = try idle.withLock { idle throws(WoofError) in
      guard !idle.isClosed else { throw WoofError(.fileNotReadable, "The replica has been closed: open it again.") }
      return idle.connections.popLast()
    }
    return try connection ?? ReplicaConnection(Database(path: path, settings: settings), texts)
  }

  private func give(_ connection: ReplicaConnection) {
    idle.withLock { if !$0.isClosed { $0.connections.append(connection) } }
  }
}

/// A connection, and what it remembers of edits as long as nobody writes.
final class ReplicaConnection: @unchecked Sendable {  // one reader has it at a time (``ReplicaReader``)
  let database: Database
  /// The meanings of texts of edits that were read last.
  let texts: EditTexts
  private var remembered = Edits()
  private var textsOfAll = EditTexts.OfAll()

  private struct Edits {
    /// The version of the file when they were read (sqlite.org/pragma.html#pragma_data_version).
    var version: Int64?
    var all: [StoredEdit] = []
    var photos: [PhotoID: ReplicaPhoto?]?
  }

  init(_ database: Database, _ texts: EditTexts) {
    self.database = database
    self.texts = texts
  }

  /// All edits, the oldest first, read anew where something has been written since.
  func edits() throws -> [StoredEdit] {
    let version = try database[.dataVersion].first { (columns) throws(SQLiteError) in try columns.next(Int64.self) }
    if version == nil || version != remembered.version {
      remembered = Edits(version: version, all: try StoredEdit.all(in: database, texts, knowing: &textsOfAll))
    }
    return remembered.all
  }

  /// The photos that have edits, read anew where something has been written since.
  func edited(_ read: ([StoredEdit]) throws -> [PhotoID: ReplicaPhoto?]) throws -> [PhotoID: ReplicaPhoto?] {
    let edits = try edits()
    if let photos = remembered.photos { return photos }
    let photos = try read(edits)
    remembered.photos = photos
    return photos
  }
}

extension SQL {
  fileprivate static let dataVersion = SQL("PRAGMA data_version")
}

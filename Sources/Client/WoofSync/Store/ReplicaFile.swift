// SPDX-License-Identifier: Apache-2.0

import Foundation
internal import WoofSQLite
internal import WoofSystem

/// The file of a replica, open for one writer: `replica.db` in the replica's folder.
///
/// Used by the replica's actor only.
final class ReplicaFile {
  private(set) var state: ReplicaState
  /// The meanings of texts of edits that were read last.
  let texts = EditTexts()
  private var database: Database?
  /// `true` after a commit of which nobody knows whether it happened.
  private var isUncertain = false
  private let path: String
  private let settings: DatabaseSettings

  /// Opens the file of a folder, and makes it where there is none.
  ///
  /// - Parameters:
  ///   - fresh: The state of a new file.
  /// - Throws: `WoofError` with the code `replica-damaged`, `replica-too-new`, `file-not-writable` or
  ///   `disk-full`.
  init(at path: String, settings: DatabaseSettings, fresh: ReplicaState) throws(WoofError) {
    self.path = path
    self.settings = settings
    do {
      let database = try Self.open(path, settings)
      if let state = try ReplicaState.read(in: database) {
        self.state = state
      } else {
        state = fresh
        try Self.transaction(in: database) { try fresh.write(over: nil, to: database) }
      }
      self.database = database
      try Self.forgetRemoved(in: database)
    } catch {
      throw WoofError(replica: path, error)
    }
  }

  /// Opens the database, and makes its tables where they are missing.
  static func open(_ path: String, _ settings: DatabaseSettings) throws -> Database {
    let database = try Database(path: path, settings: settings)
    try database.migrate(by: ReplicaSchema.migrations, mayChange: true)
    return database
  }

  /// Forgets which photos have gone: nothing is on its way that could tell of one as it was before. Where there are none,
  /// nothing is written, so that the disk is not waited for.
  private static func forgetRemoved(in database: Database) throws(SQLiteError) {
    let isThere = try database[.hasRemoved].first { (columns) throws(SQLiteError) in try columns.next(Bool.self) }
    if isThere == true { try database[.forgetRemoved].run() }
  }

  private static func transaction(in database: Database, _ work: () throws -> Void) throws {
    try database[.beginWriting].run()
    do {
      try work()
      try database[.commit].run()
    } catch {
      database.rollBack()
      throw error
    }
  }

  /// Changes something in one transaction, which is durable when this returns.
  ///
  /// Where a commit fails, nobody knows whether it happened: the file is opened anew with the next call, what counts is what
  /// it says then, and ``recover()`` tells of that.
  ///
  /// - Parameter observes: `true` if the changes of photos are wanted.
  /// - Returns: What `work` returns, and what else the transaction came to.
  /// - Throws: `WoofError`, of `work` or of the file.
  func write<Result>(
    observes: Bool, _ work: (inout ReplicaTransaction) throws -> Result
  ) throws(WoofError) -> (result: Result, effects: ReplicaEffects) {
    var isCommitting = false
    do {
      let database = try connection()
      try database[.beginWriting].run()
      var transaction = ReplicaTransaction(database: database, texts: texts, state: state, observes: observes)
      let result = try work(&transaction)
      let changes = try transaction.changes()
      try transaction.state.write(over: state, to: database)
      isCommitting = true
      try database[.commit].run()
      state = transaction.state
      return (
        result,
        ReplicaEffects(changes: changes, staleFiles: transaction.staleFiles, joined: transaction.joined)
      )
    } catch {
      database?.rollBack()
      if isCommitting { (database, isUncertain) = (nil, true) }
      throw WoofError(replica: path, error)
    }
  }

  /// Finds out what has become of a commit of which nobody knew, and sees to it that it stays so.
  ///
  /// A commit that failed may be in the log as a whole. It does not count while somebody has the file open, but whoever opens
  /// it after a kill would find it (https://www.sqlite.org/walformat.html#recovery). So another commit takes its place.
  ///
  /// - Returns: All edits that are durable; `nil` where nothing was in doubt.
  /// - Throws: `WoofError` of the file; the doubt stays then.
  func recover() throws(WoofError) -> [StoredEdit]? {
    guard isUncertain else { return nil }
    do {
      let database = try connection()
      try Self.transaction(in: database) { try ReplicaState.countRecovery(in: database) }
    } catch {
      database = nil
      throw WoofError(replica: path, error)
    }
    let edits = try read { try StoredEdit.all(in: $0, texts) }
    isUncertain = false
    return edits
  }

  /// Keeps another scope from now on: the next sync compares everything.
  func adopt(_ scope: ReplicaScope) throws(WoofError) {
    guard state.scope != scope else { return }
    _ = try write(observes: false) { transaction in
      transaction.state.scope = scope
      (transaction.state.token, transaction.state.snapshot) = (nil, nil)
    }
  }

  /// Reads what is durable.
  func read<Result>(_ work: (Database) throws -> Result) throws(WoofError) -> Result {
    do {
      return try work(try connection())
    } catch {
      throw WoofError(replica: path, error)
    }
  }

  private func connection() throws -> Database {
    if let database { return database }
    let database = try Self.open(path, settings)
    if let state = try ReplicaState.read(in: database) { self.state = state }
    self.database = database
    return database
  }

  /// Copies the log into the file where it has grown.
  func checkpoint() { _ = try? database?.checkpoint() }

  /// Closes the file.
  func close() { database = nil }
}

extension WoofError {
  /// `true` if the replica's file, and not the service, is what failed.
  var isOfReplicaFile: Bool { [.diskFull, .fileNotWritable, .replicaDamaged, .replicaInUse].contains(code) }

  /// The error that an app sees for whatever failed in a replica's file.
  init(replica path: String, _ error: any Error) {
    switch error {
    case let error as WoofError: self = error
    case SchemaMismatch.newer(let version, let expected):
      self.init(
        .replicaTooNew,
        "\(path) was written by a newer version (schema \(version), this one knows \(expected)): update the app.")
    case let error as SQLiteError where error.isOutOfSpace:
      self.init(.diskFull, "There is no room for \(path): make some, and try again.", cause: error)
    case let error as SQLiteError where error.isDamage:
      self.init(
        .replicaDamaged,
        "\(path) is damaged or no replica: what was acknowledged is on the service; move the folder away and sync anew.",
        cause: error)
    case let error as SQLiteError where error.isBusy:
      self.init(.replicaInUse, "\(path) is in use by somebody else: close that first.", cause: error)
    default:
      self.init(.fileNotWritable, "\(path) cannot be used (\(error)): check its folder and disk.", cause: error)
    }
  }
}

extension SQL {
  fileprivate static let hasRemoved = SQL("SELECT EXISTS (SELECT 1 FROM removed_photo)")
  fileprivate static let forgetRemoved = SQL("DELETE FROM removed_photo")
}

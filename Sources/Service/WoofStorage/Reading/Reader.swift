// SPDX-License-Identifier: Apache-2.0

internal import WoofModel

/// One connection that reads, opened by its first call.
final class Reader: @unchecked Sendable {  // one call has it at a time (``ReaderPool``)
  private let path: String
  private let settings: DatabaseSettings
  private let state: PublishedState
  private var database: Database?

  init(path: String, settings: DatabaseSettings, state: PublishedState) {
    self.path = path
    self.settings = settings
    self.state = state
  }

  /// Reads from one snapshot.
  ///
  /// - Throws: ``SQLiteError``, and what `body` throws.
  func read<Result>(_ body: (Snapshot) throws -> Result) throws -> Result {
    do {
      return try readSnapshot(body)
    } catch {
      state.note(error)
      throw error
    }
  }

  private func readSnapshot<Result>(_ body: (Snapshot) throws -> Result) throws -> Result {
    let database = try open()
    // What is pending is taken before the snapshot begins: whatever was folded in between is in the tables then, and
    // whatever was not is still in what was taken.
    let (pending, sequence) = state.current
    try database[.beginReading].run()
    defer { database.rollBack() }
    return try body(try Snapshot(database: database, pending: pending, sequence: sequence))
  }

  private func open() throws(SQLiteError) -> Database {
    if let database { return database }
    let database = try Database(path: path, settings: settings)
    self.database = database
    return database
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import WoofSQLite

/// The maintenance thread's connection, opened by the first work that needs it, and confined to that thread.
final class UpkeepConnection {
  private let path: String
  private let settings: DatabaseSettings
  private var database: Database?

  /// Makes a connection that is not open yet.
  init(path: String, settings: DatabaseSettings) {
    self.path = path
    self.settings = settings
  }

  /// The open connection.
  func opened() throws(SQLiteError) -> Database {
    if let database { return database }
    let database = try Database(path: path, settings: settings)
    self.database = database
    return database
  }
}

// SPDX-License-Identifier: Apache-2.0

import CSQLite
import WoofCommandLine

/// The least that durable favourites in SQLite cost: no network, no HTTP, no sign-in, one transaction for many changes.
final class BareSQLite {
  private static let batchSize = 128
  private static let accountCount = 8

  private let folder: TemporaryFolder
  private var database: OpaquePointer?
  private var statements: [OpaquePointer?] = []

  private static let schema = """
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    CREATE TABLE photo (
      number INTEGER PRIMARY KEY, favourite_count INTEGER NOT NULL, version INTEGER NOT NULL, sequence INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE favourite (
      photo INTEGER NOT NULL, account INTEGER NOT NULL, set_at INTEGER NOT NULL, PRIMARY KEY (photo, account)
    ) STRICT, WITHOUT ROWID;
    WITH RECURSIVE number (value) AS (SELECT 0 UNION ALL SELECT value + 1 FROM number WHERE value < 15)
      INSERT INTO photo SELECT value, 0, 1, 0 FROM number;
    """

  /// Makes a database in a folder of its own.
  ///
  /// - Throws: `CommandFailure` where SQLite refuses.
  init(in parent: String) throws {
    folder = try TemporaryFolder(in: parent)
    try check(sqlite3_open(folder.path("bare.sqlite"), &database))
    try check(sqlite3_exec(database, Self.schema, nil, nil, nil))
    statements = try [
      "INSERT OR IGNORE INTO favourite (photo, account, set_at) VALUES (?1, ?2, ?3)",
      "DELETE FROM favourite WHERE photo = ?1 AND account = ?2",
      """
      UPDATE photo SET favourite_count = favourite_count + ?2, version = version + 1, sequence = ?3 WHERE number = ?1
      """,
    ].map { sql in
      var statement: OpaquePointer?
      try check(sqlite3_prepare_v2(database, sql, -1, &statement, nil))
      return statement
    }
  }

  deinit {
    for statement in statements { sqlite3_finalize(statement) }
    sqlite3_close(database)
  }

  /// Sets and unsets favourites for some time.
  ///
  /// - Returns: The number of changes that became durable in a second.
  /// - Throws: `CommandFailure` where SQLite refuses.
  func changesPerSecond(for duration: Duration) throws -> Double {
    let start = MonotonicClock.seconds
    var sequence: Int64 = 0
    while MonotonicClock.seconds - start < duration / .seconds(1) {
      try check(sqlite3_exec(database, "BEGIN IMMEDIATE", nil, nil, nil))
      for _ in 0..<Self.batchSize {
        try change(number: sequence)
        sequence += 1
      }
      try check(sqlite3_exec(database, "COMMIT", nil, nil, nil))
    }
    return Double(sequence) / (MonotonicClock.seconds - start)
  }

  private func change(number: Int64) throws {
    let pair = number % Int64(Self.batchSize)
    let (photo, account) = (pair / Int64(Self.accountCount), pair % Int64(Self.accountCount))
    let isSet = (number / Int64(Self.batchSize)).isMultiple(of: 2)
    try run(statements[isSet ? 0 : 1], isSet ? [photo, account, number] : [photo, account])
    try run(statements[2], [photo, isSet ? 1 : -1, number])
  }

  private func run(_ statement: OpaquePointer?, _ values: [Int64]) throws {
    for (index, value) in values.enumerated() { sqlite3_bind_int64(statement, Int32(index + 1), value) }
    let code = sqlite3_step(statement)
    sqlite3_reset(statement)
    guard code == SQLITE_DONE else { throw failure() }
  }

  private func check(_ code: Int32) throws {
    guard code == SQLITE_OK else { throw failure() }
  }

  private func failure() -> CommandFailure {
    CommandFailure("SQLite: \(sqlite3_errmsg(database).map { String(cString: $0) } ?? "out of memory")")
  }
}

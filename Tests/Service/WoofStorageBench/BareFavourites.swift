// SPDX-License-Identifier: Apache-2.0

import TestKit
import CSQLite
import WoofCore

/// The same favourites by a program that does nothing else: one table of favourites, one of counts, prepared statements,
/// one transaction for as many as there are callers.
struct BareFavourites: ~Copyable {
  private let load: FavouriteLoad
  private var database: OpaquePointer?
  private var statements: [OpaquePointer?] = []

  init(at path: String, load: FavouriteLoad) throws {
    self.load = load
    try check(sqlite3_open(path, &database))
    try check(
      sqlite3_exec(
        database,
        """
        PRAGMA journal_mode = WAL;
        PRAGMA synchronous = FULL;
        PRAGMA cache_size = -4096;
        CREATE TABLE photo (
          number INTEGER PRIMARY KEY, favourite_count INTEGER NOT NULL, version INTEGER NOT NULL,
          sequence INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE favourite (
          photo INTEGER NOT NULL, account INTEGER NOT NULL, set_at INTEGER NOT NULL, PRIMARY KEY (photo, account)
        ) STRICT, WITHOUT ROWID;
        WITH RECURSIVE number (value) AS (SELECT 0 UNION ALL SELECT value + 1 FROM number WHERE value + 1 < \(load.photoCount))
          INSERT INTO photo SELECT value, 0, 1, 0 FROM number;
        """, nil, nil, nil))
    statements = try [
      "BEGIN IMMEDIATE", "COMMIT", "INSERT OR IGNORE INTO favourite (photo, account, set_at) VALUES (?1, ?2, ?3)",
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

  /// Gives a line about how it went.
  func run() throws -> String {
    var numbers = SeededGenerator(seed: 0)
    var liked = [Bool](repeating: false, count: load.photoCount * load.accountCount)
    let start = Usage()
    let time = SystemTimeSource()
    let deadline = time.monotonicNanoseconds() + Int64(load.seconds) * 1_000_000_000
    var count = 0
    while time.monotonicNanoseconds() < deadline {
      try run(0)
      for _ in 0..<load.callerCount {
        let pair = Int.random(in: liked.indices, using: &numbers)
        let (photo, account) = (pair / load.accountCount, pair % load.accountCount)
        liked[pair].toggle()
        count += 1
        if liked[pair] { try run(2, photo, account, count) } else { try run(3, photo, account) }
        try run(4, photo, liked[pair] ? 1 : -1, count)
      }
      try run(1)
    }
    return start.report("bare SQLite", operationCount: count)
  }

  private func run(_ statement: Int, _ values: Int...) throws {
    for (index, value) in values.enumerated() {
      sqlite3_bind_int64(statements[statement], Int32(index + 1), Int64(value))
    }
    let code = sqlite3_step(statements[statement])
    sqlite3_reset(statements[statement])
    guard code == SQLITE_DONE else { throw SQLiteFailure(code: code) }
  }

  private func check(_ code: Int32) throws {
    guard code == SQLITE_OK else { throw SQLiteFailure(code: code) }
  }
}

/// A call to SQLite that failed.
struct SQLiteFailure: Error {
  let code: Int32
}

// SPDX-License-Identifier: Apache-2.0

import CSQLite
import MemoryDisks

/// A connection to a database on a disk in memory.
final class TestDatabase {
  private let handle: OpaquePointer

  /// Opens a database, and makes it where there is none yet.
  init(on disk: MemoryDisk, _ settings: String = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL") throws {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_EXRESCODE
    let result = sqlite3_open_v2("\(disk.path)/test.db", &handle, flags, MemoryDisk.databaseLayer)
    guard result == SQLITE_OK, let handle else {
      sqlite3_close_v2(handle)
      throw Failure(code: result)
    }
    self.handle = handle
    try run(settings)
  }

  deinit { sqlite3_close_v2(handle) }

  /// A call to SQLite that failed.
  struct Failure: Error, Equatable {
    var code: Int32
    var primaryCode: Int32 { code & 0xFF }
  }

  /// Runs statements for what they do.
  func run(_ script: String) throws {
    let result = sqlite3_exec(handle, script, nil, nil, nil)
    guard result == SQLITE_OK else { throw Failure(code: result) }
  }

  /// The numbers in the first column of what a query finds.
  func numbers(_ query: String) throws -> [Int] {
    var statement: OpaquePointer?
    let result = sqlite3_prepare_v2(handle, query, -1, &statement, nil)
    guard result == SQLITE_OK else { throw Failure(code: result) }
    defer { sqlite3_finalize(statement) }
    var numbers: [Int] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: numbers.append(Int(sqlite3_column_int64(statement, 0)))
      case SQLITE_DONE: return numbers
      case let result: throw Failure(code: result)
      }
    }
  }
}

extension MemoryDisk {
  /// A disk with a database that has an empty table `item`, all of it safe.
  static func withTable() throws -> MemoryDisk {
    let disk = MemoryDisk()
    try TestDatabase(on: disk).run("CREATE TABLE item (number INTEGER PRIMARY KEY, filling BLOB)")
    return disk.copy()
  }
}

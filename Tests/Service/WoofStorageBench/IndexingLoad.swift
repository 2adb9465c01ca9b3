// SPDX-License-Identifier: Apache-2.0

import CSQLite
import WoofCore
import WoofModel
import WoofStorage

/// Measures what the search indexes cost those who add photos, by turns with them and without.
struct IndexingLoad {
  private static let turns = 5
  private static let triggers = ["search_photo_added", "search_annotation_added"]

  let photoCount: Int
  let path: String

  func run() async throws {
    var library = try await LibraryFill(at: "\(path)/data")
    try await library.add(photoCount)
    print("\(photoCount) photos; \(photoCount / 10) more at a time, 64 at once:")
    let statements = try Self.triggers.map { name in
      try text("SELECT sql FROM sqlite_schema WHERE name = '\(name)'")
    }
    for _ in 0..<Self.turns {
      print("  with the indexes: \(try await rate(&library))")
      for name in Self.triggers { _ = try text("DROP TRIGGER \(name)") }
      print("  without: \(try await rate(&library))")
      for statement in statements { _ = try text(statement) }
    }
    await library.close()
  }

  private func rate(_ library: inout LibraryFill) async throws -> String {
    let count = photoCount / 10
    let cost = try await Cost.of { try await library.add(count, atOnce: 64) }
    return cost.rate(of: count)
  }

  /// Runs a statement on the database, as another program does.
  ///
  /// - Returns: The first column of the first row; empty where there is none.
  private func text(_ statement: String) throws -> String {
    var database: OpaquePointer?
    defer { sqlite3_close(database) }
    var prepared: OpaquePointer?
    guard sqlite3_open("\(path)/data/woof.db", &database) == SQLITE_OK,
      sqlite3_busy_timeout(database, 5000) == SQLITE_OK,
      sqlite3_prepare_v2(database, statement, -1, &prepared, nil) == SQLITE_OK
    else { throw POSIXFailure(number: sqlite3_errcode(database)) }
    defer { sqlite3_finalize(prepared) }
    let result = sqlite3_step(prepared)
    guard result == SQLITE_ROW || result == SQLITE_DONE else { throw POSIXFailure(number: result) }
    return result == SQLITE_ROW ? sqlite3_column_text(prepared, 0).map { String(cString: $0) } ?? "" : ""
  }
}

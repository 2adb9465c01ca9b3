// SPDX-License-Identifier: Apache-2.0

import CSQLite
import WoofCore
import WoofModel
import WoofStorage

/// Measures what the search indexes cost those who add photos, by turns in a store that has them and in one without.
struct IndexingLoad {
  private static let turns = 5

  let photoCount: Int
  let path: String

  func run() async throws {
    var indexed = try await LibraryFill(at: "\(path)/indexed")
    var plain = try await LibraryFill(at: "\(path)/plain")
    for name in ["search_photo_added", "search_annotation_added"] { try run("DROP TRIGGER \(name)", on: "plain") }
    try await indexed.add(photoCount)
    try await plain.add(photoCount)
    print("\(photoCount) photos; \(photoCount / 10) more at a time, 64 at once:")
    for _ in 0..<Self.turns {
      print("  with the indexes: \(try await rate(&indexed))")
      print("  without: \(try await rate(&plain))")
    }
    await indexed.close()
    await plain.close()
  }

  private func rate(_ library: inout LibraryFill) async throws -> String {
    let count = photoCount / 10
    let cost = try await Cost.of { try await library.add(count, atOnce: 64) }
    return cost.rate(of: count)
  }

  /// Runs a statement on the database of a store, as another program does.
  private func run(_ statement: String, on store: String) throws {
    var database: OpaquePointer?
    defer { sqlite3_close(database) }
    guard sqlite3_open("\(path)/\(store)/woof.db", &database) == SQLITE_OK,
      sqlite3_busy_timeout(database, 5000) == SQLITE_OK,
      sqlite3_exec(database, statement, nil, nil, nil) == SQLITE_OK
    else { throw POSIXFailure(number: sqlite3_errcode(database)) }
  }
}

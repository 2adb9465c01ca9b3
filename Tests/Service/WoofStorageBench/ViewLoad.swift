// SPDX-License-Identifier: Apache-2.0

import CSQLite
import WoofCore
import WoofStorage

/// Measures the first start of a store from before there were sums of what accounts see, beside any other start.
struct ViewLoad {
  private static let turns = 5

  let photoCount: Int
  let path: String

  func run() async throws {
    var store = try await FilledStore(at: "\(path)/data")
    try await store.add(photoCount, byteCount: 16)
    await store.storage.close()
    store.folder.close()
    print("\(photoCount) photos")
    var (others, firsts): ([Double], [Double]) = ([], [])
    for _ in 0..<Self.turns {
      others.append(try await start())
      try forgetSums()
      firsts.append(try await start())
    }
    print("  any start: \(median(others)) ms")
    print("  the first, which makes the sums: \(median(firsts)) ms")
  }

  /// The milliseconds that it takes to open the store.
  private func start() async throws -> Double {
    let folder = try DataFolder.open(at: "\(path)/data", for: .service)
    let start = SystemTimeSource().monotonicNanoseconds()
    let storage = try EmbeddedStorage(in: folder)
    let milliseconds = Double(SystemTimeSource().monotonicNanoseconds() - start) / 1e6
    await storage.close()
    folder.close()
    return milliseconds
  }

  /// Makes the database what a migration leaves.
  private func forgetSums() throws {
    var database: OpaquePointer?
    defer { sqlite3_close(database) }
    let script = "DELETE FROM view_sum; DELETE FROM installation WHERE name = 'view-sums'"
    guard sqlite3_open("\(path)/data/woof.db", &database) == SQLITE_OK,
      sqlite3_exec(database, script, nil, nil, nil) == SQLITE_OK
    else { throw POSIXFailure(number: sqlite3_errcode(database)) }
  }

  private func median(_ times: [Double]) -> Double { (times.sorted()[times.count / 2] * 10).rounded() / 10 }
}

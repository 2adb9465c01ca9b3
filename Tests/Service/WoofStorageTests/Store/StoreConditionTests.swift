// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofStorage
import WoofSQLite

/// Tests of the condition that the stores report.
@Suite(.timeLimit(.minutes(1))) struct StoreConditionTests {
  @Test func `damage of the database that a read meets is remembered until the store is reopened`() async throws {
    let store = try await StoreOnDisk()
    try damage("photo_detail", of: store)
    for _ in 0..<2 {
      try await withStorage(in: store.folder) { (storage) async throws in
        #expect(storage.storage.obstacle == nil)
        await expectProblem(.internal) { _ = try await storage.records.photo(Sample.photoID(1)) }
        #expect(storage.storage.obstacle?.contains("damaged") == true)
        #expect(storage.records.statistics.isDamaged)
        // What still can be read is.
        let accountCount = try await storage.records.accounts().count
        #expect(accountCount == 2)
        #expect(storage.storage.obstacle != nil)
      }
    }
  }

  /// Overwrites the first page of a table.
  private func damage(_ table: String, of store: StoreOnDisk) throws {
    let path = "\(store.path)/woof.db"
    let page: Int = try {
      let database = try Database(
        path: path, settings: DatabaseSettings(cacheByteCount: 1 << 20, busyTimeout: .seconds(1)))
      try database.checkpoint()
      let sql = SQL("SELECT rootpage FROM sqlite_schema WHERE name = '\(table)'")
      return try #require(try database[sql].first { (columns) throws(SQLiteError) in try columns.next(Int.self) })
    }()
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    defer { close(descriptor) }
    let bytes = [UInt8](repeating: 0xFF, count: 4096)
    try #require(pwrite(descriptor, bytes, bytes.count, off_t((page - 1) * 4096)) == bytes.count)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofStorage
import WoofSQLite

@Suite(.timeLimit(.minutes(2))) struct ViewSumsTests {
  @Test func `views are right before and after favourites are folded`() async throws {
    try await withStorage { storage in
      let accounts = try await prepare(storage)
      var numbers = SeededGenerator(seed: 3)
      for _ in 0..<6 {
        try await likeAtRandom(storage, accounts, times: 40, using: &numbers)
        #expect(storage.records.statistics.pendingFavouriteCount > 0)
        for account in accounts { try await storage.stores.expectViews(of: account) }
        try await likeAtRandom(storage, accounts, times: 5, using: &numbers)
        try await storage.fold()
        for account in accounts { try await storage.stores.expectViews(of: account) }
      }
      #expect(try findings(in: crashedCopy(of: storage), .records).isEmpty)
    }
  }

  @Test func `views are right after a crash with favourites in the journal`() async throws {
    let (copy, accounts) = try await withStorage { storage in
      let accounts = try await prepare(storage)
      var numbers = SeededGenerator(seed: 5)
      try await likeAtRandom(storage, accounts, times: 40, using: &numbers)
      return (try crashedCopy(of: storage), accounts)
    }
    try await withStorage(in: copy) { storage in
      #expect(storage.records.statistics.pendingFavouriteCount > 0)
      for account in accounts { try await storage.stores.expectViews(of: account) }
      try await storage.fold()
      for account in accounts { try await storage.stores.expectViews(of: account) }
    }
    #expect(try findings(in: copy, .records).isEmpty)
  }

  @Test func `a transaction that fails changes no view`() async throws {
    try await withStorage { storage in
      let accounts = try await prepare(storage)
      try await storage.stores.like(Sample.photoID(2), by: accounts[0])
      let before = try await storage.records.view(of: accounts[0].id)
      await #expect(throws: (any Error).self) {
        try await storage.records.writer.write { transaction in
          _ = try transaction.updatePhoto(Sample.photoID(1), PhotoEdit(caption: "lost"), if: .presence)
          throw SQLiteError(corruptRowIn: "a statement that fails")
        }
      }
      try await storage.stores.like(Sample.photoID(2), by: accounts[0], false)
      try await storage.stores.like(Sample.photoID(2), by: accounts[1])
      try await storage.stores.expectViews(of: accounts[0])
      #expect(try await storage.records.view(of: accounts[0].id) != before)
    }
  }

  @Test func `a client that follows the log while others write computes each view that a page carries`() async throws {
    try await withStorage { storage in
      let accounts = try await prepare(storage)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for account in accounts {
          group.addTask {
            var numbers = SeededGenerator(seed: UInt64(account.id.rawValue))
            for round in 0..<300 {
              try await likeAtRandom(storage, [account], times: 1, using: &numbers)
              guard round.isMultiple(of: 20) else { continue }
              let id = Sample.photoID(Int.random(in: 0..<10, using: &numbers))
              let visibility = Visibility.allCases[Int.random(in: 0..<3, using: &numbers)]
              try await storage.stores.edit(id, PhotoEdit(caption: "round \(round)", visibility: visibility))
            }
          }
          group.addTask { try await follow(storage, as: account) }
        }
        try await group.waitForAll()
      }
      for account in accounts { try await storage.stores.expectViews(of: account) }
    }
  }

  @Test func `a database without sums is counted when it is opened`() async throws {
    let folder = try TemporaryFolder()
    let accounts = try await withStorage(in: folder) { storage in
      let accounts = try await prepare(storage)
      try await storage.records.writer.write { try ViewSums.forget(in: $0.database) }
      return accounts
    }
    #expect(try findings(in: folder, .records).isEmpty)
    try await withStorage(in: folder) { storage in
      for account in accounts { try await storage.stores.expectViews(of: account) }
    }
  }

  @Test(arguments: [
    "UPDATE view_sum SET digest = zeroblob(32) WHERE account = 0",
    "UPDATE view_sum SET photo_count = 9 WHERE account = 1",
    "DELETE FROM view_sum", "INSERT INTO view_sum VALUES (99, zeroblob(32), 1)",
    "UPDATE photo SET version = version + 1 WHERE number = 1",
  ])
  func `a check finds sums that are wrong, and a repair mends them`(damage: String) async throws {
    let folder = try TemporaryFolder()
    let accounts = try await withStorage(in: folder) { storage in
      let accounts = try await prepare(storage)
      try await storage.records.writer.write { try $0.database.execute(damage) }
      return accounts
    }
    #expect(try findings(in: folder, .records).allSatisfy { $0.rule.hasPrefix("what accounts see") })
    let data = try DataFolder.open(at: "\(folder.path)/data", for: .service)
    let outcome = try StoreRepair(of: data).run(.records)
    data.close()
    #expect(!outcome.before.isSound)
    #expect(try findings(in: folder, .records).isEmpty)
    try await withStorage(in: folder) { storage in
      for account in accounts { try await storage.stores.expectViews(of: account) }
    }
  }

  @Test func `views are right after a restore`() async throws {
    let store = try await StoreOnDisk()
    _ = try store.backUp()
    let restored = try TemporaryFolder()
    _ = try StoreRestore(from: store.folder.path("backup")).run(into: restored.path("data"))
    try await withStorage(in: restored) { storage in
      let account = try #require(try await storage.records.accounts().first?.account)
      try await storage.stores.expectViews(of: Principal(account))
    }
  }
}

/// Adds three accounts, and ten photos of the first two.
private func prepare(_ storage: TestStorage) async throws -> [Principal] {
  let accounts = try await storage.stores.accounts(3)
  for number in 0..<10 {
    try await storage.stores.add(number, by: accounts[number % 2], visibility: Visibility.allCases[number % 3])
  }
  return accounts
}

private func likeAtRandom(
  _ storage: TestStorage, _ accounts: [Principal], times: Int, using numbers: inout SeededGenerator
) async throws {
  for time in 0..<times {
    let account = accounts[Int.random(in: 0..<accounts.count, using: &numbers)]
    let photo = Sample.photoID(Int.random(in: 0..<10, using: &numbers))
    try await storage.stores.like(photo, by: account, at: Int64(time), Bool.random(using: &numbers))
  }
}

/// Reads the log as a client does, and compares each view with its own.
private func follow(_ storage: TestStorage, as account: Principal) async throws {
  var oracle = ReplicaOracle()
  var position: Int64 = 0
  for _ in 0..<200 {
    let page = try await storage.records.changes(after: position, limit: 4, account: account.id)
    oracle.apply(page, of: account)
    position = page.page.through
    guard let view = page.view else { continue }
    #expect(view == oracle.view(of: account, at: position))
  }
}

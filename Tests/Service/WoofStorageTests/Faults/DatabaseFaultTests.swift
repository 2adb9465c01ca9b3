// SPDX-License-Identifier: Apache-2.0

import CSQLite
import Glibc
import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import ServiceTestKit
@testable import TestKit
@testable import WoofStorage
import WoofSQLite

@Suite(.timeLimit(.minutes(3))) struct DatabaseFaultTests {
  @Test func `a full disk fails a write as such, and leaves no trace of it`() async throws {
    try await withFaultyStorage { storage, faults in
      let account = try await storage.stores.account("ada")
      let observer = RecordingObserver()
      storage.records.addObserver(observer)
      faults.fail(.write, SQLITE_FULL)
      await expectProblem(.insufficientStorage) { try await storage.stores.add(1, by: account) }
      #expect(try await storage.records.photo(Sample.photoID(1)) == nil)
      #expect(storage.records.latestSequence == 0)
      #expect(observer.changes.isEmpty)
      faults.heal()
      #expect(try await storage.stores.add(1, by: account).sequence == 1)
      #expect(try findings(in: crashedCopy(of: storage), .records).isEmpty)
    }
  }

  @Test func `a commit that cannot be made durable fails, and leaves no trace`() async throws {
    try await withFaultyStorage { storage, faults in
      let account = try await storage.stores.account("ada")
      let photo = try await storage.stores.add(1, by: account)
      faults.fail(.synchronize, SQLITE_IOERR | 4 << 8)
      await expectProblem(.internal) { try await storage.stores.like(photo.id, by: account) }
      await expectProblem(.internal) { try await storage.stores.edit(photo.id, .deletion) }
      #expect(try await storage.records.photo(photo.id) == photo)
      faults.heal()
      #expect(try await storage.stores.like(photo.id, by: account).version == 2)
      #expect(try await storage.records.photo(photo.id)?.favouriteCount == 1)
    }
  }

  @Test func `a failed commit fails its whole group, and later ones succeed`()
    async throws
  {
    try await withFaultyStorage { storage, faults in
      let accounts = try await storage.stores.accounts(5)
      try await storage.stores.add(1, by: accounts[0])
      try await withBlockedWriter(of: storage, waiting: 6) { group in
        faults.fail(.synchronize, SQLITE_IOERR | 4 << 8)
        for account in accounts {
          group.addTask {
            await expectProblem(.internal) { try await storage.stores.like(Sample.photoID(1), by: account) }
          }
        }
        group.addTask {
          await expectProblem(.internal) { try await storage.stores.edit(Sample.photoID(1), PhotoEdit(caption: "")) }
        }
      }
      faults.heal()
      for account in accounts { try await storage.stores.like(Sample.photoID(1), by: account) }
      let record = try await storage.records.photo(Sample.photoID(1))
      #expect(record?.favouriteCount == 5)
      #expect(record?.version == 6)
      #expect(try findings(in: crashedCopy(of: storage), .records).isEmpty)
    }
  }

  @Test func `favourites that cannot be folded stay readable and safe, and are folded later`() async throws {
    try await withFaultyStorage { storage, faults in
      let account = try await storage.stores.account("ada")
      try await storage.stores.add(1, by: account)
      try await storage.stores.like(Sample.photoID(1), by: account)
      faults.fail(.write, SQLITE_FULL)
      await expectProblem(.insufficientStorage) { try await storage.fold() }
      #expect(storage.records.statistics.pendingFavouriteCount == 1)
      #expect(try await storage.records.photo(Sample.photoID(1))?.favouriteCount == 1)
      #expect(try findings(in: crashedCopy(of: storage), .records).isEmpty)
      faults.heal()
      try await storage.fold()
      #expect(storage.records.statistics.pendingFavouriteCount == 0)
      #expect(try await storage.records.photo(Sample.photoID(1))?.favouriteCount == 1)
    }
  }

  @Test(arguments: [DatabaseFaults.Operation.write, .synchronize])
  func `at whatever call the disk fails, acknowledged writes are kept and failed ones are not`(
    _ operation: DatabaseFaults.Operation
  ) async throws {
    try await withFaultyStorage { storage, faults in
      let accounts = try await storage.stores.accounts(3)
      var liked: Set<AccountID> = []
      try await storage.stores.add(0, by: accounts[0])
      for number in 1..<25 {
        faults.fail(operation, operation == .write ? SQLITE_FULL : SQLITE_IOERR | 4 << 8, after: number % 7)
        let added = try? await storage.stores.add(number, by: accounts[0])
        let account = accounts[number % 3]
        let isLiked = !liked.contains(account.id)
        if (try? await storage.stores.like(Sample.photoID(0), by: account, isLiked)) != nil {
          if isLiked { liked.insert(account.id) } else { liked.remove(account.id) }
        }
        faults.heal()
        #expect(try await storage.records.photo(Sample.photoID(number)) == added)
        #expect(try await storage.records.photo(Sample.photoID(0))?.favouriteCount == liked.count)
      }
      let copy = try crashedCopy(of: storage)
      #expect(try findings(in: copy, .records).isEmpty)
      let count = try await withStorage(in: copy) { try await $0.records.photo(Sample.photoID(0))?.favouriteCount }
      #expect(count == liked.count)
    }
  }

  private func withFaultyStorage(_ body: (TestStorage, DatabaseFaults) async throws -> Void) async throws {
    let faults = try DatabaseFaults()
    var configuration = EmbeddedStoreConfiguration()
    configuration.databaseFileSystem = faults.name
    try await withStorage(configuration: configuration) { storage in try await body(storage, faults) }
  }
}

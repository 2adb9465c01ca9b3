// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofStorage
import WoofSQLite

@Suite(.timeLimit(.minutes(2))) struct AccountsBesideServiceTests {
  private func withTool<Result>(
    beside storage: TestStorage, _ body: (EmbeddedStore) async throws -> Result
  ) async throws -> Result {
    let tool = try EmbeddedStore(in: DataFolder.open(at: storage.path, for: .accounts))
    let result = try await body(tool)
    await tool.close()
    return result
  }

  @Test func `an account of another process exists at once, and the generation grows in two seconds`()
    async throws
  {
    try await withStorage { storage in
      let name = try #require(AccountName("ada"))
      _ = try await storage.stores.account("bob")
      let generation = storage.records.credentialGeneration
      try await withTool(beside: storage) { tool in
        _ = try await tool.addAccount(
          name, passwordHash: Sample.passwordHash(), isAdministrator: false, at: Sample.time(0))
      }
      #expect(try await storage.records.credential(of: name) != nil)
      storage.time.advance(milliseconds: 2000)
      await expectProblem(.notFound) { try await storage.stores.edit(Sample.photoID(1), .deletion) }
      // The writer looks after it has answered; the next answer comes after that.
      await expectProblem(.notFound) { try await storage.stores.edit(Sample.photoID(1), .deletion) }
      #expect(storage.records.credentialGeneration > generation)
    }
  }

  @Test func `writes of two processes wait for each other`() async throws {
    try await withStorage { storage in
      try await withTool(beside: storage) { tool in
        try await withThrowingTaskGroup(of: Void.self) { group in
          for (index, store) in [storage.records, tool].enumerated() {
            group.addTask {
              for number in 0..<20 {
                guard let name = AccountName("account-\(index)-\(number)") else { throw Unexpected("no name") }
                _ = try await store.addAccount(
                  name, passwordHash: Sample.passwordHash(), isAdministrator: false, at: Sample.time(0))
              }
            }
          }
          try await group.waitForAll()
        }
      }
      let accounts = try await storage.records.accounts()
      #expect(accounts.count == 40)
    }
  }

  @Test func `a write waits for another process's lock`() async throws {
    try await withStorage { storage in
      let other = try Database(
        path: "\(storage.path)/woof.db",
        settings: DatabaseSettings(cacheByteCount: 1 << 20, busyTimeout: .seconds(10)))
      try other[.beginWriting].run()
      async let added = storage.stores.account("ada")
      while storage.records.statistics.writeQueueDepth > 0 { await Task.yield() }
      try other[.commit].run()
      #expect(try await added.name.text == "ada")
    }
  }

  @Test func `only the service changes photos`() async throws {
    try await withStorage { storage in
      let account = try await storage.stores.account("ada")
      try await storage.stores.add(1, by: account)
      try await withTool(beside: storage) { tool in
        await expectProblem(.unavailable) {
          _ = try await tool.updatePhoto(Sample.photoID(1), .deletion, if: .presence)
        }
        await expectProblem(.unavailable) {
          _ = try await tool.addPhoto(Sample.draft(2, by: account), idempotency: nil)
        }
        await expectProblem(.unavailable) {
          _ = try await tool.setFavourite(true, of: Sample.photoID(1), by: account.id, at: Sample.time(0))
        }
        let photo = try await tool.photo(Sample.photoID(1))
        #expect(photo != nil)
      }
    }
  }

  @Test func `favourites that the service has not folded are counted beside it, too`() async throws {
    try await withStorage { storage in
      let account = try await storage.stores.account("ada")
      try await storage.stores.add(1, by: account)
      try await storage.stores.like(Sample.photoID(1), by: account)
      let counts = try await withTool(beside: storage) { tool in try await tool.accounts().map(\.favouriteCount) }
      #expect(counts == [1])
    }
  }

  @Test func `no store is made for accounts`() throws {
    let folder = try TemporaryFolder()
    for path in [folder.path, folder.path("mistyped")] {
      let error = #expect(throws: StorageError.self) { try DataFolder.open(at: path, for: .accounts) }
      #expect(error?.code == .noStore)
      #expect(error?.message.contains("woof init") == true)
    }
    #expect(folder.files(below: ".").isEmpty)
    #expect(access(folder.path("mistyped"), F_OK) != 0)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofStorage

@Suite(.timeLimit(.minutes(2))) struct DurabilityTests {
  @Test func `all data is there when the stores are opened again`() async throws {
    let folder = try TemporaryFolder()
    let before = try await withStorage(in: folder) { storage in
      let account = try await storage.stores.account("ada")
      try await storage.upload(1, by: account, bytes: [1, 2, 3])
      try await storage.upload(2, by: account, bytes: [4, 5])
      try await storage.stores.like(Sample.photoID(1), by: account)
      try await storage.stores.edit(Sample.photoID(2), .deletion)
      return try await Contents(of: storage)
    }
    let after = try await withStorage(in: folder) { try await Contents(of: $0) }
    #expect(after == before)
    #expect(try findings(in: folder).isEmpty)
  }

  @Test func `all acknowledged writes survive a crash`() async throws {
    let (copy, before) = try await withStorage { storage in
      let account = try await storage.stores.account("ada")
      for number in 1...3 { try await storage.upload(number, by: account, bytes: [UInt8(number)]) }
      for number in 1...3 { try await storage.stores.like(Sample.photoID(number), by: account, at: Int64(number)) }
      try await storage.stores.like(Sample.photoID(2), by: account, false)
      return (try crashedCopy(of: storage), try await Contents(of: storage))
    }
    let after = try await withStorage(in: copy) { try await Contents(of: $0) }
    #expect(after == before)
    #expect(try findings(in: copy).isEmpty)
  }

  @Test func `the change log continues where it was, even after favourites`() async throws {
    let copy = try await withStorage { storage in
      let account = try await storage.stores.account("ada")
      try await storage.stores.add(1, by: account)
      #expect(try await storage.stores.like(Sample.photoID(1), by: account).sequence == 2)
      return try crashedCopy(of: storage)
    }
    try await withStorage(in: copy) { storage in
      #expect(storage.records.latestSequence == 2)
      let account = try #require(try await storage.records.accounts().first?.account)
      #expect(try await storage.stores.like(Sample.photoID(1), by: Principal(account), false).sequence == 3)
    }
  }

  @Test func `the installation keeps its epoch and its secret, which are unique`() async throws {
    let folder = try TemporaryFolder()
    let first = try await withStorage(in: folder) { ($0.records.epoch, $0.records.installationSecret) }
    let again = try await withStorage(in: folder) { ($0.records.epoch, $0.records.installationSecret) }
    let other = try await withStorage { ($0.records.epoch, $0.records.installationSecret) }
    #expect(first == again)
    #expect(first.0 != other.0)
    #expect(first.1 != other.1)
    #expect(first.1.count == 32)
  }

  @Test func `the files are readable for their owner only`() async throws {
    try await withStorage { storage in
      _ = try await storage.stores.account("ada")
      for name in try SystemFileSystem().names(in: storage.path) {
        var status = stat()
        #expect(stat("\(storage.path)/\(name)", &status) == 0)
        #expect(status.st_mode & 0o077 == 0, "\(name)")
      }
    }
  }

  @Test func `calls after closing fail as unavailable`() async throws {
    let closed = try await withStorage { $0 }
    await expectProblem(.unavailable) { _ = try await closed.records.photo(Sample.photoID(1)) }
    await expectProblem(.unavailable) { try await closed.stores.edit(Sample.photoID(1), .deletion) }
    await expectProblem(.unavailable) { try await closed.storage.collectGarbage() }
  }

  /// What a store shows of itself.
  private struct Contents: Equatable {
    let changes: [PhotoRecord]
    let accounts: [AccountSummary]
    let favourites: [Favourite]
    let sequence: Int64

    init(of storage: TestStorage) async throws {
      let account = try await storage.records.accounts().first?.account.id ?? AccountID(rawValue: 0)
      changes = try await storage.records.changes(after: 0, limit: 100, reader: ChangeReader(account)).photos
      accounts = try await storage.records.accounts()
      favourites = try await storage.records.favourites(of: account, after: nil, limit: 100)
      sequence = storage.records.latestSequence
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofCryptography
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofStorage

@Suite(.timeLimit(.minutes(1))) struct AccountDeletionTests {
  private static let cost = PasswordHash.Cost(logarithmOfN: 4)

  @Test func `an interrupted deletion is finished at the next start, from wherever it was`() async throws {
    for stepCount in 0..<6 {
      let copy = try await withStorage(configuration: .with(grace: .seconds(60))) { storage in
        let account = try await fill(storage)
        let writer = storage.records.writer
        let number = try await writer.write { try $0.beginDeletion(of: account.name) }
        var next: AccountDeletionStep? = .favourites(after: nil)
        for _ in 0..<stepCount {
          guard let step = next else { break }
          next = try await writer.write { try $0.continueDeletion(of: number, step) }
        }
        return try crashedCopy(of: storage)
      }
      try await withStorage(in: copy, configuration: .with(grace: .seconds(60))) { storage in
        for _ in 0..<2 { try await storage.storage.onMaintenanceThread { _ in } }
        let counts = try await storage.records.counts()
        #expect(counts.photoCount == 1, "\(stepCount)")
        #expect(counts.restorablePhotoCount == 30, "\(stepCount)")
        #expect(counts.favouriteCount == 1, "\(stepCount)")
        let name = try #require(AccountName("ada"))
        #expect(try await storage.records.credential(of: name)?.account == nil, "\(stepCount)")
      }
      #expect(try findings(in: copy, .records).isEmpty, "\(stepCount)")
    }
  }

  @Test func `others write while an account is deleted, down to its last favourite`() async throws {
    try await withStorage { storage in
      let account = try await fill(storage)
      let name = try #require(AccountName("bob"))
      let bob = try #require(try await storage.records.summary(of: name)).account
      async let deletion: Void = storage.records.deleteAccount(account.name)
      for round in 0..<50 {
        try await storage.stores.like(Sample.photoID(99), by: Principal(bob), round.isMultiple(of: 2))
      }
      try await deletion
      #expect(try await storage.records.counts().photoCount == 1)
      #expect(try await storage.records.photo(Sample.photoID(99))?.favouriteCount == 0)
      #expect(try findings(in: crashedCopy(of: storage)).isEmpty)
    }
  }

  @Test func `a sign-in with a deleted account looks and costs like one with an unknown account`() async throws {
    try await withStorage { storage in
      let authenticator = Authenticator(
        credentials: storage.records, time: storage.time,
        workers: WorkerPool(name: "password", threadCount: 1, queueLimit: 4),
        configuration: Authenticator.Configuration(passwordCost: Self.cost))
      let name = try #require(AccountName("ada"))
      _ = try await authenticator.addAccount(name, password: "lake-and-ball", isAdministrator: true)
      _ = try await authenticator.principal(name: "ada", password: "lake-and-ball", address: "127.0.0.1")
      try await storage.records.deleteAccount(name)
      var errors: [WoofError] = []
      var hashCounts: [Int] = []
      for name in ["ada", "nobody"] {
        let before = authenticator.counts.hashes
        do {
          _ = try await authenticator.principal(name: name, password: "lake-and-ball", address: "127.0.0.1")
        } catch let error as WoofError {
          errors.append(error)
        }
        hashCounts.append(Int(authenticator.counts.hashes - before))
      }
      #expect(errors.map(\.code) == [.authenticationRequired, .authenticationRequired])
      #expect(errors.first?.message == errors.last?.message)
      #expect(hashCounts == [1, 1])
    }
  }

  @Test func `the responses to a deleted account's requests are forgotten`() async throws {
    try await withStorage { storage in
      let account = try await storage.stores.account("ada")
      let key = IdempotencyKey(account: account.id, text: "once")
      let claim = IdempotencyClaim(
        key: key, fingerprint: Sample.digest(0), time: Sample.time(0), expiresAt: Sample.time(1000))
      _ = try await storage.records.addPhoto(Sample.draft(1, by: account), idempotency: claim)
      try await storage.records.deleteAccount(account.name)
      #expect(try await storage.records.storedResponse(to: key, at: Sample.time(0)) == nil)
    }
  }

  /// Adds an account with photos and favourites, folded ones and others, and one with a photo that both like.
  private func fill(_ storage: TestStorage) async throws -> Principal {
    let (ada, bob) = (try await storage.stores.account("ada"), try await storage.stores.account("bob"))
    try await storage.upload(99, by: bob, bytes: [99])
    for number in 1...30 { try await storage.upload(number, by: ada, bytes: [UInt8(number)]) }
    for number in 1...20 { try await storage.stores.like(Sample.photoID(number), by: ada) }
    try await storage.records.writer.write { try $0.foldFavourites() }
    for account in [ada, bob] { try await storage.stores.like(Sample.photoID(99), by: account) }
    return ada
  }
}

// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofStorage
import WoofSQLite

@Suite(.timeLimit(.minutes(1))) struct FavouriteEditsTests {
  private static let lifetime: Int64 = 90 * 86_400_000

  @Test func `a number is known after a crash, while its favourite is still in the journal`() async throws {
    let copy = try await withStorage { storage in
      let ada = try await storage.stores.account("ada")
      try await storage.stores.add(1, by: ada)
      try await storage.stores.like(Sample.photoID(1), by: ada, edit: "phone", 2)
      #expect(storage.records.statistics.pendingFavouriteCount == 1)
      return try crashedCopy(of: storage)
    }
    try await withStorage(in: copy) { storage in
      let ada = Principal(try #require(try await storage.records.accounts().first).account)
      let late = try await storage.stores.like(Sample.photoID(1), by: ada, edit: "phone", 1, false)
      #expect(late.isFavourite)
      #expect(late.photo.favouriteCount == 1)
      #expect(storage.records.statistics.lateEditCount == 1)
    }
    #expect(try findings(in: copy, .records).isEmpty)
  }

  @Test func `a number is kept for 90 days, and forgotten then`() async throws {
    try await withStorage { storage in
      let ada = try await storage.stores.account("ada")
      try await storage.stores.add(1, by: ada)
      try await storage.stores.like(Sample.photoID(1), by: ada, edit: "phone", 2)
      storage.time.advance(milliseconds: Self.lifetime - 1)
      #expect(try await storage.stores.like(Sample.photoID(1), by: ada, edit: "phone", 1, false).isFavourite)
      try await storage.forgetEdits()
      #expect(storage.records.statistics.storedEditCount == 1)
      storage.time.advance(milliseconds: 1)
      try await storage.forgetEdits()
      #expect(storage.records.statistics.storedEditCount == 0)
      #expect(try await !storage.stores.like(Sample.photoID(1), by: ada, edit: "phone", 1, false).isFavourite)
    }
  }

  @Test func `an account with too many numbers loses its own oldest, and others lose none`() async throws {
    var configuration = EmbeddedStoreConfiguration()
    configuration.editLimitPerAccount = 3
    try await withStorage(configuration: configuration) { storage in
      let (ada, bob) = (try await storage.stores.account("ada"), try await storage.stores.account("bob"))
      for number in 1...5 { try await storage.stores.add(number, by: ada) }
      try await storage.stores.like(Sample.photoID(1), by: bob, edit: "phone", 9)
      for number in 1...5 {
        storage.time.advance(milliseconds: 1)
        try await storage.stores.like(Sample.photoID(number), by: ada, edit: "phone", 9)
      }
      #expect(try await storage.edits() == ["1 by 2", "3 by 1", "4 by 1", "5 by 1"])
      #expect(storage.records.statistics.evictedEditCount == 2)
    }
  }

  @Test func `with too many numbers in all, the accounts with most lose their oldest`() async throws {
    var configuration = EmbeddedStoreConfiguration()
    configuration.editLimit = 3
    try await withStorage(configuration: configuration) { storage in
      let (ada, bob) = (try await storage.stores.account("ada"), try await storage.stores.account("bob"))
      for number in 1...5 { try await storage.stores.add(number, by: ada) }
      try await storage.stores.like(Sample.photoID(1), by: bob, edit: "phone", 9)
      for number in 1...5 {
        storage.time.advance(milliseconds: 1)
        try await storage.stores.like(Sample.photoID(number), by: ada, edit: "phone", 9)
      }
      try await storage.forgetEdits()
      #expect(try await storage.edits() == ["1 by 2", "4 by 1", "5 by 1"])
    }
  }

  @Test func `a number survives the deletion of its photo until that can be restored no longer`() async throws {
    let grace = EmbeddedStoreConfiguration.with(grace: .milliseconds(1000))
    try await withStorage(configuration: grace) { storage in
      let ada = try await storage.stores.account("ada")
      try await storage.stores.add(1, by: ada)
      try await storage.stores.like(Sample.photoID(1), by: ada, edit: "phone", 2)
      try await storage.stores.edit(Sample.photoID(1), .deletion)
      _ = try await storage.records.restorePhoto(Sample.photoID(1))
      #expect(try await storage.stores.like(Sample.photoID(1), by: ada, edit: "phone", 1, false).isFavourite)
      try await storage.stores.edit(Sample.photoID(1), .deletion)
      storage.time.advance(milliseconds: 1000)
      try await storage.storage.onMaintenanceThread { try $0.finishDeletions() }
      #expect(try await storage.edits() == [])
      #expect(try findings(in: crashedCopy(of: storage), .records).isEmpty)
    }
  }

  @Test func `the numbers of an account go with it`() async throws {
    try await withStorage { storage in
      let (ada, bob) = (try await storage.stores.account("ada"), try await storage.stores.account("bob"))
      for number in 1...3 {
        try await storage.stores.add(number, by: bob)
        try await storage.stores.like(Sample.photoID(number), by: ada, edit: "phone", 2)
        try await storage.stores.like(Sample.photoID(number), by: bob, edit: "phone", 2)
      }
      try await storage.records.deleteAccount(ada.name)
      #expect(try await storage.edits() == ["1 by 2", "2 by 2", "3 by 2"])
      await expectProblem(.conflict) {
        try await storage.stores.like(Sample.photoID(1), by: ada, edit: "phone", 3, false)
      }
      #expect(try findings(in: crashedCopy(of: storage), .records).isEmpty)
    }
  }

  @Test func `favourites without a number write none`() async throws {
    try await withStorage { storage in
      let ada = try await storage.stores.account("ada")
      try await storage.stores.add(1, by: ada)
      try await storage.stores.like(Sample.photoID(1), by: ada)
      #expect(try await storage.edits() == [])
    }
  }
}

extension TestStorage {
  fileprivate func forgetEdits() async throws { try await storage.onMaintenanceThread { try $0.forgetEdits() } }

  /// The photos and accounts of which a number is kept.
  fileprivate func edits() async throws -> [String] {
    try await records.writer.write { transaction in
      try transaction.database[SQL("SELECT photo || ' by ' || account FROM favourite_edit ORDER BY photo, account")].all
      {
        (columns) throws(SQLiteError) in try columns.next(String.self)
      }
    }
  }
}

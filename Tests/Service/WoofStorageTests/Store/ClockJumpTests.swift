// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofStorage

/// Tests that the stores keep their promises when somebody sets the wall clock.
@Suite(.timeLimit(.minutes(1))) struct ClockJumpTests {
  private static let grace: Int64 = 3600_000
  private static let year: Int64 = 365 * 86_400_000

  private func withGrace<Result>(
    in folder: TemporaryFolder? = nil, time: ManualTime = ManualTime(), _ body: (TestStorage) async throws -> Result
  ) async throws -> Result {
    try await withStorage(in: folder, time: time, configuration: .with(grace: .milliseconds(Self.grace)), body)
  }

  private func deletedPhoto(in storage: TestStorage) async throws -> PhotoID {
    let photo = try await storage.upload(1, by: try await storage.stores.account("ada"), bytes: [1, 2, 3])
    try await storage.stores.edit(photo.id, .deletion)
    return photo.id
  }

  @Test func `a clock that is ahead for a minute does not end a grace period`() async throws {
    try await withGrace { storage in
      let photo = try await deletedPhoto(in: storage)
      storage.time.moveWallClock(milliseconds: Self.year)
      storage.time.advance(milliseconds: 60_000)
      try await storage.storage.onMaintenanceThread { try $0.finishDeletions() }
      let shown = try #require(try await storage.records.administeredPhoto(photo)?.restorableUntil)
      #expect(shown.milliseconds - storage.time.now().milliseconds == Self.grace - 60_000)
      storage.time.moveWallClock(milliseconds: -Self.year)
      try await storage.storage.onMaintenanceThread { try $0.finishDeletions() }
      let restored = try await storage.records.restorePhoto(photo)
      #expect(!restored.isDeleted)
    }
  }

  @Test func `a clock that is set back does not lengthen a grace period`() async throws {
    try await withGrace { storage in
      let photo = try await deletedPhoto(in: storage)
      storage.time.moveWallClock(milliseconds: -Self.year)
      storage.time.advance(milliseconds: Self.grace)
      #expect(try await storage.records.administeredPhoto(photo)?.restorableUntil == nil)
      await expectProblem(.gone) { _ = try await storage.records.restorePhoto(photo) }
    }
  }

  @Test func `searches find restorable photos, wherever the clock stands`() async throws {
    try await withGrace { storage in
      let photo = try await deletedPhoto(in: storage)
      storage.time.moveWallClock(milliseconds: Self.year)
      let search = PhotoSearch(state: .deleted, limit: 10)
      #expect(try await storage.records.photos(matching: search).photos.map(\.record.id) == [photo])
    }
  }

  @Test func `a grace period continues while the service is down, not while the machine is`() async throws {
    let (folder, time) = (try TemporaryFolder(), ManualTime())
    let photo = try await withGrace(in: folder, time: time) { try await deletedPhoto(in: $0) }
    time.boot("second")
    time.advance(milliseconds: Self.grace)
    try await withGrace(in: folder, time: time) { storage in
      let shown = try await storage.records.administeredPhoto(photo)
      #expect(shown?.restorableUntil != nil)
    }
    time.advance(milliseconds: Self.grace)
    try await withGrace(in: folder, time: time) { storage in
      let shown = try await storage.records.administeredPhoto(photo)
      #expect(shown?.restorableUntil == nil)
    }
  }

  @Test func `the elapsed part of a grace period is stored every hour, for the next boot`() async throws {
    let (folder, time) = (try TemporaryFolder(), ManualTime())
    let photo = try await withGrace(in: folder, time: time) { storage in
      let photo = try await deletedPhoto(in: storage)
      time.advance(milliseconds: Self.grace)
      for _ in 0..<2 { try await storage.storage.onMaintenanceThread { _ in } }
      return photo
    }
    time.boot("second")
    try await withGrace(in: folder, time: time) { storage in
      let shown = try await storage.records.administeredPhoto(photo)
      #expect(shown?.restorableUntil == nil)
    }
  }

  @Test func `favourites keep the order of their setting when the clock is set back`() async throws {
    let folder = try TemporaryFolder()
    let account = try await withStorage(in: folder) { storage in
      let account = try await storage.stores.account("ada")
      for number in 1...6 { try await storage.upload(number, by: account, bytes: [UInt8(number)]) }
      try await storage.stores.like(Sample.photoID(6), by: account, at: Self.year)
      try await storage.stores.like(Sample.photoID(3), by: account, at: 0)
      try await storage.stores.like(Sample.photoID(2), by: account, at: 1)
      #expect(try await likes(of: account, in: storage) == [2, 3, 6])
      return account
    }
    try await withStorage(in: folder) { storage in
      try await storage.stores.like(Sample.photoID(1), by: account, at: 2)
      try await storage.records.writer.write { try $0.foldFavourites() }
      try await storage.stores.like(Sample.photoID(4), by: account, at: 3)
      #expect(try await likes(of: account, in: storage) == [4, 1, 2, 3, 6])
    }
  }

  @Test func `the newest id outlives its photo`() async throws {
    try await withStorage { storage in
      #expect(try await storage.records.newestPhotoID() == nil)
      let account = try await storage.stores.account("ada")
      for number in 1...2 { try await storage.upload(number, by: account, bytes: [UInt8(number)]) }
      try await storage.stores.edit(Sample.photoID(2), .deletion)
      #expect(try await storage.records.newestPhotoID() == Sample.photoID(2))
    }
  }

  @Test func `a search by time finds photos with ids far ahead`() async throws {
    try await withStorage { storage in
      let account = try await storage.stores.account("ada")
      var draft = Sample.draft(1, by: account)
      draft.id = PhotoID(high: Sample.photoID(1).high + UInt64(Self.year) << 16, low: Sample.photoID(1).low)
      _ = try await storage.records.addPhoto(draft, idempotency: nil)
      let search = PhotoSearch(until: Sample.time(100), limit: 10)
      #expect(try await storage.records.photos(matching: search).photos.map(\.record.id) == [draft.id])
    }
  }

  private func likes(of account: Principal, in storage: TestStorage) async throws -> [Int] {
    let favourites = try await storage.records.favourites(of: account.id, after: nil, limit: 10)
    return favourites.map { Int($0.photo.id.low & 0xFF) }
  }
}

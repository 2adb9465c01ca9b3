// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import WoofStorage
import WoofSQLite

/// What a reader sees when something happens between its steps: taking what is pending, beginning its snapshot of the
/// tables, and reading.
@Suite(.timeLimit(.minutes(1))) struct SnapshotTests {
  @Test func `favourites folded between two steps are not counted twice`() async throws {
    try await withStorage { storage in
      let account = try await prepare(storage)
      try await storage.stores.like(Sample.photoID(1), by: account)
      let reading = try Reading(storage)
      try await storage.fold()
      let snapshot = try reading.begin()
      #expect(try snapshot.summary(of: account.id)?.favouriteCount == 1)
      #expect(try snapshot.favourites(of: account.id, after: nil, limit: 9).count == 1)
      let popular = try snapshot.photos(PhotoQuery(scope: .readable(by: nil), order: .popular, limit: 9))
      #expect(popular.map(\.id) == [1, 3, 2].map { Sample.photoID($0) })
    }
  }

  @Test func `favourites pending before a snapshot are in it, even if they are folded before the read`() async throws {
    try await withStorage { storage in
      let account = try await prepare(storage)
      try await storage.stores.like(Sample.photoID(1), by: account)
      let reading = try Reading(storage)
      let snapshot = try reading.begin()
      try await storage.fold()
      #expect(try snapshot.photo(Sample.photoID(1))?.favouriteCount == 1)
      #expect(try snapshot.summary(of: account.id)?.favouriteCount == 1)
      #expect(try snapshot.favourites(among: [Sample.photoID(1)], of: account.id).count == 1)
    }
  }

  @Test func `a photo that is hidden and liked after a snapshot stays in it unchanged`() async throws {
    try await withStorage { storage in
      let account = try await prepare(storage)
      let before = try await storage.records.photo(Sample.photoID(2))
      let snapshot = try Reading(storage).begin()
      try await storage.stores.edit(Sample.photoID(2), PhotoEdit(caption: "secret", visibility: .private))
      try await storage.stores.like(Sample.photoID(2), by: account)
      #expect(try snapshot.photo(Sample.photoID(2)) == before)
      let newest = try snapshot.photos(PhotoQuery(scope: .readable(by: nil), limit: 9))
      #expect(newest.contains { $0 == before })
      #expect(newest.allSatisfy { $0.visibility == .public })
    }
  }

  @Test func `a photo that is shown and liked after a snapshot does not appear in it`() async throws {
    try await withStorage { storage in
      let account = try await prepare(storage)
      try await storage.stores.edit(Sample.photoID(2), PhotoEdit(visibility: .private))
      let snapshot = try Reading(storage).begin()
      try await storage.stores.edit(Sample.photoID(2), PhotoEdit(visibility: .public))
      try await storage.stores.like(Sample.photoID(2), by: account)
      let popular = try snapshot.photos(PhotoQuery(scope: .readable(by: nil), order: .popular, limit: 9))
      #expect(popular.map(\.id) == [3, 1].map { Sample.photoID($0) })
    }
  }

  @Test func `a photo that is added and liked after a snapshot is not in it`() async throws {
    try await withStorage { storage in
      let account = try await prepare(storage)
      let snapshot = try Reading(storage).begin()
      try await storage.stores.add(4, by: account)
      try await storage.stores.like(Sample.photoID(4), by: account)
      #expect(try snapshot.photos(PhotoQuery(scope: .readable(by: nil), order: .popular, limit: 9)).count == 3)
      #expect(try snapshot.favourites(of: account.id, after: nil, limit: 9).isEmpty)
    }
  }

  @Test func `the log is read up to its end, and continues from there without a gap`() async throws {
    try await withStorage { storage in
      let account = try await prepare(storage)
      let known = storage.records.latestSequence
      let snapshot = try Reading(storage).begin()
      try await storage.stores.like(Sample.photoID(1), by: account)
      try await storage.stores.add(4, by: account)
      try await storage.stores.like(Sample.photoID(2), by: account)
      let page = try snapshot.changes(after: 0, limit: 100, reader: .everybody)
      #expect(page.photos.map(\.id) == [Sample.photoID(3)])
      #expect(page.through == known)
      #expect(!page.hasMore)
      let rest = try await storage.records.changes(after: page.through, limit: 100, reader: .everybody)
      #expect(rest.photos.map(\.id) == [1, 4, 2].map { Sample.photoID($0) })
    }
  }

  private func prepare(_ storage: TestStorage) async throws -> Principal {
    let account = try await storage.stores.account("ada")
    for number in 1...3 { try await storage.stores.add(number, by: account) }
    return account
  }
}

/// A reader, step by step.
private struct Reading {
  private let database: Database
  private let pending: PendingFavourites
  private let sequence: Int64

  /// Takes what is pending.
  init(_ storage: TestStorage) throws {
    (pending, sequence) = storage.records.writer.port.state.current
    database = try Database(
      path: "\(storage.path)/woof.db",
      settings: DatabaseSettings(cacheByteCount: 1 << 20, busyTimeout: .seconds(1), isReadOnly: true))
  }

  /// Begins the snapshot of the tables.
  func begin() throws -> Snapshot {
    try database[.beginReading].run()
    return try Snapshot(database: database, pending: pending, sequence: sequence)
  }
}

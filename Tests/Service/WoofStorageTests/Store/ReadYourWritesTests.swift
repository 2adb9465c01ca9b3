// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofStorage

@Suite(.timeLimit(.minutes(3))) struct ReadYourWritesTests {
  @Test func `reads after a response see its write, under constant likes, folds and edits`()
    async throws
  {
    try await withStorage { storage in
      let accounts = try await storage.stores.accounts(6)
      for number in 0..<8 { try await storage.stores.add(number, by: accounts[0]) }
      let end = End()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { while !end.isReached { try await storage.fold() } }
        group.addTask {
          var round = 0
          while !end.isReached {
            round += 1
            let edited = try await storage.stores.edit(Sample.photoID(round % 8), PhotoEdit(caption: "\(round)"))
            try await expectSeen(edited, in: storage)
          }
        }
        try await withThrowingTaskGroup(of: Void.self) { likers in
          for (seed, account) in accounts.enumerated() {
            likers.addTask { try await like(as: account, seed: seed, in: storage) }
          }
          try await likers.waitForAll()
        }
        end.reach()
        try await group.waitForAll()
      }
      #expect(try findings(in: crashedCopy(of: storage), .records).isEmpty)
    }
  }

  private func like(as account: Principal, seed: Int, in storage: TestStorage) async throws {
    var numbers = SeededGenerator(seed: UInt64(seed))
    var liked: Set<PhotoID> = []
    for time in 0..<150 {
      let id = Sample.photoID(Int.random(in: 0..<8, using: &numbers))
      let isFavourite = Bool.random(using: &numbers)
      let record = try await storage.stores.like(id, by: account, at: Int64(time), isFavourite)
      if isFavourite { liked.insert(id) } else { liked.remove(id) }
      try await expectSeen(record, in: storage)
      let all = (0..<8).map { Sample.photoID($0) }
      #expect(try await storage.records.favourites(among: all, of: account.id) == liked)
      let listed = try await storage.records.favourites(of: account.id, after: nil, limit: 100)
      #expect(Set(listed.map(\.photo.id)) == liked)
      #expect(listed.count == liked.count)
      #expect(try await storage.records.summary(of: account.id)?.favouriteCount == liked.count)
    }
  }

  /// Expects that every way of reading shows a photo at least as new as a record.
  private func expectSeen(_ record: PhotoRecord, in storage: TestStorage) async throws {
    let store = storage.records
    #expect(try await store.photo(record.id)?.version ?? 0 >= record.version)
    for order in PhotoQuery.Order.allCases {
      let page = try await store.photos(PhotoQuery(scope: .readable(by: nil), order: order, limit: 100))
      #expect(page.count == 8)
      #expect(page.first { $0.id == record.id }?.version ?? 0 >= record.version)
    }
    let page = try await store.changes(after: record.sequence - 1, limit: 100, reader: .everybody)
    let positions = page.photos.map(\.sequence)
    #expect(positions == positions.sorted())
    // A photo that has changed again stands further on, perhaps behind the page.
    let isThere = page.photos.contains { $0.id == record.id }
    if !isThere { #expect(try await store.photo(record.id)?.sequence ?? 0 > page.through) }
  }
}

/// Tells tasks that they may stop.
private final class End: Sendable {
  private let flag = Atomic(false)

  var isReached: Bool { flag.load(ordering: .relaxed) }

  func reach() { flag.store(true, ordering: .relaxed) }
}

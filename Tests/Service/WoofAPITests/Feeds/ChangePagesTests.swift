// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

@testable import WoofAPI

struct ChangePagesTests {
  private func page(
    _ house: FeedHouse, for reader: Principal? = nil, since: String? = nil, limit: Int = 50
  ) async throws -> ChangesDocument {
    let pages = ChangePages(
      favourites: house.favourites, changes: house.store, tokens: house.tokens, workers: house.workers)
    return try ChangesDocument(
      await pages.page(for: ChangeReader(reader?.id), since: since.map(ChangeToken.init(rawValue:)), limit: limit))
  }

  private func code(_ house: FeedHouse, for reader: Principal? = nil, since: String) async throws -> WoofError.Code? {
    do {
      _ = try await page(house, for: reader, since: since)
      return nil
    } catch let error as WoofError { return error.code }
  }

  @Test func `without a token a snapshot comes in pages, and then a token`() async throws {
    try await FeedHouse.run { house in
      for number in 1...5 { try house.addPhoto(number) }
      let first = try await page(house, limit: 3)
      #expect(first.changes.map(\.id) == (1...3).map { FeedHouse.id($0).description })
      #expect(first.changes.allSatisfy { $0.kind == "photo" && $0.isFavourite == nil })
      #expect(first.more)
      let second = try await page(house, since: first.next, limit: 3)
      #expect(second.changes.map(\.id) == (4...5).map { FeedHouse.id($0).description })
      #expect(!second.more)
      let rest = try await page(house, since: second.next)
      #expect(rest.changes.isEmpty && !rest.more)
    }
  }

  @Test func `a change during a snapshot comes after it`() async throws {
    try await FeedHouse.run { house in
      for number in 1...4 { try house.addPhoto(number) }
      let first = try await page(house, limit: 2)
      house.like(FeedHouse.id(1))
      try house.addPhoto(0)
      let second = try await page(house, since: first.next, limit: 2)
      let rest = try await page(house, since: second.next)
      #expect(rest.changes.map(\.id) == [1, 0].map { FeedHouse.id($0).description })
      #expect(rest.changes.map(\.kind) == ["favourites", "photo"])
    }
  }

  @Test func `each item's token leads on from that item`() async throws {
    try await FeedHouse.run { house in
      for number in 1...4 { try house.addPhoto(number) }
      let snapshot = try await page(house)
      let rest = try await page(house, since: snapshot.changes[1].change)
      #expect(rest.changes.map(\.id) == [3, 4].map { FeedHouse.id($0).description })
      let changes = try await page(house, since: house.token(0).rawValue)
      let later = try await page(house, since: changes.changes[2].change)
      #expect(later.changes.map(\.id) == [FeedHouse.id(4).description])
    }
  }

  @Test func `a page of changes has no more than its limit and says that there is more`() async throws {
    try await FeedHouse.run { house in
      for number in 1...5 { try house.addPhoto(number) }
      let first = try await page(house, since: house.token(0).rawValue, limit: 4)
      #expect(first.changes.count == 4 && first.more)
      let second = try await page(house, since: first.next, limit: 4)
      #expect(second.changes.count == 1 && !second.more)
    }
  }

  @Test func `isFavourite is present for signed-in readers, and is their own`() async throws {
    try await FeedHouse.run { house in
      let ids = try (1...2).map { try house.addPhoto($0) }
      house.like(ids[1], by: 7)
      let reader = try FeedHouse.principal(7)
      #expect(try await page(house, for: reader).changes.map(\.isFavourite) == [false, true])
      let changes = try await page(house, for: reader, since: house.token(0, for: reader).rawValue)
      #expect(changes.changes.map(\.isFavourite) == [false, true])
    }
  }

  @Test func `private photos are visible to their owner only`() async throws {
    try await FeedHouse.run { house in
      try house.addPhoto(1, visibility: .private)
      try house.addPhoto(2)
      let owner = try FeedHouse.principal(1)
      #expect(try await page(house).changes.count == 1)
      #expect(try await page(house, for: owner).changes.count == 2)
      #expect(try await page(house, since: house.token(0).rawValue).changes.count == 1)
      #expect(try await page(house, for: owner, since: house.token(0, for: owner).rawValue).changes.count == 2)
    }
  }

  @Test func `a withdrawn photo comes as deleted and without content`() async throws {
    try await FeedHouse.run { house in
      let id = try house.addPhoto(1)
      house.store.commit { $0.edit(id) { $0.visibility = .private } }
      let change = try #require(try await page(house, since: house.token(1).rawValue).changes.first)
      #expect(change.kind == "deleted" && change.deleted && change.caption == nil)
    }
  }

  @Test func `a withdrawal keeps its place when the hidden photo changes`() async throws {
    try await FeedHouse.run { house in
      let id = try house.addPhoto(1)
      house.store.commit { $0.edit(id) { $0.visibility = .private } }
      for number in 2...4 { try house.addPhoto(number) }
      house.store.commit { $0.edit(id) { $0.caption = "unseen" } }
      let first = try await page(house, since: house.token(1).rawValue, limit: 2)
      #expect(first.changes.map(\.id) == [1, 2].map { FeedHouse.id($0).description })
      for change in [try #require(first.changes.first).change, first.next] {
        let rest = try await page(house, since: change)
        #expect(rest.changes.last?.id == FeedHouse.id(4).description)
        #expect(!rest.changes.contains { $0.kind == "deleted" })
      }
    }
  }

  @Test func `a deleted photo comes with its last metadata, and is not in a snapshot`() async throws {
    try await FeedHouse.run { house in
      let id = try house.addPhoto(1)
      house.store.commit { $0.edit(id) { $0.isDeleted = true } }
      let change = try #require(try await page(house, since: house.token(1).rawValue).changes.first)
      #expect(change.kind == "deleted" && change.deleted && change.caption == "Rex")
      #expect(try await page(house).changes.isEmpty)
    }
  }

  @Test func `broken tokens and tokens of other readers are invalid`() async throws {
    try await FeedHouse.run { house in
      let reader = try FeedHouse.principal(7)
      #expect(try await code(house, since: "nonsense") == .changeTokenInvalid)
      #expect(try await code(house, for: reader, since: house.token(0).rawValue) == .changeTokenInvalid)
      #expect(try await code(house, since: house.token(0, for: reader).rawValue) == .changeTokenInvalid)
    }
  }

  @Test func `tokens before the horizon or after the newest change have expired`() async throws {
    try await FeedHouse.run { house in
      for number in 1...5 { try house.addPhoto(number) }
      house.store.forget(through: 3)
      #expect(try await code(house, since: house.token(2).rawValue) == .changeTokenExpired)
      #expect(try await code(house, since: house.token(3).rawValue) == nil)
      #expect(try await code(house, since: house.token(6).rawValue) == .changeTokenExpired)
      let snapshot = house.tokens.token(for: .snapshot(startedAt: 2, after: FeedHouse.id(1)), reader: .everybody)
      #expect(try await code(house, since: snapshot.rawValue) == .changeTokenExpired)
    }
  }
}

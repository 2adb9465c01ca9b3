// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofHTTP
import WoofModel

@testable import WoofAPI

/// What a subscriber gets to see.
struct EventFeedTests {
  @Test func `a change comes as a line with the count as it is now`() async throws {
    try await FeedHouse.run { house in
      let id = try house.addPhoto(1)
      let subscription = try await house.subscribe()
      house.like(id)
      let event = try #require(await subscription.events(1).first)
      #expect(event.id == id.description)
      #expect(event.kind == "favourites")
      #expect(event.favouriteCount == 1)
      #expect(event.isFavourite == nil)
      #expect(event.change == house.token(2).rawValue)
    }
  }

  @Test func `a stream without a token starts now and gives its position`() async throws {
    try await FeedHouse.run { house in
      try house.addPhoto(1)
      let subscription = try await house.subscribe()
      #expect(subscription.startToken == house.token(1).rawValue)
      try house.addPhoto(2)
      #expect(await subscription.events(1).map(\.id) == [FeedHouse.id(2).description])
    }
  }

  @Test func `the head forbids caching and buffering`() async throws {
    try await FeedHouse.run { house in
      let fields = try await house.response().fields
      #expect(fields[.contentType] == "application/x-ndjson")
      #expect(fields[.cacheControl] == "no-store")
      #expect(HTTPFieldName("X-Accel-Buffering").flatMap { fields[$0] } == "no")
      #expect(HTTPFieldName("Incremental").flatMap { fields[$0] } == "?1")
    }
  }

  @Test func `with a token all changes since then come first, then new ones`() async throws {
    try await FeedHouse.run { house in
      for number in 1...60 { try house.addPhoto(number) }
      let subscription = try await house.subscribe(since: house.token(2))
      #expect(subscription.startToken == house.token(2).rawValue)
      #expect(await subscription.events(58).map(\.id) == (3...60).map { FeedHouse.id($0).description })
      house.like(FeedHouse.id(3))
      #expect(await subscription.events(59).last?.kind == "favourites")
    }
  }

  @Test func `with a token from within a snapshot the rest of the snapshot comes first`() async throws {
    try await FeedHouse.run { house in
      for number in 1...40 { try house.addPhoto(number) }
      house.like(FeedHouse.id(1))
      let token = house.tokens.token(for: .snapshot(startedAt: 40, after: FeedHouse.id(3)), reader: .everybody)
      let subscription = try await house.subscribe(since: token)
      let events = await subscription.events(38)
      #expect(events.map(\.id) == ((4...40).map { $0 } + [1]).map { FeedHouse.id($0).description })
      #expect(events.dropLast().allSatisfy { $0.kind == "photo" })
      #expect(events.last?.change == house.token(41).rawValue)
    }
  }

  @Test func `server-sent events begin with the retry delay and the token that they start from`() async throws {
    try await FeedHouse.run { house in
      for number in 1...3 { try house.addPhoto(number) }
      let fields = HTTPFields([.accept: "text/event-stream"])
      for (since, start) in [(nil, house.token(3)), (house.token(2), house.token(2))] as [(ChangeToken?, ChangeToken)] {
        let subscription = try await house.subscribe(since: since, fields: fields)
        let received = await subscription.outlet.wait { !$0.bytes.isEmpty }
        #expect(
          received.text.hasPrefix(
            "retry: 3000\nevent: start\nid: \(start)\ndata: {\"change\":\"\(start)\"}\n\n"))
      }
    }
  }

  @Test func `server-sent events carry kind, token and data`() async throws {
    try await FeedHouse.run { house in
      let subscription = try await house.subscribe(fields: HTTPFields([.accept: "text/event-stream"]))
      #expect(subscription.fields[.contentType] == "text/event-stream")
      try house.addPhoto(1)
      let received = await subscription.outlet.wait { !$0.events.isEmpty }
      #expect(received.lines.dropFirst(4).prefix(2) == ["event: photo", "id: \(house.token(1))"])
      #expect(received.text.hasSuffix("}\n\n"))
    }
  }

  @Test func `Last-Event-ID has precedence over since`() async throws {
    try await FeedHouse.run { house in
      for number in 1...3 { try house.addPhoto(number) }
      let fields = HTTPFields([.lastEventID: house.token(2).rawValue])
      let subscription = try await house.subscribe(since: house.token(0), fields: fields)
      #expect(await subscription.events(1).map(\.id) == [FeedHouse.id(3).description])
    }
  }

  @Test(arguments: ["nonsense", "\u{FF}", "AQ"])
  func `a malformed Last-Event-ID is refused, even with a valid since`(value: String) async throws {
    try await FeedHouse.run { house in
      let error = await #expect(throws: WoofError.self) {
        try await house.response(since: house.token(0), fields: HTTPFields([.lastEventID: value]))
      }
      #expect(error?.code == .changeTokenInvalid)
    }
  }

  @Test func `a token before the beginning of the log has expired`() async throws {
    try await FeedHouse.run { house in
      for number in 1...3 { try house.addPhoto(number) }
      house.store.forget(through: 2)
      for sequence in [Int64(1), 4] {
        let error = await #expect(throws: WoofError.self) { try await house.response(since: house.token(sequence)) }
        #expect(error?.code == .changeTokenExpired)
      }
    }
  }

  @Test func `a token is valid for its principal only`() async throws {
    try await FeedHouse.run { house in
      let reader = try FeedHouse.principal(7)
      let error = await #expect(throws: WoofError.self) {
        try await house.response(for: reader, since: house.token(0))
      }
      #expect(error?.code == .changeTokenInvalid)
    }
  }

  @Test func `a signed-in reader gets its own tokens and isFavourite`() async throws {
    try await FeedHouse.run { house in
      let id = try house.addPhoto(1)
      let fan = try FeedHouse.principal(7)
      let subscription = try await house.subscribe(for: fan)
      house.like(id, by: 7)
      let liked = try #require(await subscription.events(1).last)
      #expect(liked.isFavourite == true)
      #expect(liked.change == house.token(2, for: fan).rawValue)
      house.like(id, by: 8)
      #expect(await subscription.events(2).last?.isFavourite == true)
      house.like(id, by: 7, false)
      #expect(await subscription.events(3).last?.isFavourite == false)
    }
  }

  @Test func `changes of private photos reach their owner only`() async throws {
    try await FeedHouse.run { house in
      let owner = try await house.subscribe(for: try FeedHouse.principal(1))
      let stranger = try await house.subscribe(for: try FeedHouse.principal(2))
      let anonymous = try await house.subscribe()
      try house.addPhoto(1, visibility: .private)
      try house.addPhoto(2, visibility: .unlisted)
      try house.addPhoto(3)
      #expect(await owner.events(3).map(\.id) == (1...3).map { FeedHouse.id($0).description })
      #expect(await stranger.events(1).map(\.id) == [FeedHouse.id(3).description])
      #expect(await anonymous.events(1).map(\.id) == [FeedHouse.id(3).description])
    }
  }

  @Test func `a withdrawn photo is deleted for strangers and changed for its owner`() async throws {
    try await FeedHouse.run { house in
      let id = try house.addPhoto(1)
      let owner = try await house.subscribe(for: try FeedHouse.principal(1))
      let stranger = try await house.subscribe(for: try FeedHouse.principal(2))
      house.store.commit { $0.edit(id) { $0.visibility = .private } }
      let seen = try #require(await stranger.events(1).first)
      #expect(seen.kind == "deleted" && seen.deleted && seen.caption == nil && seen.isFavourite == nil)
      let own = try #require(await owner.events(1).first)
      #expect(own.kind == "photo" && !own.deleted)
    }
  }

  @Test func `the changes of one transaction come together, each photo once`() async throws {
    try await FeedHouse.run { house in
      let ids = try (1...2).map { try house.addPhoto($0) }
      let subscription = try await house.subscribe()
      house.store.commit { transaction in
        for account in Int64(1)...10 { transaction.setFavourite(true, of: ids[0], by: AccountID(rawValue: account)) }
        transaction.setFavourite(true, of: ids[1], by: AccountID(rawValue: 1))
      }
      let events = await subscription.events(2)
      #expect(events.map(\.favouriteCount) == [10, 1])
      #expect(subscription.outlet.received.sendCount == 1)
    }
  }
}

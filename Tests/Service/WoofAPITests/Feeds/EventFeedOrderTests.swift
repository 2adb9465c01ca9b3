// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WoofCore
import WoofHTTP
import WoofModel

@testable import TestKit
@testable import WoofAPI

/// No gap and nothing twice, whatever happens while a reader comes.
struct EventFeedOrderTests {
  @Test(arguments: [MemoryStore.Moment.beforeChanges, .afterChanges, .beforeFavourites, .afterFavourites])
  func `a change committed during a replay comes once`(moment: MemoryStore.Moment) async throws {
    try await FeedHouse.run { house in
      for number in 1...30 { try house.addPhoto(number) }
      let count = Atomic(30)
      let adds = Mutex(true)
      house.store.onRead { [house] reached in
        guard reached == moment else { return }
        try adds.withLock { adds in
          guard adds, count.load(ordering: .relaxed) < 40 else { return }
          for _ in 0..<2 { try house.addPhoto(count.add(1, ordering: .relaxed).newValue) }
        }
      }
      let reader = try FeedHouse.principal(7)
      let subscription = try await house.subscribe(for: reader, since: house.token(0, for: reader))
      _ = await subscription.events(30)
      // A read that is going on adds no photo behind the last one from now on.
      adds.withLock { $0 = false }
      house.store.onRead(nil)
      try house.addPhoto(99)
      let events = await subscription.outlet.wait { $0.events.last?.id == FeedHouse.id(99).description }.events
      let added = count.load(ordering: .relaxed)
      #expect(events.map(\.id) == ((1...added) + [99]).map { FeedHouse.id($0).description })
    }
  }

  @Test func `a change committed between the response's head and its first event comes once`() async throws {
    try await FeedHouse.run { house in
      try house.addPhoto(1)
      let response = try await house.response()
      try house.addPhoto(2)
      guard case .source(let source) = response.body else { throw FeedHouse.NoStream() }
      let stream = Subscription(source: source, outlet: TestOutlet(loop: house.group.loops[0]), fields: response.fields)
      await stream.onLoop {
        $0.source.opened($0.outlet)
        // The hub has begun to listen, and has not served its first subscriber yet.
        _ = try? house.addPhoto(3)
      }
      try house.addPhoto(4)
      #expect(await stream.events(3).map(\.id) == (2...4).map { FeedHouse.id($0).description })
    }
  }

  @Test func `a favourite set during the look-up of favourites is reported as it is now`() async throws {
    try await FeedHouse.run { house in
      let id = try house.addPhoto(1)
      let isDone = Atomic(false)
      house.store.onRead { [house] reached in
        guard reached == .afterFavourites, !isDone.exchange(true, ordering: .relaxed) else { return }
        house.like(id, by: 7)
      }
      let subscription = try await house.subscribe(for: try FeedHouse.principal(7))
      house.like(id, by: 8)
      let events = await subscription.events(2)
      #expect(events.map(\.isFavourite) == [false, true])
      #expect(events.map(\.favouriteCount) == [1, 2])
    }
  }

  @Test func `a reader that returns with any earlier token misses nothing`() async throws {
    try await FeedHouse.run { house in
      for number in 1...50 { try house.addPhoto(number) }
      let first = try await house.subscribe(since: house.token(0))
      let events = await first.events(50)
      for index in stride(from: 0, to: 50, by: 7) {
        let again = try await house.subscribe(since: ChangeToken(rawValue: events[index].change))
        let rest = await again.outlet.wait { $0.events.count >= 49 - index }.events
        #expect(rest.map(\.id) == (index + 2..<51).map { FeedHouse.id($0).description })
        await again.leave()
      }
    }
  }

  @Test func `under a storm of changes every reader ends with the current state, in order`() async throws {
    let configuration = EventFeedConfiguration(subscriberLimitPerAddress: 1000, recentChangeLimit: 16)
    try await FeedHouse.run(loops: 2, configuration: configuration) { house in
      let ids = try (1...40).map { try house.addPhoto($0) }
      async let writing: Void = Self.storm(house, over: ids)
      var subscriptions: [Subscription] = []
      for number in 0..<60 {
        let reader = number % 3 == 0 ? try FeedHouse.principal(Int64(number % 2) + 100) : nil
        let since = number % 2 == 0 ? house.token(0, for: reader) : nil
        subscriptions.append(try await house.subscribe(for: reader, since: since, loop: number % 2))
        if number % 4 == 3 { subscriptions[number].outlet.block() }
        if number % 8 == 7 { await subscriptions[number - 4].unblock() }
        await Task.yield()
      }
      await writing
      for subscription in subscriptions { await subscription.unblock() }
      // A last change that every reader hears of, so that all that came before has been sent when it comes.
      house.store.commit { $0.edit(ids[0]) { $0.caption = "the end" } }
      for subscription in subscriptions {
        let received = await subscription.outlet.wait { $0.text.contains("the end") }
        try Self.check(received.events, against: house.store)
      }
    }
  }

  private static func storm(_ house: FeedHouse, over ids: [PhotoID]) async {
    var random = SeededGenerator(seed: 11)
    for round in 0..<3000 {
      house.store.commit { transaction in
        for _ in 0...Int(random.next() % 3) {
          let id = ids[Int(random.next() % UInt64(ids.count))]
          transaction.setFavourite(random.next() % 2 == 0, of: id, by: AccountID(rawValue: Int64(random.next() % 120)))
        }
      }
      if round % 20 == 0 { await Task.yield() }
    }
  }

  /// Versions of each photo grow strictly, and the last event of each that was told of is the truth.
  private static func check(_ events: [EventLine], against store: MemoryStore) throws {
    var last: [String: EventLine] = [:]
    for event in events {
      #expect(event.version > last[event.id]?.version ?? 0)
      last[event.id] = event
    }
    for event in last.values {
      let record = try #require(PhotoID(event.id).flatMap { store.record($0) })
      #expect(event.version == record.version && event.favouriteCount == record.favouriteCount)
    }
  }
}

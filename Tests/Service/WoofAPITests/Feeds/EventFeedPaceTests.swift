// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WoofCore
import WoofHTTP
import WoofModel

@testable import WoofAPI

/// Readers that are slow, idle, many, or at the end.
struct EventFeedPaceTests {
  @Test func `a slow reader gets the newest state of each photo when it has room`() async throws {
    try await FeedHouse.run { house in
      let ids = try (1...3).map { try house.addPhoto($0) }
      let subscription = try await house.subscribe(isBlocked: true)
      house.like(ids[0], by: 1)
      _ = await subscription.events(1)
      for account in Int64(2)...50 { for id in ids { house.like(id, by: account) } }
      await house.settle()
      #expect(subscription.outlet.received.sendCount == 1)
      await subscription.unblock()
      let events = await subscription.events(4)
      #expect(events.dropFirst().map(\.favouriteCount) == [50, 49, 49])
      await house.settle()
      #expect(house.feed.statistics.collapsedCount > 0)
    }
  }

  @Test func `a slow reader gets changed metadata even if a favourite came after it`() async throws {
    try await FeedHouse.run { house in
      let id = try house.addPhoto(1)
      let subscription = try await house.subscribe(isBlocked: true)
      house.like(id, by: 1)
      _ = await subscription.events(1)
      house.store.commit { $0.edit(id) { $0.caption = "Rex sleeps" } }
      house.like(id, by: 2)
      await house.settle()
      await subscription.unblock()
      let event = try #require(await subscription.events(2).last)
      #expect(event.kind == "photo" && event.caption == "Rex sleeps" && event.favouriteCount == 2)
    }
  }

  @Test func `a reader behind the newest changes is served from the log`() async throws {
    try await FeedHouse.run(configuration: EventFeedConfiguration(recentChangeLimit: 8)) { house in
      let subscription = try await house.subscribe(isBlocked: true)
      try house.addPhoto(0)
      _ = await subscription.events(1)
      for number in 1...200 { try house.addPhoto(number) }
      house.like(FeedHouse.id(5))
      await house.settle()
      await subscription.unblock()
      let events = await subscription.events(201)
      let expected = [0, 1, 2, 3, 4] + (6...200).map { $0 } + [5]
      #expect(events.map(\.id) == expected.map { FeedHouse.id($0).description })
      #expect(events.last?.kind == "photo")
      await house.settle()
      #expect(house.feed.statistics.replayCount > 0)
    }
  }

  @Test func `a reader behind the horizon is told to take a new snapshot`() async throws {
    try await FeedHouse.run(configuration: EventFeedConfiguration(recentChangeLimit: 8)) { house in
      let subscription = try await house.subscribe(isBlocked: true)
      try house.addPhoto(0)
      _ = await subscription.events(1)
      for number in 1...100 { try house.addPhoto(number) }
      house.store.forget(through: 50)
      await house.settle()
      await subscription.unblock()
      await subscription.outlet.wait { $0.isFinished }
    }
  }

  @Test func `a replay waits for its reader`() async throws {
    try await FeedHouse.run { house in
      for number in 1...300 { try house.addPhoto(number) }
      let subscription = try await house.subscribe(since: house.token(0), isBlocked: true)
      await subscription.outlet.wait { $0.sendCount == 1 }
      await house.settle()
      #expect(subscription.outlet.received.sendCount == 1)
      #expect(subscription.outlet.received.events.count < 50)
      await subscription.unblock()
      #expect(await subscription.events(300).map(\.id) == (1...300).map { FeedHouse.id($0).description })
    }
  }

  @Test func `a store that fails for a moment delays a stream and does not break it`() async throws {
    let clock = ManualClock()
    try await FeedHouse.run(clock: clock) { house in
      for number in 1...3 { try house.addPhoto(number) }
      let failureCount = Atomic(0)
      house.store.onRead { _ in
        failureCount.add(1, ordering: .relaxed)
        throw WoofError(.unavailable, "The disk sleeps.")
      }
      let subscription = try await house.subscribe(since: house.token(0))
      while failureCount.load(ordering: .relaxed) < 3 { await house.pass(1, on: clock) }
      #expect(subscription.outlet.received.bytes.isEmpty)
      house.store.onRead(nil)
      while subscription.outlet.received.events.count < 3 { await house.pass(1, on: clock) }
      #expect(!subscription.outlet.received.isFinished)
    }
  }

  @Test func `an idle reader gets a heartbeat in every interval, and a busy one gets none`() async throws {
    let clock = ManualClock()
    try await FeedHouse.run(clock: clock) { house in
      let id = try house.addPhoto(1)
      let lines = try await house.subscribe()
      let events = try await house.subscribe(fields: HTTPFields([.accept: "text/event-stream"]))
      await house.pass(5, on: clock)
      house.like(id)
      _ = await lines.events(1)
      _ = await events.events(1)
      await house.pass(13, on: clock)
      #expect(lines.outlet.received.text.hasSuffix("}\n") && house.feed.statistics.heartbeatCount == 0)
      await house.pass(2, on: clock)
      #expect(lines.outlet.received.text.hasSuffix("}\n\n"))
      #expect(events.outlet.received.text.hasSuffix("}\n\n:\n\n"))
      #expect(house.feed.statistics.heartbeatCount == 2)
    }
  }

  @Test func `a blocked reader gets no heartbeat`() async throws {
    let clock = ManualClock()
    try await FeedHouse.run(clock: clock) { house in
      let blocked = try await house.subscribe(isBlocked: true)
      let open = try await house.subscribe()
      try house.addPhoto(1)
      _ = await blocked.events(1)
      _ = await open.events(1)
      await house.pass(16, on: clock)
      #expect(open.outlet.received.text.hasSuffix("}\n\n"))
      #expect(blocked.outlet.received.sendCount == 1)
    }
  }

  @Test func `many subscribers share one rendering, and each gets everything`() async throws {
    try await FeedHouse.run(loops: 2, configuration: EventFeedConfiguration(subscriberLimitPerAddress: 1000)) { house in
      let id = try house.addPhoto(1)
      var subscriptions: [Subscription] = []
      for number in 0..<400 {
        let format = number % 3 == 0 ? "text/event-stream" : "*/*"
        subscriptions.append(try await house.subscribe(fields: HTTPFields([.accept: format]), loop: number % 2))
      }
      house.like(id, by: 1)
      for subscription in subscriptions { #expect(await subscription.events(1).last?.favouriteCount == 1) }
      await house.settle()
      #expect(house.feed.statistics.renderedCount == 1)
      #expect(house.feed.statistics.sentCount == 400)
      #expect(house.feed.statistics.subscriberCount == 400)
    }
  }

  @Test func `several devices of one account cost one look-up`() async throws {
    try await FeedHouse.run { house in
      let id = try house.addPhoto(1)
      let fan = try FeedHouse.principal(7)
      var subscriptions: [Subscription] = []
      for _ in 0..<20 { subscriptions.append(try await house.subscribe(for: fan)) }
      house.like(id, by: 7)
      for subscription in subscriptions { #expect(await subscription.events(1).first?.isFavourite == true) }
      await house.settle()
      #expect(house.feed.statistics.lookupCount == 1)
    }
  }

  @Test func `each of many accounts gets its own favourites, and their last state`() async throws {
    try await FeedHouse.run(configuration: EventFeedConfiguration(subscriberLimitPerAddress: 1000)) { house in
      let id = try house.addPhoto(1)
      var subscriptions: [Subscription] = []
      for number in Int64(1)...150 {
        subscriptions.append(try await house.subscribe(for: try FeedHouse.principal(number)))
      }
      for number in Int64(1)...100 { house.like(id, by: number) }
      for (index, subscription) in subscriptions.enumerated() {
        let last = await subscription.outlet.wait { $0.events.last?.favouriteCount == 100 }.events.last
        #expect(last?.isFavourite == (index < 100))
      }
    }
  }

  @Test func `a reader that leaves makes room and is sent nothing more`() async throws {
    try await FeedHouse.run(configuration: EventFeedConfiguration(subscriberLimitPerAddress: 1)) { house in
      let first = try await house.subscribe()
      let error = await #expect(throws: WoofError.self) { try await house.response() }
      #expect(error?.code == .tooManyRequests)
      await first.leave()
      let second = try await house.subscribe()
      try house.addPhoto(1)
      _ = await second.events(1)
      #expect(first.outlet.received.bytes.isEmpty)
      #expect(house.feed.statistics.subscriberCount == 1)
      #expect(house.feed.statistics.refusedCount == 1)
    }
  }

  @Test func `a response without a body takes no place`() async throws {
    try await FeedHouse.run(configuration: EventFeedConfiguration(subscriberLimit: 1)) { house in
      for _ in 0..<3 { _ = try await house.response(.head) }
      _ = try await house.subscribe()
    }
  }

  @Test func `ending the feed completes every stream and begins no other`() async throws {
    try await FeedHouse.run(loops: 2) { house in
      let late = try await house.response()
      let streams = [try await house.subscribe(loop: 0), try await house.subscribe(loop: 1)]
      house.feed.endAll()
      for stream in streams { await stream.outlet.wait { $0.isFinished } }
      let error = await #expect(throws: WoofError.self) { try await house.response() }
      #expect(error?.code == .unavailable && error?.retryAfter != nil)
      guard case .source(let source) = late.body else { return }
      let stream = Subscription(source: source, outlet: TestOutlet(loop: house.group.loops[0]), fields: late.fields)
      await stream.onLoop { $0.source.opened($0.outlet) }
      await stream.outlet.wait { $0.isFinished }
    }
  }

  @Test func `the metrics count subscribers and events`() async throws {
    try await FeedHouse.run { house in
      let subscription = try await house.subscribe()
      try house.addPhoto(1)
      _ = await subscription.events(1)
      await house.settle()
      var text = MetricsText()
      house.feed.write(to: &text)
      #expect(text.text.contains("\nwoof_event_subscribers 1\n"))
      #expect(text.text.contains("\nwoof_events_sent_total 1\n"))
      #expect(text.text.contains("\nwoof_event_turn_seconds_count 1\n"))
    }
  }
}

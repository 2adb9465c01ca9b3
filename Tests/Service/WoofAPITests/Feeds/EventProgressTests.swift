// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

@testable import WoofAPI

struct EventProgressTests {
  private func batch(_ count: Int, upTo next: Int64) throws -> EventBatch {
    let items = try (0..<count).map { _ in
      FeedItem(change: FeedChange(try .sample()), view: .visible(.photo), position: .upToDate(next))
    }
    return EventBatch(
      FeedPage(items: items, next: .upToDate(next), hasMore: false), as: .lines, for: .everybody,
      tokens: ChangeTokenCoder(key: [1], epoch: 2), byteLimit: 1_000_000)
  }

  @Test func `a subscriber that is behind needs events, and one that is not needs nothing`() {
    let progress = EventProgress(position: .upToDate(4))
    #expect(progress.need(upTo: 5) == .events)
    #expect(progress.need(upTo: 4) == .nothing)
    #expect(EventProgress(position: .snapshot(startedAt: 9, after: nil)).need(upTo: 4) == .events)
  }

  @Test func `nothing is sent while the connection is full or events are looked up`() {
    var progress = EventProgress(position: .upToDate(4))
    progress.isBlocked = true
    #expect(progress.need(upTo: 5) == .nothing)
    progress.isBlocked = false
    progress.isWaiting = true
    #expect(progress.need(upTo: 5) == .nothing)
  }

  @Test func `a heartbeat is due after a time without events, once`() {
    var progress = EventProgress(position: .upToDate(4))
    progress.sentAt = 100
    let early = progress.becameIdle(allowing: 50, at: 149)
    let late = progress.becameIdle(allowing: 50, at: 150)
    #expect(!early && late)
    #expect(progress.need(upTo: 4) == .heartbeat)
    #expect(progress.need(upTo: 5) == .events)
    progress.heartbeatSent(at: 150)
    #expect(progress.need(upTo: 4) == .nothing)
    #expect(progress.sentAt == 150)
  }

  @Test func `events take the place of a heartbeat that is due, and a batch without events does not`() throws {
    var progress = EventProgress(position: .upToDate(4))
    _ = progress.becameIdle(allowing: 50, at: 60)
    progress.delivered(try batch(0, upTo: 5), at: 70)
    #expect(progress.position == .upToDate(5))
    #expect(progress.need(upTo: 5) == .heartbeat)
    progress.delivered(try batch(1, upTo: 6), at: 80)
    #expect(progress.position == .upToDate(6))
    #expect(progress.need(upTo: 6) == .nothing)
    #expect(progress.sentAt == 80)
  }

  @Test func `a blocked connection owes no heartbeat`() {
    var progress = EventProgress(position: .upToDate(4))
    progress.isBlocked = true
    let isIdle = progress.becameIdle(allowing: 50, at: 1_000)
    #expect(!isIdle)
  }
}

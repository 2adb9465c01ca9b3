// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The live feed on one loop: its subscribers, the newest changes, and when who is served.
///
/// Changes come from the writer's thread through ``receive(_:)``; everything else is confined to the loop. Each
/// subscriber has a position, and is sent what came after it when its turn is there; those that stand at the same place
/// share the bytes.
final class EventHub: @unchecked Sendable {  // confined to `loop` but for `inbox` and `published`, which are locked
  /// The number of subscribers that are sent something before the loop looks after others.
  static let sliceLength = 32
  /// The number of subscribers that are looked at for that; most of them may have got everything already.
  static let sliceVisitLimit = 512

  let loop: EventLoop
  let feed: EventFeed.Parts
  let inbox: Mutex<EventInbox>
  private let published = Mutex(EventFeedStatistics())

  var recent: RecentChanges
  var rotation = Rotation<EventSubscriber>()
  var pacing: FanOutPacing
  var statistics = EventFeedStatistics()
  var audiences: [EventAudienceKey: EventAudience] = [:]
  /// The audiences that keep batches.
  var stockedAudiences: [EventAudience] = []
  /// The subscribers to be visited out of turn, the first of them at `dueIndex`.
  var due: [EventSubscriber] = []
  var dueIndex = 0
  var takesDueNext = false
  var isSliceScheduled = false
  /// The processor time that the loop's thread had used when the last slice ended.
  var usedTimeAfterSlice: Int64 = 0
  var turnStart: (time: Int64, head: Int64) = (0, 0)
  var lookups = EventLookups()
  var heartbeat: ScheduledTimer?
  var isReviewing = false
  var isEnding = false

  init(loop: EventLoop, feed: EventFeed.Parts) {
    self.loop = loop
    self.feed = feed
    let now = loop.clock.monotonicNanoseconds
    pacing = FanOutPacing(shares: feed.configuration.fanOutShares, at: now)
    recent = RecentChanges(capacity: feed.configuration.recentChangeLimit, startingAfter: 0)
    inbox = Mutex(EventInbox(limit: 2 * feed.configuration.recentChangeLimit))
  }

  /// The counts up to now. May be read from anywhere.
  var countedStatistics: EventFeedStatistics { published.withLock { $0 } }

  func publishStatistics() {
    statistics.subscriberCount = rotation.members.count
    published.withLock { [statistics] in $0 = statistics }
  }

  // MARK: Changes

  /// Takes changes that have become durable, in their order. Called on the writer's thread.
  func receive(_ changes: [FeedChange]) {
    guard inbox.withLock({ $0.add(changes) }) else { return }
    loop.execute { self.takeInbox() }
  }

  private func takeInbox() {
    let (lostThrough, changes) = inbox.withLock { $0.take() }
    guard !rotation.members.isEmpty else { return }
    if let lostThrough, lostThrough > recent.head { recent.restart(after: lostThrough) }
    let head = recent.head
    for change in changes { recent.append(change) }
    guard recent.head > head else { return }
    if !rotation.isTurning { startTurn() }
    serveSoon()
  }

  // MARK: Subscribers

  /// Begins to serve a subscriber whose answer has begun.
  func add(_ subscriber: EventSubscriber) {
    loop.assertOnLoop()
    guard !isEnding else {
      subscriber.outlet?.finish()
      return
    }
    if rotation.members.isEmpty { wakeUp() }
    let audience = audiences[subscriber.key] ?? EventAudience(subscriber.key)
    audiences[subscriber.key] = audience
    audience.subscriberCount += 1
    subscriber.audience = audience
    subscriber.sentAt = loop.clock.monotonicNanoseconds
    rotation.add(subscriber)
    publishStatistics()
    let delay = feed.configuration.reconnectDelay.wholeMilliseconds
    if let opening = subscriber.format.opening(reconnectMilliseconds: delay) { send(opening, to: subscriber) }
    serveSoon(subscriber)
  }

  /// Forgets a subscriber whose connection is gone.
  func remove(_ subscriber: EventSubscriber) {
    loop.assertOnLoop()
    guard let audience = subscriber.audience else { return }
    subscriber.audience = nil
    rotation.remove(subscriber)
    audience.subscriberCount -= 1
    if audience.subscriberCount == 0 { audiences[subscriber.key] = nil }
    if rotation.members.isEmpty { fallAsleep() }
    publishStatistics()
  }

  /// Ends all streams as complete, so that their readers come again.
  func endAll() {
    loop.assertOnLoop()
    isEnding = true
    for subscriber in rotation.members { subscriber.outlet?.finish() }
  }

  /// Without subscribers a hub hears of nothing; with the first it begins where the log stands.
  private func wakeUp() {
    recent.restart(after: feed.activity.begin(loop.index))
    scheduleHeartbeats()
  }

  private func fallAsleep() {
    feed.activity.end(loop.index)
    recent.restart(after: recent.head)
    heartbeat?.cancel()
    heartbeat = nil
  }
}

/// The allowance of a loop's time for sending events. It grows with time, is used up by sending, and is never more than
/// what a small fan-out takes at once. Few subscribers therefore wait for nothing, and the more there are, the more
/// changes they get together. The more the loop has to do besides, the slower the allowance grows.
///
/// All times are in nanoseconds.
struct FanOutPacing: Hashable, Sendable {
  /// The part of the time that may be used, of 1: the least where the loop is busy with other work, the most where it
  /// has nothing else to do.
  let shares: ClosedRange<Double>
  /// The most that is saved up.
  let burst: Int64

  /// The part of the time that sending and other work may take together before sending takes less.
  private static let sharedLimit = 0.75
  /// The time over which the share of other work is measured, in nanoseconds.
  private static let memory = 50_000_000.0

  private var allowance: Int64
  private var gainedAt: Int64
  private var otherShare = 0.0
  private var spentAt: Int64

  /// Makes a full allowance.
  init(shares: ClosedRange<Double>, burst: Int64 = 2_000_000, at now: Int64) {
    let least = min(1, max(0.01, shares.lowerBound))
    self.shares = least...min(1, max(least, shares.upperBound))
    self.burst = burst
    allowance = burst
    gainedAt = now
    spentAt = now
  }

  /// Notes that so much time has been used, the last of it just now, and so much for other work since that was said last.
  mutating func spend(_ used: Int64, others: Int64? = nil, at now: Int64) {
    gain(until: now)
    allowance -= used
    let elapsed = Double(now - spentAt)
    guard let others, elapsed > 0 else { return }
    otherShare += (min(1, Double(others) / elapsed) - otherShare) * min(1, elapsed / Self.memory)
    spentAt = now
  }

  /// The time after which sending may go on, in nanoseconds; 0 for at once. Whoever has to wait waits for a quarter of
  /// the burst, so that there are few waits.
  mutating func delay(at now: Int64) -> Int64 {
    gain(until: now)
    guard allowance <= 0 else { return 0 }
    return Int64(Double(burst / 4 - allowance) / share)
  }

  /// The part of the time that may be used now.
  private var share: Double { min(shares.upperBound, max(shares.lowerBound, Self.sharedLimit - otherShare)) }

  private mutating func gain(until now: Int64) {
    allowance = min(burst, allowance + Int64(Double(max(0, now - gainedAt)) * share))
    gainedAt = max(gainedAt, now)
  }
}

/// Changes on their way from the writer's thread to a hub: no more than the hub would keep, the newest.
struct EventInbox {
  private var changes: [FeedChange] = []
  private var lostThrough: Int64?
  private let limit: Int

  /// Makes an empty inbox for at most `limit` changes.
  init(limit: Int) { self.limit = max(1, limit) }

  /// Adds changes; returns `true` if there were none, and the hub has to be called.
  mutating func add(_ added: [FeedChange]) -> Bool {
    let wasEmpty = changes.isEmpty
    changes.append(contentsOf: added)
    let surplus = changes.count - limit
    if surplus > 0 {
      // Half of the limit more, so that not every change that comes moves all the others.
      let count = min(changes.count - 1, surplus + limit / 2)
      lostThrough = changes[count - 1].record.sequence
      changes.removeFirst(count)
    }
    return wasEmpty && !changes.isEmpty
  }

  /// Takes everything out: the number up to which changes have been lost, where some have, and the others.
  mutating func take() -> (lostThrough: Int64?, changes: [FeedChange]) {
    defer {
      changes = []
      lostThrough = nil
    }
    return (lostThrough, changes)
  }
}

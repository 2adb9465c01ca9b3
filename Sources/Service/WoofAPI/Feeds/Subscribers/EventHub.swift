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

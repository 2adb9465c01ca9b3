// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The live feed on one loop: its subscribers, the newest changes, and when who is served.
///
/// Changes come from the writer's thread through ``receive(_:)``; everything else is confined to the loop. Each
/// subscriber has a position, and is sent what came after it when its turn is there; those that stand at the same place
/// share the bytes. What is decided is decided by values: whom to visit next by ``VisitOrder``, how fast by
/// ``FanOutPacing``, what to send by ``EventBatches`` and the subscriber's ``EventProgress``.
final class EventHub: @unchecked Sendable {  // confined to `loop` but for `inbox` and `published`, which are locked
  /// The number of subscribers that are sent something before the loop looks after others.
  static let sliceLength = 32
  /// The number of subscribers that are looked at for that; most of them may have got everything already.
  private static let sliceVisitLimit = 512
  /// The time between two looks for subscribers that have been idle for long, and for streams that are to end.
  private static let tick = Duration.seconds(1)
  /// The largest part of a look-up that counts as time for sending, in nanoseconds: more of it is waiting than work.
  private static let lookupCostLimit: Int64 = 100_000
  /// The time after which a look-up that failed is tried again.
  private static let retryDelay = Duration.seconds(1)

  let loop: EventLoop
  private let feed: EventFeed.Parts
  private let inbox: Mutex<EventInbox>
  private let published = Mutex(EventFeedStatistics())

  private var batches: EventBatches
  private var order = VisitOrder<EventSubscriber>()
  private var audiences: [EventAudienceKey: EventAudience] = [:]
  private var lookups = EventLookups()
  private var pacing: FanOutPacing
  private var statistics = EventFeedStatistics()
  private var isSliceScheduled = false
  /// The processor time that the loop's thread had used when the last slice ended.
  private var usedTimeAfterSlice: Int64 = 0
  private var turnStart: (time: Int64, head: Int64) = (0, 0)
  private var heartbeat: ScheduledTimer?
  private var isReviewing = false
  private var isEnding = false

  init(loop: EventLoop, feed: EventFeed.Parts) {
    self.loop = loop
    self.feed = feed
    pacing = FanOutPacing(shares: feed.configuration.fanOutShares, at: loop.clock.monotonicNanoseconds)
    batches = EventBatches(tokens: feed.tokens, capacity: feed.configuration.recentChangeLimit)
    inbox = Mutex(EventInbox(limit: 2 * feed.configuration.recentChangeLimit))
  }

  /// The counts up to now. May be read from anywhere.
  var countedStatistics: EventFeedStatistics { published.withLock { $0 } }

  private func publishStatistics() {
    statistics.subscriberCount = order.members.count
    published.withLock { [statistics] in $0 = statistics }
  }

  // MARK: Changes

  /// Takes changes that have become durable, in their order. Called on the writer's thread.
  func receive(_ changes: [FeedChange]) {
    guard inbox.withLock({ $0.add(changes) }) else { return }
    loop.execute { self.takeInbox() }
  }

  /// Takes note that the log goes up to a number by changes of albums and links. Called on the writer's thread.
  func receive(sharingThrough sequence: Int64) {
    guard inbox.withLock({ $0.add(sharingThrough: sequence) }) else { return }
    loop.execute { self.takeInbox() }
  }

  private func takeInbox() {
    let (photos, sharingThrough) = inbox.withLock { ($0.take(), $0.takeSharing()) }
    guard !order.members.isEmpty else { return }
    let isNew = batches.add(photos.changes, lostThrough: photos.lostThrough)
    // Behind the photos, of which those that are not newer than the newest number are left out.
    let isFurther = sharingThrough.map { batches.advance(to: $0) } ?? false
    guard isNew || isFurther else { return }
    if !order.isTurning { startTurn() }
    serveSoon()
  }

  // MARK: Subscribers

  /// Begins to serve a subscriber whose response has begun.
  func add(_ subscriber: EventSubscriber) {
    loop.assertOnLoop()
    guard !isEnding else {
      subscriber.outlet?.finish()
      return
    }
    if order.members.isEmpty { wakeUp() }
    let audience = audiences[subscriber.key] ?? EventAudience(subscriber.key)
    audiences[subscriber.key] = audience
    audience.subscriberCount += 1
    subscriber.audience = audience
    subscriber.progress.sentAt = loop.clock.monotonicNanoseconds
    order.add(subscriber)
    publishStatistics()
    let opening = subscriber.format.opening(
      reconnectMilliseconds: feed.configuration.reconnectDelay.wholeMilliseconds,
      startingAfter: feed.tokens.token(
        for: subscriber.progress.position, reader: subscriber.key.reader,
        of: subscriber.key.subjects))
    if let opening { subscriber.send(opening) }
    serveSoon(subscriber)
  }

  /// Forgets a subscriber whose connection is gone.
  func remove(_ subscriber: EventSubscriber) {
    loop.assertOnLoop()
    guard let audience = subscriber.audience else { return }
    subscriber.audience = nil
    order.remove(subscriber)
    audience.subscriberCount -= 1
    if audience.subscriberCount == 0 { audiences[subscriber.key] = nil }
    if order.members.isEmpty { fallAsleep() }
    publishStatistics()
  }

  /// Ends all streams as complete, so that their readers come again.
  func endAll() {
    loop.assertOnLoop()
    isEnding = true
    for subscriber in order.members { subscriber.outlet?.finish() }
  }

  /// Without subscribers a hub hears of nothing; with the first it begins where the log stands.
  private func wakeUp() {
    batches.restart(after: feed.activity.begin(loop.index))
    scheduleHeartbeats()
  }

  private func fallAsleep() {
    feed.activity.end(loop.index)
    batches.restart(after: batches.head)
    heartbeat?.cancel()
    heartbeat = nil
  }

  // MARK: When to serve

  /// Serves a subscriber out of turn: it has come, has room again, or its events have been looked up.
  func serveSoon(_ subscriber: EventSubscriber) {
    loop.assertOnLoop()
    order.visitSoon(subscriber)
    serveSoon()
  }

  /// Sees to it that a slice of work is done as soon as the pace allows.
  private func serveSoon() {
    guard !isSliceScheduled else { return }
    isSliceScheduled = true
    let delay = paceDelay
    if delay == 0 { loop.execute { self.serveSlice() } } else { serveSlice(after: delay) }
  }

  private func startTurn() {
    order.startTurn()
    turnStart = (loop.clock.monotonicNanoseconds, batches.head)
  }

  private func serveSlice(after delay: Int64) {
    loop.schedule(after: .nanoseconds(delay)) { self.serveSlice() }
  }

  private func serveSlice() {
    isSliceScheduled = false
    let start = loop.clock.threadProcessorNanoseconds
    let now = loop.clock.monotonicNanoseconds
    var sendCount = 0
    var visitCount = 0
    while sendCount < Self.sliceLength, visitCount < Self.sliceVisitLimit, let subscriber = nextToVisit() {
      visitCount += 1
      if visit(subscriber, now: now) { sendCount += 1 }
    }
    let end = loop.clock.threadProcessorNanoseconds
    pacing.spend(end - start, others: start - usedTimeAfterSlice, at: loop.clock.monotonicNanoseconds)
    usedTimeAfterSlice = end
    publishStatistics()
    beginLookups()
    goOn()
  }

  private func goOn() {
    guard order.hasNext else { return batches.forgetAll() }
    guard !isSliceScheduled else { return }
    isSliceScheduled = true
    // By a timer even where there is no delay: the loop looks after its connections before it fires.
    serveSlice(after: max(loop.clock.runsByItself ? 1 : 0, paceDelay))
  }

  /// The time after which sending may go on, in nanoseconds; 0 on a clock that stands still, where no allowance would
  /// ever grow again.
  private var paceDelay: Int64 {
    loop.clock.runsByItself ? pacing.delay(at: loop.clock.monotonicNanoseconds) : 0
  }

  private func nextToVisit() -> EventSubscriber? {
    let wasTurning = order.isTurning
    let subscriber = order.next()
    if wasTurning, !order.isTurning {
      statistics.recordTurn(loop.clock.monotonicNanoseconds - turnStart.time)
      if batches.head > turnStart.head { startTurn() }
    }
    return subscriber
  }

  // MARK: What to send

  /// Serves a subscriber as far as it can be served now; returns `true` if it was sent something.
  private func visit(_ subscriber: EventSubscriber, now: Int64) -> Bool {
    guard subscriber.outlet != nil, let audience = subscriber.audience else { return false }
    switch subscriber.progress.need(upTo: batches.head) {
    case .nothing: return false
    case .heartbeat:
      subscriber.progress.heartbeatSent(at: now)
      statistics.heartbeatCount += 1
      subscriber.send(subscriber.format.heartbeat)
      return true
    case .events:
      let request = EventAudience.Request(position: subscriber.progress.position, format: subscriber.format)
      if let batch = batches.batch(for: request, in: audience) { return deliver(batch, to: subscriber, now: now) }
      if audience.wait(subscriber, for: request) {
        lookups.add(EventLookups.Lookup(audience: audience, request: request))
        beginLookups()
      }
      return false
    }
  }

  private func deliver(_ batch: EventBatch, to subscriber: EventSubscriber, now: Int64) -> Bool {
    subscriber.progress.delivered(batch, at: now)
    statistics.collapsedCount += batch.collapsedCount
    if batch.bytes.count > 0 {
      statistics.sentCount += batch.eventCount
      statistics.sentByteCount += batch.bytes.count
      subscriber.send(batch.bytes)
    }
    if batch.next != .upToDate(batches.head), subscriber.outlet != nil, !subscriber.progress.isBlocked {
      serveSoon(subscriber)
    }
    return batch.bytes.count > 0
  }

  // MARK: Looking up

  /// Begins look-ups as the pace of sending allows: with many accounts they are what sending costs most.
  private func beginLookups() {
    while lookups.canBegin {
      guard paceDelay == 0 else { return serveSoon() }
      guard let lookup = lookups.begin() else { return }
      Task(executorPreference: loop) { await self.perform(lookup) }
    }
  }

  private func perform(_ lookup: EventLookups.Lookup) async {
    if lookup.audience.isWaited(for: lookup.request) {
      let start = loop.clock.monotonicNanoseconds
      await lookUp(lookup)
      let end = loop.clock.monotonicNanoseconds
      pacing.spend(min(end - start, Self.lookupCostLimit), at: end)
    } else {
      _ = lookup.audience.endWait(for: lookup.request)
    }
    lookups.end()
    beginLookups()
  }

  private func lookUp(_ lookup: EventLookups.Lookup) async {
    do {
      let page = try await page(after: lookup.request.position, for: lookup.audience.key)
      loop.assertOnLoop()
      batches.keep(page, for: lookup.request, in: lookup.audience)
      for subscriber in lookup.audience.endWait(for: lookup.request) { serveSoon(subscriber) }
    } catch {
      failed(lookup, error)
    }
  }

  private func page(after position: FeedPosition, for key: EventAudienceKey) async throws -> FeedPage {
    guard var page = batches.recentPage(after: position, for: key) else {
      return try await replayPage(after: position, for: key)
    }
    statistics.lookupCount += page.items.isEmpty ? 0 : 1
    try await feed.reader.markFavourites(in: &page, for: key.reader)
    return page
  }

  private func replayPage(after position: FeedPosition, for key: EventAudienceKey) async throws -> FeedPage {
    statistics.replayCount += 1
    // What the hub has heard of was durable before, so reading to the end of the log reaches at least as far.
    let floor = batches.floor
    var page = try await feed.reader.page(
      after: position, limit: EventBatches.itemLimit, for: key.reader, of: key.subjects)
    if case .changes(_, let through) = page.next, case .changes = position, !page.hasMore {
      page.next = .upToDate(max(through, floor))
    }
    return page
  }

  /// A reader behind the log's horizon has to come again and be told so; whatever else failed may work later.
  private func failed(_ lookup: EventLookups.Lookup, _ error: any Error) {
    let subscribers = lookup.audience.endWait(for: lookup.request)
    if (error as? WoofError)?.code == .changeTokenExpired {
      for subscriber in subscribers { subscriber.outlet?.finish() }
    } else {
      loop.schedule(after: Self.retryDelay) {
        for subscriber in subscribers { self.serveSoon(subscriber) }
      }
    }
  }

  // MARK: Every second

  /// Looks after idle subscribers from now on, with one timer for all. Those that are found share the pace of events,
  /// so that thousands of heartbeats do not keep the loop from its work.
  private func scheduleHeartbeats() {
    heartbeat = loop.schedule(after: Self.tick) {
      guard !self.order.members.isEmpty else { return }
      self.findIdle()
      self.endExpired()
      self.reviewStandings()
      self.scheduleHeartbeats()
    }
  }

  private func findIdle() {
    let now = loop.clock.monotonicNanoseconds
    // Who would be idle for too long by the next look is too.
    let allowed = (feed.configuration.heartbeatInterval - Self.tick).wholeNanoseconds
    for subscriber in order.members where subscriber.progress.becameIdle(allowing: allowed, at: now) {
      serveSoon(subscriber)
    }
  }

  /// Ends the streams of app passwords and browser sessions that have expired, of which no account tells.
  private func endExpired() {
    let now = Timestamp(milliseconds: loop.clock.unixSeconds * 1000)
    for subscriber in order.members where subscriber.standing?.principal.hasExpired(at: now) == true {
      subscriber.outlet?.finish()
    }
  }

  /// Ends the streams of those who may no longer have them. Next to nothing is done as long as no account changes.
  private func reviewStandings() {
    let generation = feed.grantors.credentials.credentialGeneration
    let open = order.members.filter { $0.standing != nil && $0.reviewedGeneration != generation }
    guard !open.isEmpty, !isReviewing else { return }
    isReviewing = true
    let standings = Set(open.compactMap(\.standing))
    Task { [grantors = feed.grantors, loop] in
      let review = await EventStanding.review(standings, by: grantors)
      loop.execute { self.endReview(of: generation, held: review.held, lost: review.lost) }
    }
  }

  private func endReview(of generation: UInt64, held: Set<EventStanding>, lost: Set<EventStanding>) {
    isReviewing = false
    for subscriber in order.members {
      guard let standing = subscriber.standing else { continue }
      if lost.contains(standing) { subscriber.outlet?.finish() }
      if held.contains(standing) { subscriber.reviewedGeneration = generation }
    }
  }
}

extension Duration {
  /// The duration in nanoseconds; the largest number where it does not fit.
  var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? .max : whole + attoseconds / 1_000_000_000
  }

  /// The duration in milliseconds.
  var wholeMilliseconds: Int64 { wholeNanoseconds / 1_000_000 }
}

// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel
internal import WoofSystem

extension EventHub {
  // MARK: When

  /// Serves a subscriber out of turn: it has come, has room again, or its events have been looked up.
  func serveSoon(_ subscriber: EventSubscriber) {
    loop.assertOnLoop()
    if !subscriber.isDue {
      subscriber.isDue = true
      due.append(subscriber)
    }
    serveSoon()
  }

  /// Sees to it that a slice of work is done as soon as the pace allows.
  func serveSoon() {
    guard !isSliceScheduled else { return }
    isSliceScheduled = true
    let delay = paceDelay
    if delay == 0 { loop.execute { self.serveSlice() } } else { serveSlice(after: delay) }
  }

  /// Starts to visit all subscribers.
  func startTurn() {
    rotation.startTurn()
    turnStart = (loop.clock.monotonicNanoseconds, recent.head)
  }

  private func serveSlice(after delay: Int64) {
    loop.schedule(after: .nanoseconds(delay)) { self.serveSlice() }
  }

  private func serveSlice() {
    isSliceScheduled = false
    let start = KernelClock.threadProcessor.nanoseconds
    let now = loop.clock.monotonicNanoseconds
    var sendCount = 0
    var visitCount = 0
    while sendCount < Self.sliceLength, visitCount < Self.sliceVisitLimit, let subscriber = nextToVisit() {
      visitCount += 1
      if visit(subscriber, now: now) { sendCount += 1 }
    }
    let end = KernelClock.threadProcessor.nanoseconds
    pacing.spend(end - start, others: start - usedTimeAfterSlice, at: loop.clock.monotonicNanoseconds)
    usedTimeAfterSlice = end
    publishStatistics()
    beginLookups()
    goOn()
  }

  private func goOn() {
    guard rotation.isTurning || dueIndex < due.count else { return forgetBatches() }
    guard !isSliceScheduled else { return }
    isSliceScheduled = true
    // By a timer even where there is no delay: the loop looks after its connections before it fires.
    serveSlice(after: max(loop.clock.runsByItself ? 1 : 0, paceDelay))
  }

  /// The time after which sending may go on, in nanoseconds; 0 on a clock that stands still, where no allowance would
  /// ever grow again.
  var paceDelay: Int64 {
    loop.clock.runsByItself ? pacing.delay(at: loop.clock.monotonicNanoseconds) : 0
  }

  private func forgetBatches() {
    for audience in stockedAudiences { audience.forgetBatches() }
    stockedAudiences = []
  }

  // MARK: Whom

  /// Takes from those that are due and from the turn by turns, so that neither waits for the end of the other.
  private func nextToVisit() -> EventSubscriber? {
    takesDueNext.toggle()
    if takesDueNext { return nextDue() ?? nextInTurn() }
    return nextInTurn() ?? nextDue()
  }

  private func nextDue() -> EventSubscriber? {
    guard dueIndex < due.count else { return nil }
    let subscriber = due[dueIndex]
    subscriber.isDue = false
    dueIndex += 1
    if dueIndex == due.count || dueIndex == Self.sliceVisitLimit {
      due.removeFirst(dueIndex)
      dueIndex = 0
    }
    return subscriber
  }

  private func nextInTurn() -> EventSubscriber? {
    guard let subscriber = rotation.next() else { return nil }
    if !rotation.isTurning {
      statistics.recordTurn(loop.clock.monotonicNanoseconds - turnStart.time)
      if recent.head > turnStart.head { startTurn() }
    }
    return subscriber
  }

  // MARK: What

  /// Serves a subscriber as far as it can be served now; returns `true` if it was sent something.
  private func visit(_ subscriber: EventSubscriber, now: Int64) -> Bool {
    guard subscriber.outlet != nil, !subscriber.isBlocked, !subscriber.isWaiting, let audience = subscriber.audience
    else { return false }
    if case .changes(_, let through) = subscriber.position, through >= recent.head {
      return sendOwedHeartbeat(to: subscriber, now: now)
    }
    guard let batch = batch(for: subscriber, in: audience) else { return false }
    return deliver(batch, to: subscriber, now: now)
  }

  private func deliver(_ batch: EventBatch, to subscriber: EventSubscriber, now: Int64) -> Bool {
    subscriber.position = batch.next
    statistics.collapsedCount += batch.collapsedCount
    if batch.bytes.count > 0 {
      statistics.sentCount += batch.eventCount
      statistics.sentByteCount += batch.bytes.count
      subscriber.sentAt = now
      subscriber.owesHeartbeat = false
      send(batch.bytes, to: subscriber)
    }
    if batch.next != .upToDate(recent.head), subscriber.outlet != nil, !subscriber.isBlocked {
      serveSoon(subscriber)
    }
    return batch.bytes.count > 0
  }

  private func sendOwedHeartbeat(to subscriber: EventSubscriber, now: Int64) -> Bool {
    guard subscriber.owesHeartbeat else { return false }
    subscriber.owesHeartbeat = false
    subscriber.sentAt = now
    statistics.heartbeatCount += 1
    send(subscriber.format.heartbeat, to: subscriber)
    return true
  }

  /// Sends bytes, and notes when the connection can take no more.
  func send(_ bytes: HTTPBytes, to subscriber: EventSubscriber) {
    guard let outlet = subscriber.outlet else { return }
    if !outlet.send(bytes) { subscriber.isBlocked = true }
  }
}

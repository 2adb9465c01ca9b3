// SPDX-License-Identifier: Apache-2.0

/// The counts of the live feed.
struct EventFeedStatistics: Hashable, Sendable {
  /// The upper ends of the classes of turn durations, in nanoseconds; a last class takes what is longer.
  static let turnBounds: [Int64] = [
    250_000, 1_000_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000, 100_000_000, 250_000_000, 1_000_000_000,
  ]

  /// Subscribers now.
  var subscriberCount = 0
  /// Readers that a limit refused.
  var refusedCount = 0
  /// Changes of which the part that is the same for all has been rendered.
  var renderedCount = 0
  /// Events sent, counted for each subscriber.
  var sentCount = 0
  /// Bytes of events sent, counted for each subscriber.
  var sentByteCount = 0
  /// Changes that subscribers did not get because they got a newer one of the same photo, counted for each subscriber.
  var collapsedCount = 0
  /// Heartbeats sent.
  var heartbeatCount = 0
  /// Reads of the change log for subscribers that were behind.
  var replayCount = 0
  /// Look-ups of what signed-in subscribers like.
  var lookupCount = 0
  /// Turns over all subscribers of a loop, by how long they took.
  var turnsByDuration = [Int](repeating: 0, count: turnBounds.count + 1)
  /// The duration of all turns together, in nanoseconds.
  var turnDurationSum: Int64 = 0

  /// Makes statistics of nothing.
  init() {}

  /// Turns over all subscribers of a loop.
  var turnCount: Int { turnsByDuration.reduce(0, +) }

  mutating func recordTurn(_ duration: Int64) {
    turnsByDuration[Self.turnBounds.firstIndex { duration <= $0 } ?? Self.turnBounds.count] += 1
    turnDurationSum += duration
  }

  mutating func add(_ other: EventFeedStatistics) {
    subscriberCount += other.subscriberCount
    refusedCount += other.refusedCount
    renderedCount += other.renderedCount
    sentCount += other.sentCount
    sentByteCount += other.sentByteCount
    collapsedCount += other.collapsedCount
    heartbeatCount += other.heartbeatCount
    replayCount += other.replayCount
    lookupCount += other.lookupCount
    for index in other.turnsByDuration.indices { turnsByDuration[index] += other.turnsByDuration[index] }
    turnDurationSum += other.turnDurationSum
  }
}

extension EventFeed: MetricSource {
  /// Appends the metrics of the live stream.
  func write(to text: inout MetricsText) {
    let counts = statistics
    text.single("woof_event_subscribers", .gauge, "Subscribers of the live stream.", counts.subscriberCount)
    text.single("woof_event_refusals_total", .counter, "Subscribers refused by a limit.", counts.refusedCount)
    text.single("woof_events_rendered_total", .counter, "Changes rendered for the live stream.", counts.renderedCount)
    text.single("woof_events_sent_total", .counter, "Events sent, for each subscriber.", counts.sentCount)
    text.single("woof_event_sent_bytes_total", .counter, "Bytes of events sent.", counts.sentByteCount)
    text.single(
      "woof_events_collapsed_total", .counter, "Changes a subscriber did not get as it got a newer one of the photo.",
      counts.collapsedCount)
    text.single("woof_event_heartbeats_total", .counter, "Heartbeats sent.", counts.heartbeatCount)
    text.single(
      "woof_event_replays_total", .counter, "Reads of the change log for subscribers that were behind.",
      counts.replayCount)
    text.single(
      "woof_event_lookups_total", .counter, "Look-ups of the favourites of signed-in subscribers.", counts.lookupCount)
    text.begin("woof_event_turn_seconds", .histogram, "How long it took to serve every subscriber of a loop.")
    text.histogram(
      "woof_event_turn_seconds", counts: counts.turnsByDuration,
      bounds: EventFeedStatistics.turnBounds.map { Double($0) / 1e9 }, sum: Double(counts.turnDurationSum) / 1e9)
  }
}

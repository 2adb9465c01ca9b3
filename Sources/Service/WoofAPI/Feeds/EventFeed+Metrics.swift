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

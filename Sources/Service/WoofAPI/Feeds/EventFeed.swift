// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The live stream: what `GET /v1/events` answers.
///
/// It hears of every change on the writer's thread and hands it to the hubs of those loops that have subscribers. May be
/// used from any thread.
final class EventFeed: ChangeObserver {
  /// The parts that the hubs of all loops share.
  struct Parts: Sendable {
    let reader: FeedReader
    let credentials: any CredentialStore
    let tokens: ChangeTokenCoder
    let configuration: EventFeedConfiguration
    let activity: EventActivity
  }

  private let parts: Parts
  private let hubs: [EventHub]
  private let admissions: EventAdmissions
  private let renderings = RenderingCounter()
  private let isEnding = Atomic(false)

  /// Makes the feed of a library's changes, for subscribers on the loops of a group.
  init(
    library: PhotoLibrary, changes: any ChangeLog, credentials: any CredentialStore, tokens: ChangeTokenCoder,
    group: EventLoopGroup, configuration: EventFeedConfiguration
  ) {
    let parts = Parts(
      reader: FeedReader(library: library, log: changes), credentials: credentials, tokens: tokens,
      configuration: configuration,
      activity: EventActivity(loopCount: group.loops.count))
    self.parts = parts
    hubs = group.loops.map { EventHub(loop: $0, feed: parts) }
    admissions = EventAdmissions(configuration)
    changes.addObserver(self)
    parts.activity.advance(to: changes.latestSequence)
  }

  /// The hub of a loop of the group.
  func hub(of loop: EventLoop) -> EventHub { hubs[loop.index] }

  /// Hands changes on to the loops that have subscribers.
  func committed(_ changes: [PhotoRecord]) {
    guard let newest = changes.last?.sequence else { return }
    let active = parts.activity.advance(to: newest)
    guard active.contains(true) else { return }
    let newestChanges = FeedChange.newest(of: changes, counter: renderings)
    for (hub, isActive) in zip(hubs, active) where isActive { hub.receive(newestChanges) }
  }

  /// The answer to somebody who wants to hear of changes: a stream that lasts until the reader leaves, the feed ends, or
  /// the account that signed in may no longer have it.
  ///
  /// - Parameters:
  ///   - reader: The reader whose view of the changes it is.
  ///   - principal: The account that signed in; `nil` where none did.
  ///   - filter: The changes that the reader wants to hear of.
  ///   - token: The beginning of the stream; `Last-Event-ID` wins over it. Without either it begins now.
  /// - Throws: ``WoofModel/WoofError`` with the code `change-token-invalid`, `change-token-expired`,
  ///   `too-many-requests` or `unavailable`.
  func response(
    to request: HTTPRequest, for reader: ChangeReader, signedInAs principal: Principal?,
    filteredBy filter: EventFilter = .none, since token: ChangeToken?
  ) async throws -> HTTPResponse {
    guard !isEnding.load(ordering: .acquiring) else {
      throw WoofError(.unavailable, "The service is going away; connect again.", retryAfter: 1)
    }
    let position = try start(lastEventID: try Self.lastEventID(of: request), since: token, reader: reader)
    let format = EventFormat(accept: request.fields.values(of: .accept))
    let address = request.client.address == "unix" ? nil : request.client.address
    let admission = try admissions.admit(from: address, account: reader.account)
    let subscriber = EventSubscriber(
      feed: self, key: EventAudienceKey(reader: reader, filter: filter),
      standing: principal.map { EventStanding(principal: $0, isForAdministrators: reader == .administrator) },
      format: format, position: position, admission: admission)
    return HTTPResponse(
      200, fields: fields(format, startingAfter: parts.tokens.token(for: position, reader: reader)),
      body: .source(subscriber))
  }

  /// Ends all streams as complete, so that their readers come again elsewhere, and begins no others.
  func endAll() {
    isEnding.store(true, ordering: .releasing)
    for hub in hubs { hub.loop.execute { hub.endAll() } }
  }

  /// The counts of all loops together.
  var statistics: EventFeedStatistics {
    var total = EventFeedStatistics()
    for hub in hubs { total.add(hub.countedStatistics) }
    total.renderedCount = renderings.count
    total.refusedCount = admissions.refusedCount
    return total
  }

  private func start(
    lastEventID: ChangeToken?, since: ChangeToken?, reader: ChangeReader
  ) throws(WoofError) -> FeedPosition {
    guard let token = lastEventID ?? since else { return parts.reader.now }
    let position = FeedPosition(try parts.tokens.position(of: token, reader: reader))
    try parts.reader.check(position)
    return position
  }

  /// The token in `Last-Event-ID`. An empty one names no event, as in a browser that has seen none.
  private static func lastEventID(of request: HTTPRequest) throws(WoofError) -> ChangeToken? {
    let values = request.fields.values(of: .lastEventID)
    guard values.count <= 1 else { throw WoofError(.changeTokenInvalid, "Last-Event-ID stands more than once.") }
    guard let value = values.first, !value.isEmpty else { return nil }
    return ChangeToken(rawValue: value)
  }

  private func fields(_ format: EventFormat, startingAfter token: ChangeToken) -> HTTPFields {
    HTTPFields([
      .contentType: format.contentType, .cacheControl: "no-store", .accelBuffering: "no", .incremental: "?1",
      .lastChange: token.rawValue,
    ])
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

/// The loops that want to hear of changes, and the newest number of the log. Both are kept together, so that no change
/// is lost between a loop that begins to listen and a writer that has just committed.
final class EventActivity: Sendable {
  private struct State {
    var newest: Int64 = 0
    var isActive: [Bool]
  }

  private let state: Mutex<State>

  init(loopCount: Int) { state = Mutex(State(isActive: [Bool](repeating: false, count: loopCount))) }

  /// Notes how far the log has come, and gives which loops want to hear of it.
  @discardableResult
  func advance(to sequence: Int64) -> [Bool] {
    state.withLock { state in
      state.newest = max(state.newest, sequence)
      return state.isActive
    }
  }

  /// A loop begins to listen: it hears of all changes after the number that this gives.
  func begin(_ loop: Int) -> Int64 {
    state.withLock { state in
      state.isActive[loop] = true
      return state.newest
    }
  }

  /// A loop no longer listens.
  func end(_ loop: Int) { state.withLock { $0.isActive[loop] = false } }
}

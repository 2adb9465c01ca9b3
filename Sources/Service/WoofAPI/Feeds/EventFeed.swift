// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// The live stream: the responses to `GET /v1/events`.
///
/// It hears of every change on the writer's thread and hands it to the hubs of those loops that have subscribers. May be
/// used from any thread.
final class EventFeed: ChangeObserver {
  /// The parts that the hubs of all loops share.
  struct Parts: Sendable {
    let reader: FeedReader
    let grantors: EventGrantors
    let tokens: ChangeTokenCoder
    let configuration: EventFeedConfiguration
    let activity: EventActivity
  }

  private let parts: Parts
  private let hubs: [EventHub]
  private let admissions: EventAdmissions
  private let renderings = RenderingCounter()
  private let isEnding = Atomic(false)

  /// Makes the feed of changes, for subscribers on the loops of a group.
  init(
    favourites: FavouriteLibrary, changes: any ChangeLog, sharing: SharingFeed? = nil, grantors: EventGrantors,
    tokens: ChangeTokenCoder,
    group: EventLoopGroup, configuration: EventFeedConfiguration
  ) {
    let parts = Parts(
      reader: FeedReader(favourites: favourites, log: changes, sharing: sharing), grantors: grantors, tokens: tokens,
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

  /// Tells the loops that have subscribers of changes of albums and links, which they look up for those who asked for them.
  func advanced(to sequence: Int64) {
    for (hub, isActive) in zip(hubs, parts.activity.advance(to: sequence)) where isActive {
      hub.receive(sharingThrough: sequence)
    }
  }

  /// The response to somebody who wants to hear of changes: a stream that lasts until the reader leaves, the feed ends, or
  /// the account that signed in may no longer have it.
  ///
  /// - Parameters:
  ///   - reader: The reader whose view of the changes it is.
  ///   - principal: The account that signed in; `nil` where none did.
  ///   - filter: The changes that the reader wants to hear of.
  ///   - subjects: The things whose changes the reader asks for.
  ///   - token: The beginning of the stream; `Last-Event-ID` wins over it. Without either it begins now.
  /// - Throws: ``WoofModel/WoofError`` with the code `change-token-invalid`, `change-token-expired`,
  ///   `too-many-requests`, `unavailable` or `not-implemented`.
  func response(
    to request: HTTPRequest, for reader: ChangeReader, signedInAs principal: Principal?,
    filteredBy filter: EventFilter = .none, of subjects: ChangeSubjects = .photos, since token: ChangeToken?
  ) async throws -> HTTPResponse {
    guard subjects == .photos || parts.reader.sharing != nil else {
      throw WoofError(.notImplemented, "This service tells of changes of photos only.")
    }
    guard !isEnding.load(ordering: .acquiring) else {
      throw WoofError(.unavailable, "The service is going away; connect again.", retryAfter: 1)
    }
    let position = try await start(
      lastEventID: try Self.lastEventID(of: request), since: token, reader: reader, subjects)
    let format = EventFormat(accept: request.fields.values(of: .accept))
    let address = request.client.address == "unix" ? nil : request.client.address
    let admission = try admissions.admit(from: address, account: reader.account)
    let subscriber = EventSubscriber(
      feed: self, key: EventAudienceKey(reader: reader, filter: filter, subjects: subjects),
      standing: principal.map { EventStanding(principal: $0, isForAdministrators: reader == .administrator) },
      format: format, position: position, admission: admission)
    return HTTPResponse(
      200, fields: fields(format, startingAfter: parts.tokens.token(for: position, reader: reader, of: subjects)),
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
    lastEventID: ChangeToken?, since: ChangeToken?, reader: ChangeReader, _ subjects: ChangeSubjects
  ) async throws -> FeedPosition {
    guard let token = lastEventID ?? since else { return parts.reader.now }
    let position = FeedPosition(try parts.tokens.position(of: token, reader: reader, of: subjects))
    try await parts.reader.check(position)
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

/// The limits and the pacing of the live feed.
package struct EventFeedConfiguration: Hashable, Sendable {
  /// The subscribers of all addresses and accounts together; one more is refused with `503`. 10,000 by default.
  package var subscriberLimit: Int
  /// The subscribers of one address, Unix sockets not counted; one more is refused with `429`. 100 by default.
  package var subscriberLimitPerAddress: Int
  /// The subscribers of one account; one more is refused with `429`. 50 by default.
  package var subscriberLimitPerAccount: Int
  /// The time without an event after which a subscriber is told that the stream is alive; 15 s by default.
  package var heartbeatInterval: Duration
  /// The time after which readers of server-sent events reconnect when a stream has ended; 3 s by default.
  package var reconnectDelay: Duration
  /// The part of each loop's time that sending events may take, of 1: the least where the loop is busy with other work,
  /// the most where it has nothing else to do; 0.25 to 0.5 by default. When it is used up, changes wait for each other
  /// and go out together.
  package var fanOutShares: ClosedRange<Double>
  /// The number of photos whose newest changes each loop keeps at hand; subscribers that are further behind are served
  /// from the change log. 2,048 by default.
  package var recentChangeLimit: Int

  /// Makes a configuration.
  package init(
    subscriberLimit: Int = 10_000, subscriberLimitPerAddress: Int = 100, subscriberLimitPerAccount: Int = 50,
    heartbeatInterval: Duration = .seconds(15), reconnectDelay: Duration = .seconds(3),
    fanOutShares: ClosedRange<Double> = 0.25...0.5, recentChangeLimit: Int = 2_048
  ) {
    self.subscriberLimit = subscriberLimit
    self.subscriberLimitPerAddress = subscriberLimitPerAddress
    self.subscriberLimitPerAccount = subscriberLimitPerAccount
    self.heartbeatInterval = heartbeatInterval
    self.reconnectDelay = reconnectDelay
    self.fanOutShares = fanOutShares
    self.recentChangeLimit = recentChangeLimit
  }
}

extension HTTPFieldName {
  /// Names the token before the first event that a stream sends.
  static let lastChange = known("Woof-Last-Change")
  /// Asks nginx not to buffer a response.
  static let accelBuffering = known("X-Accel-Buffering")
  /// Asks intermediaries not to buffer a message (draft-ietf-httpbis-incremental).
  static let incremental = known("Incremental")
}

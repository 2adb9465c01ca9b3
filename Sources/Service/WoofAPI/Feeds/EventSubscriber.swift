// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// One reader of the live stream. Nothing is queued for it beyond what its connection holds back: it knows how far it has
/// been served, and gets what is newest since then when there is room.
final class EventSubscriber: HTTPBodySource, VisitOrderMember, @unchecked Sendable {  // confined to its loop
  /// The reader, and the filter of the changes that it wants to hear of.
  let key: EventAudienceKey
  /// The standing that the stream depends on; `nil` if nobody signed in.
  let standing: EventStanding?
  /// The format in which events are written.
  let format: EventFormat
  /// The stage that its stream has reached.
  var progress: EventProgress

  /// The outlet for its events; `nil` before it is opened and when it has ended.
  private(set) var outlet: (any HTTPBodyOutlet)?
  /// The subscribers that see the same, itself included; `nil` while no hub serves it.
  var audience: EventAudience?
  /// The generation of the accounts in which its standing was found to hold.
  var reviewedGeneration: UInt64?
  var isDue = false
  var rotationIndex = 0

  private let feed: EventFeed
  private var admission: EventAdmission?

  /// Makes a subscriber that has been served up to a position.
  init(
    feed: EventFeed, key: EventAudienceKey, standing: EventStanding?, format: EventFormat, position: FeedPosition,
    admission: EventAdmission
  ) {
    self.feed = feed
    self.key = key
    self.standing = standing
    self.format = format
    progress = EventProgress(position: position)
    self.admission = admission
  }

  func opened(_ outlet: any HTTPBodyOutlet) {
    self.outlet = outlet
    feed.hub(of: outlet.loop).add(self)
  }

  func outletHasRoom() {
    progress.isBlocked = false
    guard let outlet else { return }
    feed.hub(of: outlet.loop).serveSoon(self)
  }

  func outletClosed() {
    admission = nil
    guard let outlet else { return }
    self.outlet = nil
    feed.hub(of: outlet.loop).remove(self)
  }

  /// Sends bytes, and notes when the connection can take no more.
  func send(_ bytes: HTTPBytes) {
    guard let outlet else { return }
    if !outlet.send(bytes) { progress.isBlocked = true }
  }
}

/// The stage that one stream of events has reached, and what it needs next.
struct EventProgress: Hashable, Sendable {
  /// A thing that a subscriber is to be sent.
  enum Need: Hashable {
    /// Nothing now.
    case nothing
    /// A sign that the stream is alive.
    case heartbeat
    /// The events after ``position``.
    case events
  }

  /// The position up to which the subscriber has been served.
  private(set) var position: FeedPosition
  /// The time at which it was last sent something, in nanoseconds of the loop's clock.
  var sentAt: Int64 = 0
  /// `true` while its connection holds something back.
  var isBlocked = false
  /// `true` while its next events are being looked up.
  var isWaiting = false
  /// `true` if it has been without an event for so long that it is to be sent a heartbeat.
  private(set) var owesHeartbeat = false

  /// Makes the progress of a stream that begins behind a position.
  init(position: FeedPosition) { self.position = position }

  /// The thing to send now, where the newest change has the number `head`.
  func need(upTo head: Int64) -> Need {
    if isBlocked || isWaiting { return .nothing }
    if case .changes(_, let through) = position, through >= head { return owesHeartbeat ? .heartbeat : .nothing }
    return .events
  }

  /// Notes that a batch is sent, which may be empty.
  mutating func delivered(_ batch: EventBatch, at now: Int64) {
    position = batch.next
    guard batch.bytes.count > 0 else { return }
    sentAt = now
    owesHeartbeat = false
  }

  /// Notes that a heartbeat is sent.
  mutating func heartbeatSent(at now: Int64) {
    owesHeartbeat = false
    sentAt = now
  }

  /// Notes that time has passed; returns `true` if nothing has been sent for `interval` nanoseconds or more, so that a
  /// heartbeat is due. One that is blocked has something on its way.
  mutating func becameIdle(allowing interval: Int64, at now: Int64) -> Bool {
    guard now - sentAt >= interval, !isBlocked else { return false }
    owesHeartbeat = true
    return true
  }
}

/// The principal that a stream is for; it goes on as long as that account may have it and has the same password.
struct EventStanding: Hashable, Sendable {
  /// The account that signed in.
  let principal: Principal
  /// `true` if only administrators may have the stream.
  let isForAdministrators: Bool

  /// Returns `true` if the account may still have the stream, by what is stored now.
  ///
  /// - Throws: ``WoofModel/WoofError`` where a store cannot tell.
  func holds(by grantors: EventGrantors) async throws -> Bool {
    if let grant = principal.appPassword, try await grantors.appPasswords?.appPassword(grant.id) == nil { return false }
    if let grant = principal.session, try await grantors.sessions?.browserSession(grant.id) == nil { return false }
    guard let account = try await grantors.credentials.credential(of: principal.name)?.account else { return false }
    return account.id == principal.id && account.passwordVersion == principal.passwordVersion && !account.isDisabled
      && (account.isAdministrator || !isForAdministrators)
  }

  /// Tells the standings that hold from those that are lost. One of which a store cannot tell is neither.
  static func review(
    _ standings: Set<EventStanding>, by grantors: EventGrantors
  ) async -> (held: Set<EventStanding>, lost: Set<EventStanding>) {
    var held: Set<EventStanding> = []
    var lost: Set<EventStanding> = []
    for standing in standings {
      guard let holds = try? await standing.holds(by: grantors) else { continue }
      if holds { held.insert(standing) } else { lost.insert(standing) }
    }
    return (held, lost)
  }
}

/// The stores of all that somebody can have signed in by, which belong together.
struct EventGrantors: Sendable {
  /// The accounts.
  let credentials: any CredentialStore
  /// The app passwords; `nil` where there are none.
  var appPasswords: (any AppPasswordStore)?
  /// The browser sessions; `nil` where there are none.
  var sessions: (any BrowserSessionStore)?
}

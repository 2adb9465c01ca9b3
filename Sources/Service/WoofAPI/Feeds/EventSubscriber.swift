// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// One reader of the live stream. Nothing is queued for it beyond what its connection holds back: it knows how far it has
/// been served, and gets what is newest since then when there is room.
final class EventSubscriber: HTTPBodySource, RotationMember, @unchecked Sendable {  // confined to its loop once opened
  /// The reader, and the filter of the changes that it wants to hear of.
  let key: EventAudienceKey
  /// The standing that the stream depends on; `nil` if nobody signed in.
  let standing: EventStanding?
  /// The format in which events are written.
  let format: EventFormat
  /// The position up to which it has been served.
  var position: FeedPosition

  /// The outlet for its events; `nil` before it is opened and when it has ended.
  private(set) var outlet: (any HTTPBodyOutlet)?
  /// The subscribers that see the same, itself included; `nil` while no hub serves it.
  var audience: EventAudience?
  /// The time at which it was last sent something, in nanoseconds of the loop's clock.
  var sentAt: Int64 = 0
  /// The generation of the accounts in which its standing was found to hold.
  var reviewedGeneration: UInt64?
  /// `true` while its connection holds something back.
  var isBlocked = false
  /// `true` while its next events are being looked up.
  var isWaiting = false
  /// `true` while it is in the list of those to be visited out of turn.
  var isDue = false
  /// `true` if it has been without an event for so long that it is to be sent a heartbeat.
  var owesHeartbeat = false
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
    self.position = position
    self.admission = admission
  }

  func opened(_ outlet: any HTTPBodyOutlet) {
    self.outlet = outlet
    feed.hub(of: outlet.loop).add(self)
  }

  func outletHasRoom() {
    isBlocked = false
    guard let outlet else { return }
    feed.hub(of: outlet.loop).serveSoon(self)
  }

  func outletClosed() {
    admission = nil
    guard let outlet else { return }
    self.outlet = nil
    feed.hub(of: outlet.loop).remove(self)
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
  /// - Throws: ``WoofModel/WoofError`` where the store cannot tell.
  func holds(in credentials: any CredentialStore) async throws -> Bool {
    guard let account = try await credentials.credential(of: principal.name)?.account else { return false }
    return account.id == principal.id && account.passwordVersion == principal.passwordVersion && !account.isDisabled
      && (account.isAdministrator || !isForAdministrators)
  }
}

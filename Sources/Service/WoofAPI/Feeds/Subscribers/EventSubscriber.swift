internal import WoofCore
internal import WoofHTTP

/// One reader of the live stream. Nothing is queued for it beyond what its connection holds back: it knows how far it has
/// been served, and gets what is newest since then when there is room.
final class EventSubscriber: HTTPBodySource, RotationMember, @unchecked Sendable {  // confined to its loop once opened
  /// Who reads, and what of it.
  let key: EventAudienceKey
  /// On what it stands that there is a stream; `nil` where nobody signed in.
  let standing: EventStanding?
  /// How events are written.
  let format: EventFormat
  /// How far it has been served.
  var position: FeedPosition

  /// Where its events go; `nil` before it is opened and when it has ended.
  private(set) var outlet: (any HTTPBodyOutlet)?
  /// Those who see the same.
  var audience: EventAudience?
  /// When it was last sent something, in nanoseconds of the loop's clock.
  var sentAt: Int64 = 0
  /// In which generation of the accounts its standing was found to hold.
  var reviewedGeneration: UInt64?
  /// Whether its connection holds something back.
  var isBlocked = false
  /// Whether its next events are being looked up.
  var isWaiting = false
  /// Whether it stands in the list of those to be visited out of turn.
  var isDue = false
  /// Whether it has been without an event for long enough.
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

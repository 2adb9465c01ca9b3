// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofCryptography
package import WoofModel

/// Names the guests of share links, and keeps what they like.
///
/// A guest has a key, which the service gives together with the name: whoever shows it is that guest, and nobody else is. It
/// opens nothing: it counts only beside the link itself, and beside the link's password where there is one.
///
/// Everything may be called from any thread. Errors are ``WoofModel/WoofError``s that are fit to be answered.
package final class LinkGuests: Sendable {
  /// The limits on what guests leave behind.
  package let limits: GuestLimits
  private let store: any LinkGuestStore
  private let keys: ShareLinkKeys
  private let counter: ShareLinkCounter
  private let time: any TimeSource
  private let ids: PhotoIDGenerator
  private let throttle = Mutex(GuestThrottle())
  private let turns = GuestTurns()

  init(
    store: any LinkGuestStore, keys: ShareLinkKeys, counter: ShareLinkCounter, limits: GuestLimits,
    time: any TimeSource,
    random: any RandomSource
  ) {
    self.store = store
    self.keys = keys
    self.counter = counter
    self.limits = limits
    self.time = time
    ids = PhotoIDGenerator(time: time, random: random)
  }

  /// The guest of a link who shows a key; `nil` where the key is none of that link, or the guest is not there any more.
  package func guest(showing key: String, of link: ShareLink) async throws -> LinkGuest? {
    guard link.terms.allowsGuests, let id = keys.guest(showing: key, of: link) else { return nil }
    return try await store.guest(id, of: link.id)
  }

  /// Gives a guest a name, or somebody without one, who becomes a guest by it.
  ///
  /// - Parameters:
  ///   - guest: The guest; `nil` for somebody new.
  ///   - address: The client's address without a port.
  /// - Returns: The guest, and the key.
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` for the name, `forbidden` where guests may do nothing by
  ///   this link, `too-many-requests`, and as ``LinkGuestStore/keepGuest(_:at:_:)``.
  package func name(
    _ guest: LinkGuest?, _ name: String, of link: ShareLink, from address: String
  ) async throws -> (guest: LinkGuest, key: String) {
    guard link.terms.allowsGuests else { throw WoofError(.forbidden, "By this link one can only look.") }
    let name = try GuestName.checked(name)
    try admit(.naming, from: address)
    let named = LinkGuest(id: guest?.id ?? LinkGuestID(uuid: ids.next()), link: link.id, name: name)
    if named != guest { try await store.keepGuest(named, at: time.now(), limits) }
    return (named, keys.guestKey(of: named.id, for: link))
  }

  /// Sets or takes back the like of a guest. The link must show the photo.
  ///
  /// - Parameter address: The client's address without a port.
  /// - Returns: What guests of the link like of the photo after it.
  /// - Throws: ``WoofModel/WoofError`` with the code `too-many-requests`, and as ``LinkGuestStore/setLike(_:of:by:at:_:)``.
  package func setLike(
    _ isLiked: Bool, of photo: PhotoID, by guest: LinkGuest, from address: String
  ) async throws -> GuestLikes {
    try admit(.liking, from: address)
    let isNew = try await store.setLike(isLiked, of: photo, by: guest, at: time.now(), limits)
    if isNew { counter.noteLike() }
    return try await store.likes(of: [photo], by: guest.id, of: guest.link)[photo] ?? GuestLikes()
  }

  /// The likes of photos by the guests of a link, without photos that nobody likes; none where the link allows no likes.
  ///
  /// - Parameter guest: The guest who asks; `nil` for somebody without a name.
  package func likes(
    of photos: [PhotoID], by guest: LinkGuest?, of link: ShareLink
  ) async throws -> [PhotoID: GuestLikes] {
    guard link.terms.allowsLikes, !photos.isEmpty else { return [:] }
    return try await store.likes(of: photos, by: guest?.id, of: link.id)
  }

  /// A page of the likes of a link's guests, the newest first, with the place at which the next page begins.
  package func likes(
    of link: ShareLink, after number: Int64?, limit: Int
  ) async throws -> Page<GuestLike, Int64> {
    Page(try await store.likes(GuestLikeQuery(link: link.id, after: number, limit: limit + 1)), limit: limit) {
      $0.number
    }
  }

  /// Lets a guest begin to send a photo, before its bytes come. That it may is made sure of once more in the transaction that
  /// adds it.
  ///
  /// - Parameters:
  ///   - byteCount: The number of its bytes, or the least that there will be.
  ///   - address: The client's address without a port.
  /// - Returns: The turn of the photo, which ends when nobody holds it any more.
  /// - Throws: ``WoofModel/WoofError`` with the code `forbidden` where the link lets nobody add, `not-found`, or
  ///   `too-many-requests`.
  package func admitAddition(
    byteCount: Int64, by guest: LinkGuest, of link: ShareLink, from address: String
  ) async throws -> GuestTurn {
    guard link.terms.allowsAdding, case .album(let album) = link.target else {
      throw WoofError(.forbidden, "This link shows photos, and lets nobody add any.")
    }
    try admit(.adding, from: address)
    guard let day = try await store.intakeDay(of: link.id) else { throw WoofError.noSuchLink }
    try day.admit(byteCount: byteCount, at: time.now(), limits)
    return try GuestTurn(
      GuestAddition(link: link.id, guest: guest.id, album: album, limits: limits), among: turns)
  }

  private func admit(_ deed: GuestThrottle.Deed, from address: String) throws(WoofError) {
    let (network, now) = (ClientNetwork(address), time.now())
    try throttle.withLock { (throttle) throws(WoofError) in try throttle.admit(deed, from: network, at: now) }
  }
}

/// The turn of a photo that a guest sends. A link has so many at once, so that what is on its way takes no more room than that.
package final class GuestTurn: Sendable {
  /// The photo's link, guest and album.
  package let addition: GuestAddition
  private let turns: GuestTurns

  /// Takes a turn.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `too-many-requests` where the link has none left.
  fileprivate init(_ addition: GuestAddition, among turns: GuestTurns) throws(WoofError) {
    try turns.begin(addition.link)
    self.addition = addition
    self.turns = turns
  }

  deinit { turns.end(addition.link) }
}

/// The numbers of photos that come by links at the moment.
private final class GuestTurns: Sendable {
  private static let limit = 24

  private let counts = Mutex<[ShareLinkID: Int]>([:])

  func begin(_ link: ShareLinkID) throws(WoofError) {
    let isFree = counts.withLock { counts in
      guard counts[link, default: 0] < Self.limit else { return false }
      counts[link, default: 0] += 1
      return true
    }
    guard isFree else {
      throw WoofError(.tooManyRequests, "Too many photos come by this link at once; try again.", retryAfter: 1)
    }
  }

  func end(_ link: ShareLinkID) {
    counts.withLock { counts in
      let count = counts[link, default: 0]
      counts[link] = count > 1 ? count - 1 : nil
    }
  }
}

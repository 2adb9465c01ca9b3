// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// Keeps the guests of share links, and what they like. Whatever a write answers is durable, and visible to every later read.
///
/// Guests and their likes go with their link. A like also goes with its photo, once that can be restored no longer; until then
/// it is not told of. Photos that guests have added stay, with the guest's name in the album.
///
/// All calls may throw ``WoofModel/WoofError`` with the codes `internal`, `unavailable` and, when they write,
/// `insufficient-storage`.
package protocol LinkGuestStore: Sendable {
  /// Keeps a guest, or gives one that there is another name.
  ///
  /// - Parameter limits: The limits on guests.
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where the link is not there any more at `time`, or
  ///   `insufficient-storage` where it has as many guests as it may.
  func keepGuest(_ guest: LinkGuest, at time: Timestamp, _ limits: GuestLimits) async throws

  /// Returns a guest of a link; `nil` where the link has none of that id.
  func guest(_ id: LinkGuestID, of link: ShareLinkID) async throws -> LinkGuest?

  /// Sets or takes back the like of a guest; what is so already changes nothing.
  ///
  /// - Parameters:
  ///   - guest: The guest, of the link that shows the photo.
  ///   - limits: The limits on likes.
  /// - Returns: `true` if there is a like that was not there.
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where the link is not there any more at `time` or there is no
  ///   such photo, `forbidden` where it allows no likes or has no such guest, or `insufficient-storage` where there are as many
  ///   likes as there may be.
  @discardableResult
  func setLike(
    _ isLiked: Bool, of photo: PhotoID, by guest: LinkGuest, at time: Timestamp, _ limits: GuestLimits
  ) async throws -> Bool

  /// Returns what guests of a link like of photos; those that nobody likes are left out.
  ///
  /// - Parameter guest: The guest who asks; `nil` for somebody without a name.
  func likes(of photos: [PhotoID], by guest: LinkGuestID?, of link: ShareLinkID) async throws -> [PhotoID: GuestLikes]

  /// Returns a page of the likes of a link's guests, the newest first.
  func likes(_ query: GuestLikeQuery) async throws -> [GuestLike]

  /// Returns the photos that have come by a link on its latest day; `nil` where there is no such link.
  func intakeDay(of link: ShareLinkID) async throws -> GuestIntakeDay?
}

/// A query for one page of the likes of a link's guests.
package struct GuestLikeQuery: Hashable, Sendable {
  /// The link.
  package var link: ShareLinkID
  /// The page starts behind the like of this number; at the start where it is `nil`.
  package var after: Int64?
  /// The maximum number of likes on the page.
  package var limit: Int

  /// Makes a query.
  package init(link: ShareLinkID, after: Int64? = nil, limit: Int) {
    self.link = link
    self.after = after
    self.limit = limit
  }
}

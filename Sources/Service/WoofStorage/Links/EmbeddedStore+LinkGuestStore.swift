// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofModel

extension EmbeddedStore: LinkGuestStore {
  /// Keeps a guest, or gives one that there is another name.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where the link is not there any more at `time`, or
  ///   `insufficient-storage` where it has as many guests as it may.
  package func keepGuest(_ guest: LinkGuest, at time: Timestamp, _ limits: GuestLimits) async throws {
    try await changePhotos { transaction in try transaction.keepGuest(guest, at: time, limits) }
  }

  /// Returns a guest of a link; `nil` where the link has none of that id.
  package func guest(_ id: LinkGuestID, of link: ShareLinkID) async throws -> LinkGuest? {
    try await readers.read { snapshot in try snapshot.guest(id, of: link) }
  }

  /// Sets or takes back the like of a guest; what is so already changes nothing.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where the link is not there any more at `time` or there is no
  ///   such photo, `forbidden` where it allows no likes or has no such guest, or `insufficient-storage` where there are as many
  ///   likes as there may be.
  @discardableResult
  package func setLike(
    _ isLiked: Bool, of photo: PhotoID, by guest: LinkGuest, at time: Timestamp, _ limits: GuestLimits
  ) async throws -> Bool {
    try await changePhotos(mayUseReserve: !isLiked) { transaction in
      try transaction.setLike(isLiked, of: photo, by: guest, at: time, limits)
    }
  }

  /// Returns what guests of a link like of photos; those that nobody likes are left out.
  package func likes(
    of photos: [PhotoID], by guest: LinkGuestID?, of link: ShareLinkID
  ) async throws -> [PhotoID: GuestLikes] {
    try await readers.read(cost: .page(photos.count)) { snapshot in
      try snapshot.likes(of: photos, by: guest, of: link)
    }
  }

  /// Returns a page of the likes of a link's guests, the newest first.
  package func likes(_ query: GuestLikeQuery) async throws -> [GuestLike] {
    try await readers.read(cost: .page(query.limit)) { snapshot in try snapshot.likes(query) }
  }

  /// Returns the photos that have come by a link on its latest day; `nil` where there is no such link.
  package func intakeDay(of link: ShareLinkID) async throws -> GuestIntakeDay? {
    try await readers.read { snapshot in try snapshot.intakeDay(of: link) }
  }
}

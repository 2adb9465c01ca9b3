// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// A photo that comes from a guest: by which link, by whom and into which album.
package struct GuestAddition: Hashable, Sendable {
  /// The link by which it comes.
  package var link: ShareLinkID
  /// The guest who sends it.
  package var guest: LinkGuestID
  /// The album that the link shows.
  package var album: AlbumID
  /// The limits on what comes by the link.
  package var limits: GuestLimits

  /// Makes an addition.
  package init(link: ShareLinkID, guest: LinkGuestID, album: AlbumID, limits: GuestLimits) {
    self.link = link
    self.guest = guest
    self.album = album
    self.limits = limits
  }
}

/// The number of photos that guests have sent by a link on one day.
package struct GuestIntakeDay: Hashable, Sendable {
  private static let secondsOfDay: Int64 = 86_400

  /// The day, as the number of days since 1970 in UTC.
  package var day: Int64
  /// The number of photos.
  package var photoCount: Int
  /// The number of their bytes.
  package var byteCount: Int64

  /// Makes a day; one on which nothing came by default.
  package init(day: Int64 = 0, photoCount: Int = 0, byteCount: Int64 = 0) {
    self.day = day
    self.photoCount = photoCount
    self.byteCount = byteCount
  }

  /// The day of a time: this one, or a new one on which nothing has come yet.
  package func current(at time: Timestamp) -> GuestIntakeDay {
    let today = time.milliseconds / 1_000 / Self.secondsOfDay
    return today == day ? self : GuestIntakeDay(day: today)
  }

  /// Checks that another photo may come.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `too-many-requests`, with the seconds until the next day.
  package func admit(byteCount bytes: Int64, at time: Timestamp, _ limits: GuestLimits) throws(WoofError) {
    let today = current(at: time)
    guard today.photoCount < limits.photosPerDay, today.byteCount + bytes <= limits.bytesPerDay else {
      let end = (today.day + 1) * Self.secondsOfDay
      throw WoofError(
        .tooManyRequests, "By this link no more photos can be added today.",
        retryAfter: Int(max(1, end - time.milliseconds / 1_000)))
    }
  }

  /// The day after another photo has come.
  package func adding(byteCount bytes: Int64, at time: Timestamp) -> GuestIntakeDay {
    var today = current(at: time)
    today.photoCount += 1
    today.byteCount += bytes
    return today
  }
}

/// The limits on what guests leave behind.
package struct GuestLimits: Hashable, Sendable {
  /// The maximum number of guests of one link; 500 by default.
  package var guestsPerLink = 500
  /// The maximum number of likes of one guest; 1,000 by default.
  package var likesPerGuest = 1_000
  /// The maximum number of likes of all guests of one link; 20,000 by default.
  package var likesPerLink = 20_000
  /// The maximum number of photos that guests send by one link on one day in UTC; 200 by default.
  package var photosPerDay = 200
  /// The maximum number of bytes of these photos; 2 GB by default.
  package var bytesPerDay: Int64 = 2_000_000_000

  /// Makes limits; each has the default that its property states.
  package init() {}
}

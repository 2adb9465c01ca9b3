// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// A holder of a share link who has given a name: somebody without an account, who likes and adds photos.
package struct LinkGuest: Hashable, Sendable {
  /// The name of the guest for the service.
  package var id: LinkGuestID
  /// The link that the guest holds. On every other link the same person is another guest.
  package var link: ShareLinkID
  /// The name that the guest gave, as ``GuestName`` allows it. Nobody has checked whose it is.
  package var name: String

  /// Makes a guest.
  package init(id: LinkGuestID, link: ShareLinkID, name: String) {
    self.id = id
    self.link = link
    self.name = name
  }
}

extension LinkGuest {
  /// The text of a key that the guest sends, as one of the link's owner: it meets neither those of the owner nor those of other
  /// guests.
  package func idempotencyKey(_ text: String) -> String { "\u{7F}guest/\(id)/\(text)" }
}

/// The rule for names of guests.
package enum GuestName {
  /// The maximum length of a name, in characters (Unicode grapheme clusters).
  package static let characterLimit = 40
  /// The maximum length of a name in UTF-8, in bytes, which limits the size of a single cluster too.
  package static let byteLimit = 400

  /// Checks a name.
  ///
  /// - Returns: The name without white space around it.
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where nothing is left of it, or where it is too long
  ///   or holds a control character, a line break, or a mark that turns the direction of what follows it.
  package static func checked(_ text: String) throws(WoofError) -> String {
    let start = text.drop(while: \.isWhitespace)
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else {
      throw invalid("A guest has a name.")
    }
    let name = String(start[...end])
    guard name.utf8.count <= byteLimit, name.count <= characterLimit else {
      throw invalid("The name of a guest has at most \(characterLimit) characters.")
    }
    guard name.unicodeScalars.allSatisfy(isAllowed) else {
      throw invalid("The name of a guest is one line of plain text without control characters.")
    }
    return name
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    // The joiners within emoji and letters; all else that cannot be seen could make one name look like another.
    case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
    default: true
    }
  }

  private static func invalid(_ message: String) -> WoofError {
    WoofError(.invalidParameter, message, details: ["parameter": "name"])
  }
}

/// The likes of one photo by the guests of a link.
package struct GuestLikes: Hashable, Sendable {
  /// The number of guests who like it.
  package var count = 0
  /// The names of those among them who became guests first, in this order; not of all.
  package var names: [String] = []
  /// `true` if the guest who asks likes it.
  package var isLiked = false

  /// The maximum number of ``names``.
  package static let nameLimit = 20

  /// Makes likes; none by default.
  package init(count: Int = 0, names: [String] = [], isLiked: Bool = false) {
    self.count = count
    self.names = names
    self.isLiked = isLiked
  }
}

/// A like of a guest, as the link's owner sees it.
package struct GuestLike: Hashable, Sendable {
  /// The number of the like among those of the store, which grows.
  package var number: Int64
  /// The photo.
  package var photo: PhotoID
  /// The name of the guest.
  package var name: String
  /// The time at which the guest liked it.
  package var likedAt: Timestamp

  /// Makes a like.
  package init(number: Int64, photo: PhotoID, name: String, likedAt: Timestamp) {
    self.number = number
    self.photo = photo
    self.name = name
    self.likedAt = likedAt
  }
}

extension WoofError {
  /// The error for a link that takes no likes.
  package static var linkTakesNoLikes: WoofError {
    WoofError(.forbidden, "This link shows photos, and takes no likes.")
  }

  /// The error for a link by which nobody adds photos.
  package static var linkTakesNoPhotos: WoofError {
    WoofError(.forbidden, "This link lets nobody add photos any more.")
  }

  /// Refuses somebody who has not given a name, or whose name is not known any more.
  package static var namelessGuest: WoofError {
    WoofError(.forbidden, "Give a name first, to the route guest of this link.")
  }

  /// Refuses another guest of a link that has as many as it may.
  package static func tooManyGuests(_ count: Int, _ limit: Int) -> WoofError {
    .full("guests", Int64(limit), Int64(count), "The link has \(count) guests of \(limit) that it may have")
  }

  /// Refuses another like where there are as many as there may be.
  package static func tooManyLikes(_ count: Int, _ limit: Int) -> WoofError {
    .full("likes", Int64(limit), Int64(count), "There are \(count) likes of \(limit) that there may be")
  }
}

// SPDX-License-Identifier: Apache-2.0

package import WoofCryptography
package import WoofModel

/// An address at which anybody who has it sees an album or a photo of its owner's, whoever may read that otherwise.
package struct ShareLink: Hashable, Sendable {
  /// An album or a photo.
  package enum Target: Hashable, Sendable {
    /// An album, as its owner sees it.
    case album(AlbumID)
    /// One photo.
    case photo(PhotoID)
  }

  /// The rules of a link, which its owner may change.
  package struct Terms: Hashable, Sendable {
    /// The time until which the link can be used.
    package var expiresAt: Timestamp
    /// The hash of the password that holders have to give; `nil` where they need none.
    package var passwordHash: PasswordHash?
    /// `true` if holders may download originals.
    package var allowsDownload: Bool
    /// `true` if holders may like photos, as guests with a name.
    package var allowsLikes: Bool
    /// `true` if holders may add photos to the album, as guests with a name.
    package var allowsAdding: Bool
    /// `true` if holders are told where photos were taken, the serial numbers of cameras and the names of files.
    package var showsLocation: Bool

    /// `true` if holders may do something for which they have to give a name.
    package var allowsGuests: Bool { allowsLikes || allowsAdding }

    /// Makes terms.
    package init(
      expiresAt: Timestamp, passwordHash: PasswordHash? = nil, allowsDownload: Bool = false,
      allowsLikes: Bool = false, allowsAdding: Bool = false, showsLocation: Bool = false
    ) {
      self.expiresAt = expiresAt
      self.passwordHash = passwordHash
      self.allowsDownload = allowsDownload
      self.allowsLikes = allowsLikes
      self.allowsAdding = allowsAdding
      self.showsLocation = showsLocation
    }
  }

  /// The times that a link was opened.
  package struct Visits: Hashable, Sendable {
    /// The number of times.
    package var count: Int
    /// The last time; `nil` where there was none.
    package var last: Timestamp?

    /// Makes a count of visits; none by default.
    package init(count: Int = 0, last: Timestamp? = nil) {
      self.count = count
      self.last = last
    }

    /// Adds visits to others.
    package static func + (left: Visits, right: Visits) -> Visits {
      Visits(count: left.count + right.count, last: [left.last, right.last].compactMap(\.self).max())
    }
  }

  /// The name of the link.
  package var id: ShareLinkID
  /// The account that made the link, and whose album or photo it shows.
  package var owner: Principal
  /// The album or photo that the link shows.
  package var target: Target
  /// The rules of the link.
  package var terms: Terms
  /// The time at which the link was made.
  package var createdAt: Timestamp
  /// The times that the link was opened.
  package var visits: Visits
  /// The number of likes of the link's guests, those of photos included that are deleted and may come back.
  package var likeCount: Int

  /// Makes a link, by default one that nobody has opened.
  package init(
    id: ShareLinkID, owner: Principal, target: Target, terms: Terms, createdAt: Timestamp, visits: Visits = Visits(),
    likeCount: Int = 0
  ) {
    self.id = id
    self.owner = owner
    self.target = target
    self.terms = terms
    self.createdAt = createdAt
    self.visits = visits
    self.likeCount = likeCount
  }

  /// Returns `true` if holders who may download a photo get its original, and `false` if they get a copy without places and
  /// serial numbers. The original of somebody else's photo, which is in the album, has places in it that are not the owner's
  /// to show.
  package func showsOriginal(of photo: PhotoRecord) -> Bool { terms.showsLocation && photo.ownerID == owner.id }
}

/// A change of a link's rules.
package struct ShareLinkEdit: Hashable, Sendable {
  /// A change of the password.
  package enum Password: Hashable, Sendable {
    /// Takes it away.
    case none
    /// Replaces it by one with this hash.
    case hash(PasswordHash)
  }

  /// The new time of expiry; `nil` leaves it.
  package var expiresAt: Timestamp?
  /// The new password; `nil` leaves it.
  package var password: Password?
  /// `true` if holders may download originals from now on; `nil` leaves it.
  package var allowsDownload: Bool?
  /// `true` if holders may like photos from now on; `nil` leaves it.
  package var allowsLikes: Bool?
  /// `true` if holders may add photos from now on, which only those of an album may; `nil` leaves it.
  package var allowsAdding: Bool?
  /// `true` if holders are told of places from now on; `nil` leaves it.
  package var showsLocation: Bool?

  /// Makes an edit.
  package init(
    expiresAt: Timestamp? = nil, password: Password? = nil, allowsDownload: Bool? = nil, allowsLikes: Bool? = nil,
    allowsAdding: Bool? = nil, showsLocation: Bool? = nil
  ) {
    self.expiresAt = expiresAt
    self.password = password
    self.allowsDownload = allowsDownload
    self.allowsLikes = allowsLikes
    self.allowsAdding = allowsAdding
    self.showsLocation = showsLocation
  }

  /// The terms after the edit.
  package func applied(to terms: ShareLink.Terms) -> ShareLink.Terms {
    var terms = terms
    terms.expiresAt = expiresAt ?? terms.expiresAt
    terms.allowsDownload = allowsDownload ?? terms.allowsDownload
    terms.allowsLikes = allowsLikes ?? terms.allowsLikes
    terms.allowsAdding = allowsAdding ?? terms.allowsAdding
    terms.showsLocation = showsLocation ?? terms.showsLocation
    switch password {
    case nil: break
    case Password.none?: terms.passwordHash = nil
    case .hash(let hash)?: terms.passwordHash = hash
    }
    return terms
  }
}

extension ShareLink {
  /// Checks that an account may have another link.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `insufficient-storage`.
  package static func admit(count: Int, limit: Int) throws(WoofError) {
    guard count < limit else {
      throw .full(
        "links", Int64(limit), Int64(count),
        "The account has \(count) share links of \(limit) that it may have; revoke some")
    }
  }
}

extension ShareLink.Target {
  /// Checks that holders of a link to this may add photos, if they are to.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where it is one photo.
  package func check(allowsAdding: Bool) throws(WoofError) {
    guard allowsAdding, case .photo = self else { return }
    throw WoofError(
      .invalidParameter, "Photos are added to albums: a link to one photo does not allow it.",
      details: ["parameter": "allows"])
  }
}

extension WoofError {
  /// The error for a link to somebody else's album.
  package static var linkToForeignAlbum: WoofError {
    WoofError(.forbidden, "Only the owner of an album may share it by a link.")
  }

  /// The error for a link to somebody else's photo.
  package static var linkToForeignPhoto: WoofError {
    WoofError(.forbidden, "Only the owner of a photo may share it by a link.")
  }

  /// Refuses a link that is not there. It is not told why, as whoever tries addresses is to learn nothing.
  package static var noSuchLink: WoofError {
    WoofError(.notFound, "There is no such link: it has expired or been revoked, or never was.")
  }
}

// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// A link at which whoever has it sees an album or a photo of an account.
package struct AdminLink: Codable, Hashable, Sendable {
  /// The name of the link, which is no secret.
  package var id: ShareLinkID
  /// The name of the account that made the link.
  package var owner: String
  /// The album that the link shows; `nil` for a link to a photo.
  package var album: AlbumID?
  /// The photo that the link shows; `nil` for a link to an album.
  package var photo: PhotoID?
  /// The time at which the link was made.
  package var createdAt: Timestamp
  /// The time until which the link can be used.
  package var expiresAt: Timestamp
  /// `true` if holders have to give a password.
  package var hasPassword: Bool
  /// `true` if holders may download originals.
  package var allowsDownload: Bool
  /// `true` if holders may add photos; `nil` where the service does not tell.
  package var allowsAdding: Bool?
  /// `true` if holders may like photos; `nil` where the service does not tell.
  package var allowsLikes: Bool?
  /// `true` if holders are told of places, serial numbers and names of files.
  package var location: Bool
  /// The number of times that the link was opened.
  package var viewCount: Int
  /// The last time that the link was opened; `nil` where it never was.
  package var lastViewedAt: Timestamp?

  /// Makes a link.
  package init(
    id: ShareLinkID, owner: String, album: AlbumID?, photo: PhotoID?, createdAt: Timestamp, expiresAt: Timestamp,
    hasPassword: Bool, allowsDownload: Bool, location: Bool, viewCount: Int, lastViewedAt: Timestamp?,
    allowsAdding: Bool? = nil, allowsLikes: Bool? = nil
  ) {
    self.id = id
    self.owner = owner
    self.album = album
    self.photo = photo
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.hasPassword = hasPassword
    self.allowsDownload = allowsDownload
    self.allowsAdding = allowsAdding
    self.allowsLikes = allowsLikes
    self.location = location
    self.viewCount = viewCount
    self.lastViewedAt = lastViewedAt
  }
}

// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// An album, as its owner sees it.
package struct AdminAlbum: Codable, Hashable, Sendable {
  /// The name of the album.
  package var id: AlbumID
  /// The name of the account that owns the album.
  package var owner: String
  /// A plain text.
  package var title: String
  /// The people who may read the album.
  package var visibility: Visibility
  /// The number of photos that the owner sees in the album.
  package var photoCount: Int
  /// The names of the accounts that add to the album besides its owner.
  package var contributors: [String]
  /// The time at which the album was made.
  package var createdAt: Timestamp

  /// Makes an album.
  package init(
    id: AlbumID, owner: String, title: String, visibility: Visibility, photoCount: Int, contributors: [String],
    createdAt: Timestamp
  ) {
    self.id = id
    self.owner = owner
    self.title = title
    self.visibility = visibility
    self.photoCount = photoCount
    self.contributors = contributors
    self.createdAt = createdAt
  }
}

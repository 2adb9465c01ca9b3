// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// An album, as one reader sees it.
package struct AlbumRecord: Hashable, Sendable {
  /// The album's name.
  package var id: AlbumID
  /// The account that owns the album.
  package var ownerID: AccountID
  /// The name of the account that owns the album.
  package var ownerName: AccountName
  /// A plain text.
  package var title: String
  /// The people who may read the album.
  package var visibility: Visibility
  /// The accounts that add to the album besides its owner.
  package var contributors: [AccountID: AccountName]
  /// The photo that stands for the album: the one that the owner chose, or else the first; of those that the reader sees.
  package var cover: PhotoID?
  /// The number of photos of the album that the reader sees.
  package var photoCount: Int
  /// The time at which the album was made.
  package var createdAt: Timestamp
  /// A number that grows with every change of the album and of what is in it.
  package var version: Int64

  /// Makes a record, by default that of a new album.
  package init(
    id: AlbumID, ownerID: AccountID, ownerName: AccountName, title: String, visibility: Visibility,
    contributors: [AccountID: AccountName] = [:], cover: PhotoID? = nil, photoCount: Int = 0, createdAt: Timestamp,
    version: Int64 = 1
  ) {
    self.id = id
    self.ownerID = ownerID
    self.ownerName = ownerName
    self.title = title
    self.visibility = visibility
    self.contributors = contributors
    self.cover = cover
    self.photoCount = photoCount
    self.createdAt = createdAt
    self.version = version
  }

  /// The rule for who may read, find and change the album.
  package var access: AlbumAccess {
    AlbumAccess(owner: ownerID, contributors: Set(contributors.keys), visibility: visibility)
  }
}

/// An album that is to be made.
package struct AlbumDraft: Hashable, Sendable {
  /// The new album's id.
  package var id: AlbumID
  /// The owner of the new album.
  package var owner: Principal
  /// A plain text.
  package var title: String
  /// The people who may read the album.
  package var visibility: Visibility
  /// The time at which the album is made.
  package var createdAt: Timestamp

  /// Makes a draft.
  package init(id: AlbumID, owner: Principal, title: String, visibility: Visibility, createdAt: Timestamp) {
    self.id = id
    self.owner = owner
    self.title = title
    self.visibility = visibility
    self.createdAt = createdAt
  }
}

/// A photo at its place in an album.
package struct AlbumPhoto: Hashable, Sendable {
  /// The photo.
  package var record: PhotoRecord
  /// The place of the photo: places grow in the order of the album, and say nothing else.
  package var place: Int64
  /// The name of the guest who added the photo by a share link; `nil` where an account did. For the eyes of the album's owner.
  package var guestName: String?

  /// Puts a photo at a place.
  package init(record: PhotoRecord, place: Int64, guestName: String? = nil) {
    self.record = record
    self.place = place
    self.guestName = guestName
  }

  /// The cursor behind the photo.
  package var cursor: AlbumCursor { AlbumCursor(photo: record.id, place: place) }
}

/// A position in an album: behind a photo, wherever that has been moved since; behind its place where it is not there any
/// more.
package struct AlbumCursor: Hashable, Sendable {
  /// The photo.
  package var photo: PhotoID
  /// The place that the photo had.
  package var place: Int64

  /// Makes a cursor.
  package init(photo: PhotoID, place: Int64) {
    self.photo = photo
    self.place = place
  }
}

/// The rule for titles of albums.
package enum AlbumTitle {
  /// The maximum length of a title, in characters (Unicode grapheme clusters).
  package static let characterLimit = 200
  /// The maximum length of a title in UTF-8, in bytes, which limits the size of a single cluster too.
  package static let byteLimit = 1_600

  /// Checks a title.
  ///
  /// - Returns: The title as it came.
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where there is nothing to see of it, where it is
  ///   too long or where it holds a control character.
  package static func checked(_ text: String) throws(WoofError) -> String {
    guard !text.allSatisfy(\.isWhitespace) else { throw invalid("An album has a title; give it one.") }
    guard text.utf8.count <= byteLimit, text.count <= characterLimit else {
      throw invalid("A title has at most \(characterLimit) characters.")
    }
    guard !text.holdsControlCharacter else { throw invalid("A title is plain text without control characters.") }
    return text
  }

  private static func invalid(_ message: String) -> WoofError {
    WoofError(.invalidParameter, message, details: ["parameter": "title"])
  }
}

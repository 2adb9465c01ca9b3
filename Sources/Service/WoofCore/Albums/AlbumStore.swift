// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// Keeps albums: photos in an order that people give them. Whatever a write answers is durable, and visible to every later
/// read.
///
/// Albums follow their photos: a photo that is deleted, or that may be read by others than before, is at once seen in its
/// albums by who may read it, and comes back to them when it is restored. Once it can be restored no longer, it is in none.
/// The albums of an account go with the account.
///
/// All calls may throw ``WoofModel/WoofError`` with the codes `internal`, `unavailable` and, when they write,
/// `insufficient-storage`.
package protocol AlbumStore: Sendable {
  /// The number of commits so far, each counted before what it changed is answered, whatever that was: what was read since
  /// the number became what it is shows albums as they are.
  var commitCount: Int64 { get }

  /// Returns an album as a reader sees it, whoever may read it; `nil` for an id that never was, and for a deleted album.
  ///
  /// - Parameter reader: The account that reads; `nil` for somebody who did not sign in.
  func album(_ id: AlbumID, for reader: AccountID?) async throws -> AlbumRecord?

  /// Returns a page of albums, the newest first.
  func albums(_ query: AlbumQuery) async throws -> [AlbumRecord]

  /// Returns a page of the photos of an album that a reader may read, in the order of the album; none where there is no
  /// such album.
  func photos(_ query: AlbumPhotoQuery) async throws -> [AlbumPhoto]

  /// Returns `true` if a photo is in an album, and a reader may read it there.
  func holds(_ photo: PhotoID, _ album: AlbumID, for reader: AccountID?) async throws -> Bool

  /// Makes an album.
  ///
  /// - Parameter countLimit: The maximum number of albums of an account.
  /// - Throws: ``WoofModel/WoofError`` with the code `insufficient-storage` where the account has so many, `forbidden` where
  ///   it has been disabled, `conflict` where it has been deleted or the id is taken.
  func addAlbum(_ draft: AlbumDraft, countLimit: Int) async throws -> AlbumRecord

  /// Changes an album where a condition on it holds.
  ///
  /// - Parameters:
  ///   - reader: The account for which the album is returned.
  ///   - condition: The condition that the newest album, and the photo that the change is about, have to fulfil.
  /// - Returns: The album after it; a deleted one as it was before. A change that changes nothing adds no version.
  /// - Throws: As ``AlbumCondition/check(_:in:)``; ``WoofModel/WoofError`` with the code `not-found` or `gone` where a photo is not
  ///   there, `not-found` where there is no such contributor; `invalid-parameter` where a cover or the photo that is to
  ///   follow is not in the album; `insufficient-storage` where it has as many contributors as it may.
  func changeAlbum(
    _ id: AlbumID, by change: AlbumChange, for reader: AccountID, if condition: AlbumCondition
  ) async throws -> AlbumRecord
}

/// A query for one page of albums.
package struct AlbumQuery: Hashable, Sendable {
  /// The albums among which the page is.
  package enum Scope: Hashable, Sendable {
    /// Those that a reader finds; without signing in where it is `nil`.
    case found(by: AccountID?)
    /// Those of an account that a reader finds.
    case owned(by: AccountName, reader: AccountID?)
    /// Those that an account owns or adds to.
    case joined(by: AccountID)
    /// Those of an account, or of all where it is `nil`, each as its owner sees it; for administrators.
    case all(of: AccountID?)
  }

  /// The albums among which the page is.
  package var scope: Scope
  /// The page starts behind this album; at the start where it is `nil`.
  package var after: AlbumID?
  /// The maximum number of albums on the page.
  package var limit: Int

  /// Makes a query.
  package init(scope: Scope, after: AlbumID? = nil, limit: Int) {
    self.scope = scope
    self.after = after
    self.limit = limit
  }

  /// The account that reads; `nil` for somebody who did not sign in.
  package var reader: AccountID? {
    switch scope {
    case .found(let reader), .owned(_, let reader): reader
    case .joined(let account): account
    case .all: nil
    }
  }
}

/// A query for one page of the photos of an album.
package struct AlbumPhotoQuery: Hashable, Sendable {
  /// The album.
  package var album: AlbumID
  /// The account that reads; `nil` for somebody who did not sign in.
  package var reader: AccountID?
  /// The page starts behind this position; at the start where it is `nil`.
  package var after: AlbumCursor?
  /// The maximum number of photos on the page.
  package var limit: Int

  /// Makes a query.
  package init(album: AlbumID, reader: AccountID?, after: AlbumCursor? = nil, limit: Int) {
    self.album = album
    self.reader = reader
    self.after = after
    self.limit = limit
  }
}

/// A change of an album or of what is in it.
package enum AlbumChange: Hashable, Sendable {
  /// Changes what is told of the album.
  case edit(AlbumEdit)
  /// Deletes the album for good; its photos stay.
  case deletion
  /// Adds a photo, or moves it.
  case placing(PhotoID, AlbumPlace)
  /// Takes a photo out; one that is not there changes nothing.
  case removal(PhotoID)
  /// Lets an account add to the album, or no longer.
  case contributor(AccountName, isAdded: Bool)

  /// The maximum number of contributors of an album.
  package static let contributorLimit = 100

  /// The photo that the change is about; `nil` for changes of the album itself.
  package var photo: PhotoID? {
    switch self {
    case .placing(let photo, _), .removal(let photo): photo
    case .edit, .deletion, .contributor: nil
    }
  }

  /// `true` if the change takes something away, and so may be made when the disk is full.
  package var takesAway: Bool {
    switch self {
    case .deletion, .removal, .contributor(_, isAdded: false): true
    case .edit, .placing, .contributor(_, isAdded: true): false
    }
  }
}

/// A place in an album.
package enum AlbumPlace: Hashable, Sendable {
  /// The place that the photo has; the end for one that is not there yet.
  case kept
  /// The end of the album.
  case end
  /// The place before another photo of the album.
  case before(PhotoID)
}

/// A change of what is told of an album.
package struct AlbumEdit: Hashable, Sendable {
  /// The photo that stands for an album.
  package enum Cover: Hashable, Sendable {
    /// The first that there is.
    case first
    /// A photo of the album.
    case photo(PhotoID)
  }

  /// The new title; `nil` leaves it.
  package var title: String?
  /// The new visibility; `nil` leaves it.
  package var visibility: Visibility?
  /// The new cover; `nil` leaves it.
  package var cover: Cover?

  /// Makes an edit.
  package init(title: String? = nil, visibility: Visibility? = nil, cover: Cover? = nil) {
    self.title = title
    self.visibility = visibility
    self.cover = cover
  }
}

// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// Keeps favourites, with the counts of the photos that they are of. Whatever a write answers is durable, and visible to
/// every later read.
///
/// All calls may throw ``WoofModel/WoofError`` with the codes `internal`, `unavailable` and, when they write,
/// `insufficient-storage`.
package protocol FavouriteStore: Sendable {
  /// Sets or unsets a favourite; setting what is set changes nothing.
  ///
  /// - Parameters:
  ///   - edit: The number that the edit has on its device. The newest number per account, device and photo is kept for 90
  ///     days, also of an edit that finds the favourite as it wants it; an older or equal one changes nothing.
  ///   - condition: The condition that the photo's newest record has to fulfil.
  /// - Returns: The record and the favourite after it.
  /// - Throws: As ``PhotoCondition/check(_:)``.
  func setFavourite(
    _ isFavourite: Bool, of photo: PhotoID, by account: AccountID, at time: Timestamp, edit: EditStamp?,
    if condition: PhotoCondition
  ) async throws -> FavouriteState

  /// A page of the photos that an account likes and may read, the newest like first.
  func favourites(of account: AccountID, after cursor: FavouriteCursor?, limit: Int) async throws -> [Favourite]

  /// Returns the ids of the given photos that the account likes.
  func favourites(among photos: [PhotoID], of account: AccountID) async throws -> Set<PhotoID>

  /// Returns a page of the favourites of a photo, in the order in which the accounts were added.
  ///
  /// - Parameters:
  ///   - photo: A deleted one has no favourites.
  ///   - account: The account before the page; `nil` for the first one.
  func favourites(
    ofPhoto photo: PhotoID, after account: AccountName?, limit: Int
  ) async throws -> [PhotoFavourite]
}

extension FavouriteStore {
  /// Sets or unsets a favourite by an edit without a number.
  ///
  /// - Returns: The record after it.
  package func setFavourite(
    _ isFavourite: Bool, of photo: PhotoID, by account: AccountID, at time: Timestamp,
    if condition: PhotoCondition = .presence
  ) async throws -> PhotoRecord {
    try await setFavourite(isFavourite, of: photo, by: account, at: time, edit: nil, if: condition).photo
  }
}

/// A photo and whether one account likes it, after the account set or unset that.
package struct FavouriteState: Hashable, Sendable {
  /// The record of the photo.
  package var photo: PhotoRecord
  /// `true` if the account likes the photo. It is not always what was asked for: an edit that comes late changes nothing.
  package var isFavourite: Bool

  /// Makes a state.
  package init(photo: PhotoRecord, isFavourite: Bool) {
    self.photo = photo
    self.isFavourite = isFavourite
  }
}

/// A photo that an account likes, and the place of that in the account's list.
package struct Favourite: Hashable, Sendable {
  /// The record of the photo.
  package var photo: PhotoRecord
  /// The place.
  package var cursor: FavouriteCursor

  /// Makes a favourite.
  package init(photo: PhotoRecord, cursor: FavouriteCursor) {
    self.photo = photo
    self.cursor = cursor
  }
}

/// A place in an account's list of favourites.
package struct FavouriteCursor: Hashable, Sendable {
  /// The time at which the favourite was set.
  package var setAt: Timestamp
  /// The id of the photo at that place.
  package var id: PhotoID

  /// Makes a cursor.
  package init(setAt: Timestamp, id: PhotoID) {
    self.setAt = setAt
    self.id = id
  }
}

/// The favourite that one account has set on a photo.
package struct PhotoFavourite: Hashable, Sendable {
  /// The name of the account that set it.
  package var account: AccountName
  /// The time at which the favourite was set.
  package var setAt: Timestamp

  /// Makes a favourite.
  package init(account: AccountName, setAt: Timestamp) {
    self.account = account
    self.setAt = setAt
  }
}

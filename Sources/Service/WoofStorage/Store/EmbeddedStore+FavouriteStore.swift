// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofModel

extension EmbeddedStore: FavouriteStore {
  /// Sets or unsets a favourite; setting what is set changes nothing, nor does an edit that comes late.
  ///
  /// - Returns: The record and the favourite after it.
  /// - Throws: As ``WoofCore/PhotoCondition/check(_:)``.
  package func setFavourite(
    _ isFavourite: Bool, of photo: PhotoID, by account: AccountID, at time: Timestamp, edit: EditStamp?,
    if condition: PhotoCondition
  ) async throws -> FavouriteState {
    try requireLock()
    return try await writer.setFavourite(isFavourite, of: photo, by: account, at: time, edit: edit, if: condition)
  }

  /// A page of the photos that an account likes and may read, the newest like first, and of those of the same
  /// millisecond the photo that came in last.
  package func favourites(
    of account: AccountID, after cursor: FavouriteCursor?, limit: Int
  ) async throws -> [Favourite] {
    try await readers.read(cost: .page(limit)) { snapshot in
      try snapshot.favourites(of: account, after: cursor, limit: limit)
    }
  }

  /// Returns the ids of the given photos that the account likes.
  package func favourites(among photos: [PhotoID], of account: AccountID) async throws -> Set<PhotoID> {
    try await readers.read { snapshot in try snapshot.favourites(among: photos, of: account) }
  }

  /// Returns a page of the favourites of a photo, in the order in which the accounts were added.
  package func favourites(
    ofPhoto photo: PhotoID, after account: AccountName?, limit: Int
  ) async throws -> [PhotoFavourite] {
    try await readers.read { snapshot in try snapshot.favourites(ofPhoto: photo, after: account, limit: limit) }
  }
}

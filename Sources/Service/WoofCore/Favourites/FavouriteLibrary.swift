// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// The use cases of the service for favourites, on any store and clock.
///
/// Everything may be called from any thread. Errors are ``WoofModel/WoofError``s that are fit to be answered.
package struct FavouriteLibrary: Sendable {
  private let store: any FavouriteStore
  private let time: any TimeSource

  /// Makes a library.
  ///
  /// - Parameters:
  ///   - store: Keeps favourites.
  ///   - time: The source of the current time.
  package init(store: any FavouriteStore, time: any TimeSource) {
    self.store = store
    self.time = time
  }

  /// Sets or unsets a favourite of a principal; setting what is set changes nothing.
  ///
  /// - Returns: The photo after it, durable.
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found`, `gone` or `precondition-failed`.
  package func set(
    _ isFavourite: Bool, of photo: PhotoID, by principal: Principal, if precondition: Precondition = .none
  ) async throws -> PhotoRecord {
    try await set(isFavourite, of: photo, by: principal, edit: nil, if: precondition).photo
  }

  /// Sets or unsets a favourite of a principal, unless the edit comes late.
  ///
  /// - Parameters:
  ///   - edit: The number of the edit on its device; `nil` for none.
  ///   - precondition: The states of the photo in which the favourite is set.
  /// - Returns: The photo after it, durable, and whether it is a favourite.
  /// - Throws: As ``set(_:of:by:if:)``.
  package func set(
    _ isFavourite: Bool, of photo: PhotoID, by principal: Principal, edit: EditStamp?,
    if precondition: Precondition
  ) async throws -> FavouriteState {
    try await store.setFavourite(
      isFavourite, of: photo, by: principal.id, at: time.now(), edit: edit,
      if: PhotoCondition(.reading(by: principal), precondition))
  }

  /// A page of the photos that a principal likes.
  package func page(
    of principal: Principal, after cursor: FavouriteCursor?, limit: Int
  ) async throws -> Page<Favourite, FavouriteCursor> {
    let found = try await store.favourites(of: principal.id, after: cursor, limit: limit + 1)
    return Page(found, limit: limit) { $0.cursor }
  }

  /// Returns the ids of the given photos that the reader likes; none if the request was made without signing in.
  package func liked(among photos: [PhotoRecord], by reader: Principal?) async throws -> Set<PhotoID> {
    guard let reader else { return [] }
    return try await liked(among: photos.map(\.id), by: reader.id)
  }

  /// Returns the ids of the given photos that an account likes.
  package func liked(among photos: [PhotoID], by account: AccountID) async throws -> Set<PhotoID> {
    photos.isEmpty ? [] : try await store.favourites(among: photos, of: account)
  }

  // MARK: Administration

  /// A page of the favourites of a photo, for the admin API.
  package func page(
    ofPhoto photo: PhotoID, after account: AccountName?, limit: Int
  ) async throws -> Page<PhotoFavourite, AccountName> {
    let found = try await store.favourites(ofPhoto: photo, after: account, limit: limit + 1)
    return Page(found, limit: limit) { $0.account }
  }

  /// Unsets the favourite of an account on a photo of whatever owner and visibility, for the admin API.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` or `gone`.
  package func administerUnsetting(of photo: PhotoID, by account: AccountID) async throws {
    _ = try await store.setFavourite(false, of: photo, by: account, at: time.now())
  }
}

// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofModel

extension EmbeddedStore: AlbumStore {
  /// The number of commits so far, each counted before what it changed is answered.
  package var commitCount: Int64 { writer.port.state.commitCount }

  /// Returns an album as a reader sees it, whoever may read it; `nil` for an id that never was, and for a deleted album.
  package func album(_ id: AlbumID, for reader: AccountID?) async throws -> AlbumRecord? {
    try await readers.read { snapshot in try snapshot.album(id, for: reader) }
  }

  /// Returns a page of albums, the newest first.
  package func albums(_ query: AlbumQuery) async throws -> [AlbumRecord] {
    try await readers.read(cost: .page(query.limit)) { snapshot in try snapshot.albums(query) }
  }

  /// Returns a page of the photos of an album that a reader may read, in the order of the album; none where there is no
  /// such album.
  package func photos(_ query: AlbumPhotoQuery) async throws -> [AlbumPhoto] {
    try await readers.read(cost: .page(query.limit)) { snapshot in try snapshot.photos(query) }
  }

  /// Returns `true` if a photo is in an album, and a reader may read it there.
  package func holds(_ photo: PhotoID, _ album: AlbumID, for reader: AccountID?) async throws -> Bool {
    try await readers.read { snapshot in try snapshot.holds(photo, album, for: reader) }
  }

  /// Makes an album.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `insufficient-storage` where the account has too many, `forbidden` where
  ///   it has been disabled, `conflict` where it has been deleted or the id is taken.
  package func addAlbum(_ draft: AlbumDraft, countLimit: Int) async throws -> AlbumRecord {
    try await changePhotos { transaction in try transaction.addAlbum(draft, countLimit: countLimit) }
  }

  /// Changes an album where a condition on it holds.
  ///
  /// - Throws: As ``WoofCore/AlbumCondition/check(_:in:)``; ``WoofModel/WoofError`` with the code `not-found`, `gone`,
  ///   `invalid-parameter` or `insufficient-storage`.
  package func changeAlbum(
    _ id: AlbumID, by change: AlbumChange, for reader: AccountID, if condition: AlbumCondition
  ) async throws -> AlbumRecord {
    let record = try await changePhotos(mayUseReserve: change.takesAway) { transaction in
      try transaction.changeAlbum(id, by: change, for: reader, if: condition)
    }
    if change == .deletion { maintenance.ask(for: .deletions) }
    return record
  }
}

// SPDX-License-Identifier: Apache-2.0

package import WoofCryptography
package import WoofModel

/// The use cases of the service for albums, on any store and clock.
///
/// Everything may be called from any thread. Errors are ``WoofModel/WoofError``s that are fit to be answered.
package struct AlbumLibrary: Sendable {
  /// The maximum number of albums of an account.
  package static let countLimit = 10_000

  private let store: any AlbumStore
  private let time: any TimeSource
  private let ids: PhotoIDGenerator

  /// Makes a library.
  ///
  /// - Parameters:
  ///   - store: Keeps albums.
  ///   - time: The source of the current time.
  ///   - random: The source of ids; the system's by default.
  package init(store: any AlbumStore, time: any TimeSource, random: any RandomSource = SystemRandomSource()) {
    self.store = store
    self.time = time
    ids = PhotoIDGenerator(time: time, random: random)
  }

  /// The number of commits of the store so far (``AlbumStore/commitCount``).
  package var commitCount: Int64 { store.commitCount }

  /// An album that the reader may read, as the reader sees it.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found`.
  package func album(_ id: AlbumID, for reader: Principal?) async throws -> AlbumRecord {
    try AlbumAccess.readable(try await store.album(id, for: reader?.id), by: reader)
  }

  /// A page of albums, with the place at which the next page begins.
  package func albums(_ query: AlbumQuery) async throws -> Page<AlbumRecord, AlbumID> {
    var longer = query
    longer.limit += 1
    return Page(try await store.albums(longer), limit: query.limit) { $0.id }
  }

  /// A page of the photos of an album that the reader may read, in the order of the album. Only its owner is told which ones
  /// guests of share links have added.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found`.
  package func photos(
    of id: AlbumID, for reader: Principal?, after cursor: AlbumCursor?, limit: Int
  ) async throws -> Page<AlbumPhoto, AlbumCursor> {
    let isOwn = try await album(id, for: reader).ownerID == reader?.id
    let query = AlbumPhotoQuery(album: id, reader: reader?.id, after: cursor, limit: limit + 1)
    var found = try await store.photos(query)
    if !isOwn { for index in found.indices { found[index].guestName = nil } }
    return Page(found, limit: limit) { $0.cursor }
  }

  /// Makes an album.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter`, and as ``AlbumStore/addAlbum(_:countLimit:)``.
  package func create(
    _ title: String, _ visibility: Visibility, by owner: Principal
  ) async throws -> AlbumRecord {
    let draft = AlbumDraft(
      id: AlbumID(uuid: ids.next()), owner: owner, title: try AlbumTitle.checked(title), visibility: visibility,
      createdAt: time.now())
    return try await store.addAlbum(draft, countLimit: Self.countLimit)
  }

  /// Changes an album or what is in it.
  ///
  /// - Parameter precondition: The states of the album in which it is changed; all by default.
  /// - Returns: The album after it, durable, as the principal sees it; a deleted one as it was before.
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found`, `gone`, `forbidden`, `invalid-parameter`,
  ///   `insufficient-storage` or `precondition-failed`.
  @discardableResult
  package func change(
    _ id: AlbumID, by change: AlbumChange, of principal: Principal,
    if precondition: Precondition = .none
  ) async throws -> AlbumRecord {
    if case .edit(let edit) = change, let title = edit.title { _ = try AlbumTitle.checked(title) }
    return try await store.changeAlbum(
      id, by: change, for: principal.id, if: AlbumCondition(.making(by: principal), precondition))
  }
}

// MARK: Administration

extension AlbumLibrary {
  /// An album of whatever owner and visibility, for the admin API.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found`.
  package func administeredAlbum(_ id: AlbumID) async throws -> AlbumRecord {
    guard let album = try await store.album(id, for: nil) else { throw WoofError.noSuchAlbum }
    return album
  }

  /// Deletes an album of whatever owner and visibility, for the admin API.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found`.
  package func administerDeletion(of id: AlbumID) async throws {
    let owner = try await administeredAlbum(id).ownerID
    _ = try await store.changeAlbum(id, by: .deletion, for: owner, if: .presence)
  }
}

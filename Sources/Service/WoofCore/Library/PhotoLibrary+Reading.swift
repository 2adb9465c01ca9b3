public import WoofModel

extension PhotoLibrary {
  /// The record of a photo that the reader may read.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` or `gone`.
  public func photo(_ id: PhotoID, for reader: Principal?) async throws -> PhotoRecord {
    try PhotoAccess.readable(try await parts.records.photo(id), by: reader)
  }

  /// A page of photos.
  public func photos(_ query: PhotoQuery) async throws -> Page<PhotoRecord, PhotoQuery.Cursor> {
    var longer = query
    longer.limit += 1
    let found = try await parts.records.photos(longer)
    return Page(found, limit: query.limit) { PhotoQuery.Cursor(favouriteCount: $0.favouriteCount, id: $0.id) }
  }

  /// A page of the photos that a principal likes.
  public func favourites(
    of principal: Principal, after cursor: FavouriteCursor?, limit: Int
  ) async throws -> Page<Favourite, FavouriteCursor> {
    let found = try await parts.records.favourites(of: principal.id, after: cursor, limit: limit + 1)
    return Page(found, limit: limit) { $0.cursor }
  }

  /// Returns the ids of the given photos that the reader likes; none if the request was made without signing in.
  public func favourites(among photos: [PhotoRecord], for reader: Principal?) async throws -> Set<PhotoID> {
    guard let reader, !photos.isEmpty else { return [] }
    return try await parts.records.favourites(among: photos.map(\.id), of: reader.id)
  }

  /// Returns the annotations of a photo, if the reader is its owner or an administrator.
  ///
  /// - Returns: `nil` for all others, and if the photo has no annotations yet.
  public func annotations(of record: PhotoRecord, for reader: Principal?) async throws -> PhotoAnnotations? {
    guard let reader, reader.id == record.ownerID || reader.isAdministrator else { return nil }
    return try await parts.pictures?.parts.derivations.annotations(of: record.id)
  }

  /// Returns the annotations of a photo, whoever owns it; for administrators.
  ///
  /// - Returns: `nil` if the photo has no annotations yet.
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` or `unavailable`.
  public func annotations(of photo: PhotoID) async throws -> PhotoAnnotations? {
    try await parts.pictures?.parts.derivations.annotations(of: photo)
  }

  /// Returns `true` if an account has a photo with these bytes, as far as the store can tell: it looks at up to 100
  /// photos with these bytes. Returns `false` if the library derives nothing from photos.
  package func hasPhoto(of owner: Principal, with digest: Digest) async throws -> Bool {
    guard let derivations = parts.pictures?.parts.derivations else { return false }
    // Others may own most of the photos with these bytes.
    for id in try await derivations.photos(ofOriginal: digest, knownTo: owner.id, limit: 100) {
      if try await parts.records.photo(id)?.ownerID == owner.id { return true }
    }
    return false
  }

  /// Opens the original of a photo whose record has been read.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `gone` where the photo has been deleted since, or `internal` where
  ///   the bytes are missing.
  public func openOriginal(of record: PhotoRecord) async throws -> any BlobFile {
    let blobs = parts.blobs
    let digest = record.original.digest
    guard let file = try await parts.workers.run({ try blobs.open(digest) }) else {
      if !record.isDeleted { _ = try PhotoAccess.present(try await parts.records.photo(record.id)) }
      throw WoofError(.internal, "The bytes of this photo are missing; the operator has to restore them.")
    }
    return file
  }
}

/// A part of a list, and where the next part starts.
public struct Page<Item: Sendable, Cursor: Sendable>: Sendable {
  /// The items.
  public var items: [Item]
  /// The cursor at which the next page starts; `nil` at the end.
  public var next: Cursor?

  /// Makes a page of up to `limit` of the items, of which one more than that was looked for.
  public init(_ found: [Item], limit: Int, cursor: (Item) -> Cursor) {
    items = Array(found.prefix(limit))
    next = found.count > limit ? items.last.map(cursor) : nil
  }
}

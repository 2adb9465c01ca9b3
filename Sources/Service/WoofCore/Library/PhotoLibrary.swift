// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// The use cases of the service for the photos that there are, on any stores; ``PhotoIntake`` takes others in, and
/// ``FavouriteLibrary`` has those for favourites.
///
/// Everything may be called from any thread. Errors are ``WoofModel/WoofError``s that are fit to be answered.
package final class PhotoLibrary: Sendable {
  private let records: any RecordStore
  private let blobs: any BlobStore
  private let workers: WorkerPool
  private let trash: (any TrashStore)?
  private let pictures: PictureDerivation?

  /// Makes a library.
  ///
  /// - Parameters:
  ///   - records: Keeps photos.
  ///   - blobs: Keeps the bytes.
  ///   - workers: Threads for what blocks.
  ///   - trash: Keeps what is deleted for a while; `nil`, the default, where nothing does.
  ///   - pictures: Derives from pictures; `nil`, the default, where nothing does.
  package init(
    records: any RecordStore, blobs: any BlobStore, workers: WorkerPool, trash: (any TrashStore)? = nil,
    pictures: PictureDerivation? = nil
  ) {
    self.records = records
    self.blobs = blobs
    self.workers = workers
    self.trash = trash
    self.pictures = pictures
  }
}

extension PhotoLibrary {
  /// The record of a photo that the reader may read.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` or `gone`.
  package func photo(_ id: PhotoID, for reader: Principal?) async throws -> PhotoRecord {
    try PhotoAccess.readable(try await records.photo(id), by: reader)
  }

  /// The record of a photo, whoever may read it and deleted ones included; `nil` for an id that never was.
  ///
  /// For those who ask ``PhotoAccess`` themselves, as caches do, and for those who do not read for somebody else.
  package func record(of id: PhotoID) async throws -> PhotoRecord? { try await records.photo(id) }

  /// Photos as one reader sees them, in the order of the ids, each with its record or the error that reading it by itself
  /// throws (``photo(_:for:)``).
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` or `unavailable`.
  package func photos(
    _ ids: [PhotoID], for reader: Principal?
  ) async throws -> [Result<PhotoRecord, WoofError>] {
    try await records.photos(ids).map { record in
      Result { () throws(WoofError) in try PhotoAccess.readable(record, by: reader) }
    }
  }

  /// The photos of an account, by the digests of their originals, of those digests that it has a photo of.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` or `unavailable`.
  package func photos(withOriginals digests: [Digest], of owner: Principal) async throws -> [Digest: PhotoID] {
    try await records.photos(withOriginals: digests, of: owner.id)
  }

  /// A photo that an account has; `nil` where it has been deleted or given away, or never was.
  package func photo(_ id: PhotoID, ownedBy owner: AccountID) async throws -> PhotoRecord? {
    guard let record = try await records.photo(id), !record.isDeleted, record.ownerID == owner else { return nil }
    return record
  }

  /// Returns a page of the photos that a query selects, with the cursor of the next page.
  package func photos(_ query: PhotoQuery) async throws -> Page<PhotoRecord, PhotoQuery.Cursor> {
    var longer = query
    longer.limit += 1
    let found = try await records.photos(longer)
    return Page(found, limit: query.limit) { PhotoQuery.Cursor(behind: $0, in: query.order) }
  }

  /// Returns a page of the photos that a search by words finds, with the cursor of the next page.
  package func photos(matching query: PhotoTextQuery) async throws -> Page<FoundPhoto, PhotoTextQuery.Cursor> {
    var longer = query
    longer.limit += 1
    return Page(try await records.photos(matching: longer), limit: query.limit, cursor: \.cursor)
  }

  /// Returns the annotations of a photo, if the reader is its owner or an administrator.
  ///
  /// - Returns: `nil` for all others, and if the photo has no annotations yet.
  package func annotations(of record: PhotoRecord, for reader: Principal?) async throws -> PhotoAnnotations? {
    guard record.access.showsAnnotations(to: reader) else { return nil }
    return try await annotations(of: record.id)
  }

  /// Returns the annotations of a photo, whoever owns it; for administrators.
  ///
  /// - Returns: `nil` if the photo has no annotations yet.
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` or `unavailable`.
  package func annotations(of photo: PhotoID) async throws -> PhotoAnnotations? {
    try await pictures?.derivations.annotations(of: photo)
  }

  /// Opens the original of a photo whose record has been read.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `gone` where the photo has been deleted since, or `internal` where
  ///   the bytes are missing.
  package func openOriginal(of record: PhotoRecord) async throws -> any BlobFile {
    guard let file = try await blobs.open(record.original.digest, on: workers) else {
      if !record.isDeleted { _ = try PhotoAccess.present(try await records.photo(record.id)) }
      throw WoofError.missingBytes
    }
    return file
  }
}

/// A part of a list, and where the next part starts.
package struct Page<Item: Sendable, Cursor: Sendable>: Sendable {
  /// The items of this part, in the order of the list.
  package var items: [Item]
  /// The cursor at which the next page starts; `nil` at the end.
  package var next: Cursor?

  /// Makes a page of up to `limit` of the items, of which one more than that was looked for.
  package init(_ found: [Item], limit: Int, cursor: (Item) -> Cursor) {
    items = Array(found.prefix(limit))
    next = found.count > limit ? items.last.map(cursor) : nil
  }
}

extension PhotoLibrary {
  /// A page of the photos that a principal has deleted and can restore; none where the store keeps nothing of what is
  /// deleted.
  package func trash(_ query: TrashQuery) async throws -> Page<DeletedPhoto, TrashQuery.Cursor> {
    var longer = query
    longer.limit += 1
    let found = try await trash?.trash(longer) ?? []
    return Page(found, limit: query.limit) { TrashQuery.Cursor(deletedAt: $0.deletedAt, id: $0.record.id) }
  }

  /// Lets a photo that its owner has deleted be there again; one that is there stays as it is.
  ///
  /// - Returns: The record after it, durable.
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found`, `gone`, `forbidden` or `conflict`.
  package func restore(_ photo: PhotoID, by principal: Principal) async throws -> PhotoRecord {
    guard let trash else {
      let record = try PhotoAccess.owned(try await records.photo(photo), by: principal)
      return try PhotoAccess.readable(record, by: principal)
    }
    let record = try await trash.restorePhoto(photo, by: principal)
    pictures?.lookAtQueue()
    return record
  }

  /// Erases a photo that its owner has deleted: it can be restored no longer, and its bytes go.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found`, `gone` or `forbidden`.
  package func erase(_ photo: PhotoID, by principal: Principal) async throws {
    guard let trash else { throw WoofError(.notFound, "There is no such photo in the trash.") }
    try await trash.erasePhoto(photo, by: principal)
  }
}

extension PhotoLibrary {
  /// Changes the caption or the visibility of a photo.
  ///
  /// - Parameter precondition: The states of the photo in which it is changed.
  /// - Returns: The photo after it, durable.
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found`, `gone`, `forbidden`, `invalid-parameter` or
  ///   `precondition-failed`.
  package func edit(
    _ photo: PhotoID, _ edit: PhotoEdit, by principal: Principal, if precondition: Precondition = .none
  ) async throws -> PhotoRecord {
    if let caption = edit.caption { _ = try Caption.checked(caption) }
    return try await records.updatePhoto(photo, edit, if: PhotoCondition(.changing(by: principal), precondition))
  }

  /// Deletes a photo. Where the store keeps what is deleted for a while, its owner can restore it, unless it was an
  /// administrator who deleted it.
  ///
  /// - Parameter precondition: As for ``edit(_:_:by:if:)``.
  /// - Throws: As ``edit(_:_:by:if:)``.
  package func delete(
    _ photo: PhotoID, by principal: Principal, if precondition: Precondition = .none
  ) async throws {
    _ = try await records.updatePhoto(
      photo, .deletion(restorableBy: principal.id), if: PhotoCondition(.changing(by: principal), precondition))
  }
}

// MARK: Administration

extension PhotoLibrary {
  /// Changes or deletes a photo of whatever owner and visibility, for the admin API.
  ///
  /// - Returns: The photo after it, durable.
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` or `gone`, and as ``RecordStore/updatePhoto(_:_:if:)``.
  @discardableResult
  package func administer(_ photo: PhotoID, _ edit: PhotoEdit) async throws -> PhotoRecord {
    try await records.updatePhoto(photo, edit, if: .presence)
  }
}

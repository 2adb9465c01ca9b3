public import WoofModel

extension PhotoLibrary {
  /// A page of the photos that a principal has deleted and can restore; none where the store keeps nothing of what is
  /// deleted.
  public func trash(_ query: TrashQuery) async throws -> Page<DeletedPhoto, TrashQuery.Cursor> {
    var longer = query
    longer.limit += 1
    let found = try await parts.trash?.trash(longer) ?? []
    return Page(found, limit: query.limit) { TrashQuery.Cursor(deletedAt: $0.deletedAt, id: $0.record.id) }
  }

  /// Lets a photo that its owner has deleted be there again; one that is there stays as it is.
  ///
  /// - Returns: The record after it, durable.
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found`, `gone`, `forbidden` or `conflict`.
  public func restore(_ photo: PhotoID, by principal: Principal) async throws -> PhotoRecord {
    guard let trash = parts.trash else {
      let record = try PhotoAccess.owned(try await parts.records.photo(photo), by: principal)
      return try PhotoAccess.readable(record, by: principal)
    }
    let record = try await trash.restorePhoto(photo, by: principal.id) { record in
      _ = try PhotoAccess.owned(record, by: principal)
    }
    parts.pictures?.lookAtQueue()
    return record
  }

  /// Erases a photo that its owner has deleted: it can be restored no longer, and its bytes go.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found`, `gone` or `forbidden`.
  public func erase(_ photo: PhotoID, by principal: Principal) async throws {
    guard let trash = parts.trash else { throw WoofError(.notFound, "There is no such photo in the trash.") }
    try await trash.erasePhoto(photo, by: principal.id) { record in
      _ = try PhotoAccess.owned(record, by: principal)
    }
  }
}

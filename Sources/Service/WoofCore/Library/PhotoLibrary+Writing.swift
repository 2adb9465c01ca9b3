public import WoofModel

extension PhotoLibrary {
  /// Sets or unsets a favourite of a principal; setting what is set changes nothing.
  ///
  /// - Parameter precondition: Sees the newest record inside the transaction; throws to change nothing.
  /// - Returns: The photo after it, durable.
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` or `gone`, and what `precondition` throws.
  public func setFavourite(
    _ isFavourite: Bool, of photo: PhotoID, by principal: Principal,
    if precondition: @escaping @Sendable (PhotoRecord) throws -> Void = { _ in }
  ) async throws -> PhotoRecord {
    try await parts.records.setFavourite(isFavourite, of: photo, by: principal.id, at: parts.time.now()) { record in
      try precondition(try PhotoAccess.readable(record, by: principal))
    }
  }

  /// Changes the caption or the visibility of a photo.
  ///
  /// - Parameter precondition: Sees the newest record inside the transaction; throws to change nothing.
  /// - Returns: The photo after it, durable.
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found`, `gone`, `forbidden` or `invalid-parameter`, and what
  ///   `precondition` throws.
  public func edit(
    _ photo: PhotoID, _ edit: PhotoEdit, by principal: Principal,
    if precondition: @escaping @Sendable (PhotoRecord) throws -> Void = { _ in }
  ) async throws -> PhotoRecord {
    if let caption = edit.caption { _ = try Caption.checked(caption) }
    return try await parts.records.updatePhoto(photo) { record in
      try precondition(try PhotoAccess.writable(record, by: principal))
      return edit
    }
  }

  /// Deletes a photo. Where the store keeps what is deleted for a while, its owner can restore it, unless it was an
  /// administrator who deleted it.
  ///
  /// - Parameter precondition: As for ``edit(_:_:by:if:)``.
  /// - Throws: As ``edit(_:_:by:if:)``.
  public func delete(
    _ photo: PhotoID, by principal: Principal,
    if precondition: @escaping @Sendable (PhotoRecord) throws -> Void = { _ in }
  ) async throws {
    _ = try await parts.records.updatePhoto(photo) { record in
      let record = try PhotoAccess.writable(record, by: principal)
      try precondition(record)
      return .deletion(restorableBy: record.ownerID == principal.id ? principal.id : nil)
    }
  }

  /// Starts to take a photo in.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` or `insufficient-storage`.
  public func beginUpload(by principal: Principal) async throws -> PhotoUpload {
    let blobs = parts.blobs
    let spool = try await parts.workers.run { try blobs.makeSpool() }
    return try PhotoUpload(library: self, owner: principal, spool: spool)
  }
}

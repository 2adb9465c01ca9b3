// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofSQLite

extension WriteTransaction {
  /// Adds a photo, unless its owner has the same bytes already or the request was answered before; uses the ticket that it
  /// comes with.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `idempotency-key-reused`, `conflict` where the id is taken, `forbidden`
  ///   where the account has been disabled, `not-found` where there is no such ticket, or as ``requireRoom(for:of:_:)`` and
  ///   ``guestPlace(of:by:at:)``; ``SQLiteError``.
  mutating func addPhoto(
    _ draft: PhotoDraft, _ annotations: RenderedAnnotations, idempotency claim: IdempotencyClaim?
  ) throws -> PhotoAddition {
    try requireEnabled(draft.owner.id)
    if let addition = draft.guest { return try take(draft, annotations, of: addition, idempotency: claim) }
    guard let ticket = draft.ticket else { return try take(draft, annotations, idempotency: claim) }
    if let use = try use(of: ticket, at: draft.createdAt) {
      let response = StoredResponse(fingerprint: draft.original.digest, photo: use.photo, isNew: use.isNew)
      if let claim { try idempotencyKeys.keepAlias(of: claim, response) }
      return .replayed(response)
    }
    let addition = try take(draft, annotations, idempotency: claim)
    try settle(ticket, by: addition)
    return addition
  }

  /// Adds a photo of a guest, and puts it at the end of the album.
  private mutating func take(
    _ draft: PhotoDraft, _ annotations: RenderedAnnotations, of addition: GuestAddition,
    idempotency claim: IdempotencyClaim?
  ) throws -> PhotoAddition {
    let place = try guestPlace(of: addition, by: draft.owner.id, at: draft.createdAt)
    let isAnswered =
      try claim.flatMap { (claim) throws(SQLiteError) in
        try idempotencyKeys.response(to: claim.key, at: claim.time)
      } != nil
    if !isAnswered { try place.day.admit(byteCount: draft.original.byteCount, at: draft.createdAt, addition.limits) }
    let result = try take(draft, annotations, idempotency: claim)
    guard !isAnswered else { return result }
    try noteIntake(place.day.adding(byteCount: draft.original.byteCount, at: draft.createdAt), of: addition.link)
    if case .added(let record) = result { try put(record.id, at: place) }
    return result
  }

  private mutating func take(
    _ draft: PhotoDraft, _ annotations: RenderedAnnotations, idempotency claim: IdempotencyClaim?
  ) throws -> PhotoAddition {
    if let claim, let response = try idempotencyKeys.response(to: claim.key, at: claim.time) {
      guard response.fingerprint == claim.fingerprint else { throw WoofError.keyReused }
      try idempotencyKeys.keepAlias(of: claim, response)
      return .replayed(response)
    }
    if let existing = try photo(of: draft.owner.id, with: draft.original.digest) {
      if let claim { try idempotencyKeys.keep(claim, about: existing, isNew: false) }
      return .duplicate(existing)
    }
    guard !deletedAccounts.contains(draft.owner.id) else { throw WoofError.deletedAccount }
    guard try place(of: draft.id) == nil else { throw WoofError.takenPhotoID }
    try requireRoom(for: draft.original.byteCount, of: draft.owner.id, draft.standardQuota)
    let record = try insert(draft, annotations)
    if let claim { try idempotencyKeys.keep(claim, about: record, isNew: true) }
    return .added(record)
  }

  /// Changes or deletes a photo.
  ///
  /// - Throws: As ``WoofCore/PhotoCondition/check(_:)``; ``WoofModel/WoofError`` with the code `conflict` where the new owner
  ///   has the same bytes as another photo; ``SQLiteError``.
  mutating func updatePhoto(_ id: PhotoID, _ edit: PhotoEdit, if condition: PhotoCondition) throws -> PhotoRecord {
    let place = try place(of: id)
    let old = try condition.check(place.map { photos.record(at: $0) })
    guard edit.deletes || !isOnReserve else { throw WoofError.noRoomLeft }
    guard let place else { throw WoofError.noSuchPhoto }
    if let owner = edit.owner, owner.id != old.ownerID { try requireNoTwin(of: old, among: owner) }
    return try change(at: place, by: edit)
  }

  /// Changes or deletes a photo that is there.
  mutating func change(at place: Int, by edit: PhotoEdit) throws(SQLiteError) -> PhotoRecord {
    let old = photos.record(at: place)
    var new = old
    new.caption = edit.caption ?? old.caption
    new.visibility = edit.visibility ?? old.visibility
    new.ownerID = edit.owner?.id ?? old.ownerID
    new.ownerName = edit.owner?.name ?? old.ownerName
    new.isDeleted = edit.deletes
    new.isDeletedWithAccount = edit.deletes && edit.isOfDeletedAccount
    guard new != old else { return old }
    if favourites.arePending(at: place, in: photos) { try foldFavourites() }
    if new.isDeleted {
      new.favouriteCount = 0
      new.forgetDerivatives()
    }
    advance(&new, isMetadata: true)
    new.revision += 1
    if old.isListed, !new.isListed { (new.withdrawnSequence, new.withdrawnVersion) = (new.sequence, new.version) }
    let number = photos.number(at: place)
    if new.ownerID != old.ownerID { try moveOwner(of: &new, from: old.ownerID, number: number) }
    try write(new, number: number)
    if new.isDeleted {
      let restorer = edit.restorer == old.ownerID ? edit.restorer : nil
      try takeAway(new, favouriteCount: old.favouriteCount, number: number, restorer: restorer)
    }
    photos.update(new, at: place)
    note(new, insteadOf: old)
    return new
  }

  /// The photo that an account has with these bytes.
  mutating func photo(of owner: AccountID, with digest: Digest) throws(SQLiteError) -> PhotoRecord? {
    let id = try database[.photoOfBytes].first(owner, digest) { (columns) throws(SQLiteError) in
      try columns.next(PhotoID.self)
    }
    guard let id, let place = try place(of: id) else { return nil }
    return photos.record(at: place)
  }

  private mutating func insert(
    _ draft: PhotoDraft, _ annotations: RenderedAnnotations
  ) throws(SQLiteError) -> PhotoRecord {
    var record = PhotoRecord(
      id: draft.id, ownerID: draft.owner.id, ownerName: draft.owner.name, original: draft.original,
      caption: draft.caption, visibility: draft.visibility, createdAt: draft.createdAt, version: 0,
      fileName: draft.fileName)
    advance(&record, isMetadata: true)
    try database[.insertPhoto].run(
      record.id, record.ownerID, record.visibility, record.version, record.sequence, record.metadataSequence,
      record.moment, Int(AspectRatio(width: draft.original.width, height: draft.original.height).byte))
    let number = database.lastRowNumber
    let original = record.original
    try database[.insertDetail].run(
      number, original.digest, original.byteCount, original.type, original.width, original.height,
      NullableValue(original.takenAt), record.createdAt, record.caption, record.fileName ?? "")
    try addOriginal(of: record, number: number)
    try referToBlob(original.digest, original.byteCount)
    if let check = draft.checkValue { try note([original.digest: check]) }
    record.take(draft.derivatives)
    try writeDerivatives(of: draft, annotations, number: number, record: record)
    if order.note(record.id, createdAt: record.createdAt) { try order.keepLead(in: database) }
    _ = photos.insert(record, number: number)
    note(record, insteadOf: nil)
    return record
  }

  /// Writes a photo that has changed: all of its row, and of its details what people and their doings change.
  mutating func write(_ record: PhotoRecord, number: Int64) throws(SQLiteError) {
    try database[.updatePhoto].run(
      number, record.visibility, record.isDeleted, record.favouriteCount, record.version, record.sequence,
      record.metadataSequence, record.withdrawnSequence)
    try database[.updateDetail].run(
      number, record.caption, record.revision, record.isDeletedWithAccount, record.withdrawnVersion)
  }

  /// Notes that a photo is its owner's one with its bytes.
  func addOriginal(of record: PhotoRecord, number: Int64) throws(SQLiteError) {
    try database[.insertOriginal].run(record.ownerID, record.original.digest, number)
  }

  /// Notes that an account has no photo with these bytes any more.
  func removeOriginal(_ digest: Digest, of owner: AccountID) throws(SQLiteError) {
    try database[.removeOriginal].run(owner, digest)
  }

  /// Notes that a blob is needed once more.
  func referToBlob(_ digest: Digest, _ byteCount: Int64) throws(SQLiteError) {
    try database[.referToBlob].run(digest, byteCount)
  }

  /// Notes that a blob is needed once less.
  mutating func releaseBlob(_ digest: Digest) throws(SQLiteError) {
    try database[.releaseBlob].run(digest)
    leavesGarbage = true
  }
}

extension SQL {
  fileprivate static let insertPhoto = SQL(
    """
    INSERT INTO photo (id, owner, visibility, is_deleted, favourite_count, version, sequence, metadata_sequence,
      withdrawn_sequence, moment, ratio)
    VALUES (?1, ?2, ?3, 0, 0, ?4, ?5, ?6, 0, ?7, ?8)
    """)
  fileprivate static let insertDetail = SQL(
    """
    INSERT INTO photo_detail (photo, digest, byte_count, type, width, height, taken_at, created_at, caption, file_name)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
    """)
  fileprivate static let insertOriginal = SQL("INSERT INTO original (owner, digest, photo) VALUES (?1, ?2, ?3)")
  fileprivate static let referToBlob = SQL(
    """
    INSERT INTO blob (digest, byte_count, reference_count) VALUES (?1, ?2, 1)
    ON CONFLICT (digest) DO UPDATE SET reference_count = reference_count + 1
    """)
  fileprivate static let updatePhoto = SQL(
    """
    UPDATE photo SET visibility = ?2, is_deleted = ?3, favourite_count = ?4, version = ?5, sequence = ?6,
      metadata_sequence = ?7, withdrawn_sequence = ?8
    WHERE number = ?1
    """)
  fileprivate static let updateDetail = SQL(
    """
    UPDATE photo_detail SET caption = ?2, revision = ?3, is_deleted_with_account = ?4, withdrawn_version = ?5
    WHERE photo = ?1
      AND (caption, revision, is_deleted_with_account, withdrawn_version) IS NOT (?2, ?3, ?4, ?5)
    """)
  fileprivate static let removeOriginal = SQL("DELETE FROM original WHERE owner = ?1 AND digest = ?2")
  fileprivate static let releaseBlob = SQL(
    "UPDATE blob SET reference_count = reference_count - 1 WHERE digest = ?1")
}

extension WriteTransaction {
  /// Makes sure that an account may have a photo.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `conflict` where it has the same bytes as another photo, or has been
  ///   deleted; ``SQLiteError``.
  mutating func requireNoTwin(of record: PhotoRecord, among owner: Principal) throws {
    guard !deletedAccounts.contains(owner.id) else { throw WoofError.deletedAccount }
    guard let twin = try photo(of: owner.id, with: record.original.digest) else { return }
    throw WoofError.sameBytes(as: twin.id, of: owner.name)
  }

  /// Gives a photo to the owner that its record names. The account that had it hears that it is gone, unless it still
  /// sees the photo because that is public.
  func moveOwner(of record: inout PhotoRecord, from old: AccountID, number: Int64) throws(SQLiteError) {
    record.formerOwners[record.ownerID] = nil
    try database[.forgetFormerOwner].run(number, record.ownerID)
    if !record.access.allowsFinding(by: .account(old)) {
      record.formerOwners[old] = PhotoRecord.Loss(sequence: record.sequence, version: record.version)
      try database[.keepFormerOwner].run(number, old, record.sequence, record.version)
    }
    try removeOriginal(record.original.digest, of: old)
    try addOriginal(of: record, number: number)
    try database[.updateOwner].run(number, record.ownerID)
    // As if they were kept now: who finds photos by them within those of an account reads them anew.
    try database[.renewPartHashes].run(number)
  }
}

extension SQL {
  fileprivate static let updateOwner = SQL("UPDATE photo SET owner = ?2 WHERE number = ?1")
  fileprivate static let renewPartHashes = SQL(
    "INSERT OR REPLACE INTO part_hash (photo, hashes) SELECT photo, hashes FROM part_hash WHERE photo = ?1")
  fileprivate static let forgetFormerOwner = SQL("DELETE FROM former_owner WHERE photo = ?1 AND account = ?2")
  fileprivate static let keepFormerOwner = SQL(
    """
    INSERT INTO former_owner (photo, account, sequence, version) VALUES (?1, ?2, ?3, ?4)
    ON CONFLICT (photo, account) DO UPDATE SET sequence = excluded.sequence, version = excluded.version
    """)
}

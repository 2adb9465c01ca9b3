// SPDX-License-Identifier: Apache-2.0

public import WoofModel

/// The use cases of the service for photos, on any stores, transformers and clocks.
///
/// Everything may be called from any thread. Errors are ``WoofModel/WoofError``s that are fit to be answered.
public final class PhotoLibrary: Sendable {
  /// The parts that a library is made of.
  public struct Parts: Sendable {
    /// Keeps photos and favourites.
    public var records: any RecordStore
    /// Keeps the bytes.
    public var blobs: any BlobStore
    /// Tells what changed.
    public var changes: any ChangeLog
    /// Inspects what comes in.
    public var transformers: TransformerChain
    /// Threads for what blocks.
    public var workers: WorkerPool
    /// The source of the current time.
    public var time: any TimeSource
    /// The time by which lifetimes are counted that outlast the process.
    public var steadyTime: SteadyTime
    /// Names new photos.
    public var ids: PhotoIDGenerator
    /// Keeps what is deleted for a while; `nil` where nothing does.
    public var trash: (any TrashStore)?
    /// Has pictures looked at, and derives from them; `nil` where nothing does.
    public var pictures: PictureDerivation?

    /// Gathers the parts; a steady time that is not given starts now.
    public init(
      records: any RecordStore, blobs: any BlobStore, changes: any ChangeLog, transformers: TransformerChain,
      workers: WorkerPool, time: any TimeSource, ids: PhotoIDGenerator, trash: (any TrashStore)? = nil,
      pictures: PictureDerivation? = nil, steadyTime: SteadyTime? = nil
    ) {
      self.records = records
      self.blobs = blobs
      self.changes = changes
      self.transformers = transformers
      self.workers = workers
      self.time = time
      self.ids = ids
      self.trash = trash
      self.pictures = pictures
      self.steadyTime = steadyTime ?? SteadyTime(time)
    }
  }

  /// The limits on uploads, idempotency keys and accounts.
  public struct Limits: Hashable, Sendable {
    /// The maximum length of an original in bytes; 50 MB by default.
    public var originalByteCount: Int64
    /// The time for which an idempotency key is kept, in seconds; a day by default.
    public var idempotencySeconds: Int64
    /// The limits for each account that has none of its own; no limits by default.
    public var quota = AccountQuota()

    /// Makes limits.
    public init(originalByteCount: Int64 = 50_000_000, idempotencySeconds: Int64 = 86_400) {
      self.originalByteCount = originalByteCount
      self.idempotencySeconds = idempotencySeconds
    }
  }

  /// The stores, threads, clocks and other parts that the library works with.
  public let parts: Parts
  /// The limits on uploads, idempotency keys and accounts.
  public let limits: Limits

  let runningKeys = RunningKeys()

  /// Makes a library.
  public init(parts: Parts, limits: Limits = Limits()) {
    self.parts = parts
    self.limits = limits
  }
}

extension PhotoLibrary {
  /// The record of a photo that the reader may read.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` or `gone`.
  public func photo(_ id: PhotoID, for reader: Principal?) async throws -> PhotoRecord {
    try PhotoAccess.readable(try await parts.records.photo(id), by: reader)
  }

  /// Returns a page of the photos that a query selects, with the cursor of the next page.
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
    guard record.access.showsAnnotations(to: reader) else { return nil }
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
  /// The items of this part, in the order of the list.
  public var items: [Item]
  /// The cursor at which the next page starts; `nil` at the end.
  public var next: Cursor?

  /// Makes a page of up to `limit` of the items, of which one more than that was looked for.
  public init(_ found: [Item], limit: Int, cursor: (Item) -> Cursor) {
    items = Array(found.prefix(limit))
    next = found.count > limit ? items.last.map(cursor) : nil
  }
}

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

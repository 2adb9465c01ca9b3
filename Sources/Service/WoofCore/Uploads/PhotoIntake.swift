// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// Takes photos in: from the first byte of an upload to the durable record, once for each idempotency key.
///
/// Everything may be called from any thread. Errors are ``WoofModel/WoofError``s that are fit for a response.
package final class PhotoIntake: Sendable {
  /// The stores, transformers, threads and clocks that an intake uses.
  package struct Parts: Sendable {
    /// Keeps photos, and responses under idempotency keys.
    package var records: any RecordStore
    /// Keeps the bytes.
    package var blobs: any BlobStore
    /// Inspects what comes in.
    package var transformers: TransformerChain
    /// Threads for what blocks.
    package var workers: WorkerPool
    /// The source of the current time.
    package var time: any TimeSource
    /// Names new photos.
    package var ids: PhotoIDGenerator
    /// Has pictures looked at, and derives from them; `nil` where nothing does.
    package var pictures: PictureDerivation?
    /// The idempotency keys that are being worked on: those of this process, or of all nodes.
    package var runningKeys: any RunningIdempotencyKeys

    /// Gathers the parts.
    package init(
      records: any RecordStore, blobs: any BlobStore, transformers: TransformerChain, workers: WorkerPool,
      time: any TimeSource, ids: PhotoIDGenerator, pictures: PictureDerivation? = nil,
      runningKeys: any RunningIdempotencyKeys = LocalIdempotencyKeys()
    ) {
      self.records = records
      self.blobs = blobs
      self.transformers = transformers
      self.workers = workers
      self.time = time
      self.ids = ids
      self.pictures = pictures
      self.runningKeys = runningKeys
    }
  }

  /// The limits on photos, idempotency keys and accounts.
  package struct Limits: Hashable, Sendable {
    /// The maximum length of an original in bytes; 50 MB by default.
    package var originalByteCount: Int64
    /// The time for which an idempotency key is kept, in seconds; a day by default.
    package var idempotencySeconds: Int64
    /// The limits for each account that has none of its own; no limits by default.
    package var quota = AccountQuota()

    /// Makes limits.
    package init(originalByteCount: Int64 = 50_000_000, idempotencySeconds: Int64 = 86_400) {
      self.originalByteCount = originalByteCount
      self.idempotencySeconds = idempotencySeconds
    }
  }

  /// The limits on photos, idempotency keys and accounts.
  package let limits: Limits
  private let parts: Parts

  /// Makes an intake.
  package init(parts: Parts, limits: Limits = Limits()) {
    self.parts = parts
    self.limits = limits
  }

  /// Starts to take a photo in.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` or `insufficient-storage`.
  package func beginUpload(by owner: Principal) async throws -> PhotoUpload {
    try upload(by: owner, into: try await makeSpool())
  }

  /// Takes a photo in whose bytes go to a spool that there is already.
  func upload(by owner: Principal, into spool: any BlobSpool) throws -> PhotoUpload {
    try PhotoUpload(for: self, owner: owner, spool: spool, inspection: parts.transformers.makeInspection())
  }

  /// Opens a place for bytes of which it is not known yet whether they count.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` or `insufficient-storage`.
  package func makeSpool() async throws -> any BlobSpool {
    let blobs = parts.blobs
    return try await parts.workers.run { try blobs.makeSpool() }
  }

  /// The response that is kept under an idempotency key, and its photo as it is by now; `nil` where none is, or its time
  /// is over.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` or `unavailable`.
  package func outcome(
    keptUnder key: IdempotencyKey
  ) async throws -> (response: StoredResponse, photo: PhotoRecord?)? {
    guard let response = try await parts.records.storedResponse(to: key, at: parts.time.now()) else { return nil }
    return (response, try await parts.records.photo(response.photo))
  }

  /// Returns `true` if an account has a photo with these bytes, as far as the store can tell: it looks at up to 100
  /// photos with these bytes. Returns `false` if nothing is derived from photos.
  package func hasPhoto(of owner: Principal, with digest: Digest) async throws -> Bool {
    guard let pictures = parts.pictures else { return false }
    // Others may own most of the photos with these bytes.
    for id in try await pictures.derivations.photos(ofOriginal: digest, knownTo: owner.id, limit: 100) {
      if try await parts.records.photo(id)?.ownerID == owner.id { return true }
    }
    return false
  }
}

// MARK: The end of an upload

extension PhotoIntake {
  /// Adds a photo whose bytes have all come: has its picture looked at, makes the bytes durable, and writes the record.
  ///
  /// - Parameter upload: The second key under which the response is kept: that of an upload in parts.
  func takeIn(
    _ photo: ReceivedPhoto, _ details: PhotoUpload.Details, of upload: IdempotencyClaim.Alias?
  ) async throws -> PhotoAddition {
    var draft = PhotoDraft(
      id: parts.ids.next(), owner: photo.owner, original: photo.original, caption: details.caption,
      visibility: details.visibility, createdAt: parts.time.now(), fileName: details.fileName,
      annotations: photo.annotations)
    draft.checkValue = photo.checkValue
    draft.standardQuota = limits.quota
    draft.ticket = details.ticket
    draft.guest = details.guest
    let claim = makeClaim(for: draft, details, upload)
    guard let claim else { return try await add(draft, from: photo.spool, idempotency: nil) }
    return try await parts.runningKeys.claim(claim.key) {
      try await add(draft, from: photo.spool, idempotency: claim)
    }
  }

  /// Makes the claim that keeps the response under the client's key, and under that of an upload in parts.
  ///
  /// - Returns: `nil` if the request has neither key.
  private func makeClaim(
    for draft: PhotoDraft, _ details: PhotoUpload.Details, _ upload: IdempotencyClaim.Alias?
  ) -> IdempotencyClaim? {
    let own = details.idempotencyKey.map { text in
      IdempotencyClaim.Alias(
        key: IdempotencyKey(account: draft.owner.id, text: text),
        expiresAt: draft.createdAt.advanced(bySeconds: limits.idempotencySeconds))
    }
    guard let first = own ?? upload else { return nil }
    return IdempotencyClaim(
      key: first.key, fingerprint: details.fingerprint(of: draft.original.digest), time: draft.createdAt,
      expiresAt: first.expiresAt, alias: own == nil ? nil : upload)
  }

  private func add(
    _ draft: PhotoDraft, from spool: any BlobSpool, idempotency: IdempotencyClaim?
  ) async throws -> PhotoAddition {
    var draft = draft
    let variantHolds = try await parts.pictures?.examine(spool, of: &draft) ?? []
    let digest = draft.original.digest
    let hold = try await parts.workers.run { try spool.place(as: digest) }
    let addition = try await ([hold] + variantHolds).secured {
      try await parts.records.addPhoto(draft, idempotency: idempotency)
    }
    if draft.awaitsDerivation || draft.isUnseen { parts.pictures?.tellQueue() }
    return addition
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
package import WoofCryptography
package import WoofModel

/// All uploads that may be resumed.
///
/// The received bytes of an upload are kept until it is complete, cancelled or too old. For a complete upload, the record
/// store keeps the photo that it became until the upload would be too old. A client that missed the response can thus
/// still get it, even after a restart.
package final class ResumableUploads: Sendable {
  private struct State {
    var ledger: UploadLedger
    var uploads: [UploadID: ResumableUpload] = [:]
    var counts = ResumableUploadCounts()
  }

  /// The limits on the number, the size and the lifetime of uploads.
  package let limits: ResumableUploadLimits
  let intake: PhotoIntake
  let store: any UploadStore
  let workers: WorkerPool
  let time: SteadyTime
  /// The stores of uploads that go on at any node; `nil` for uploads of this node alone.
  let shared: SharedUploads?
  private let random: any RandomSource
  private let state: Mutex<State>

  /// Finds the uploads that there are. Blocks.
  ///
  /// - Parameters:
  ///   - intake: Takes the photos in that uploads become.
  ///   - store: Keeps the uploads.
  ///   - workers: Threads for what blocks.
  ///   - time: The time by which uploads grow too old.
  ///   - limits: The limits on the number, the size and the lifetime of uploads.
  ///   - random: The source of the ids of uploads; the system's by default.
  ///   - shared: The stores of uploads that go on at any node; `nil`, the default, for uploads of this node alone.
  /// - Throws: ``WoofModel/WoofError`` with the code `internal`.
  package init(
    intake: PhotoIntake, store: any UploadStore, workers: WorkerPool, time: SteadyTime, limits: ResumableUploadLimits,
    random: any RandomSource = SystemRandomSource(), shared: SharedUploads? = nil
  ) throws {
    self.random = random
    self.shared = shared
    self.intake = intake
    self.store = store
    self.workers = workers
    self.time = time
    self.limits = limits
    state = Mutex(State(ledger: UploadLedger(limits: limits)))
    for stored in try store.storedUploads() {
      guard let note = UploadNote(stored.note), stored.byteCount <= note.length ?? .max else {
        try store.removeUpload(stored.id)
        continue
      }
      let upload = ResumableUpload(stored.id, note: note, byteCount: stored.byteCount, in: self)
      state.withLock { state in
        state.ledger.restore(stored.id, entry(of: note))
        state.uploads[stored.id] = upload
      }
    }
  }

  /// The maximum number of bytes of a photo.
  package var photoByteLimit: Int64 { intake.limits.originalByteCount }

  /// The maximum number of bytes in one request.
  package var appendByteCount: Int64 { limits.appendByteCount ?? photoByteLimit }

  /// The error for a request that brings more bytes than ``appendByteCount``.
  package var appendTooLarge: WoofError {
    WoofError(
      .payloadTooLarge, "One request brings at most \(appendByteCount) bytes of an upload: send it in parts.",
      details: ["appendLimit": .integer(appendByteCount), "limit": .integer(appendByteCount)])
  }

  /// The counts of resumable uploads so far, and of those that are open now.
  package var counts: ResumableUploadCounts {
    state.withLock { state in
      var counts = state.counts
      let open = state.ledger.open
      counts.openCount = open.count
      counts.reservedByteCount = open.values.reduce(0) { $0 + $1.reservation }
      return counts
    }
  }

  /// Begins an upload. One of the same account and idempotency key that an earlier request began goes; one of a later
  /// request stays, as the client of this one has given up and knows that one only.
  ///
  /// - Parameters:
  ///   - length: The number of bytes that it will have; `nil` where that is not known.
  ///   - countLimit: The most uploads that the account may have under way; `nil` for as many as any.
  ///   - receivedAt: The time at which the request came, in nanoseconds of the server's monotonic clock; by default after
  ///     all others.
  ///   - isPart: `true` if it is a part of a photo, which others are joined with; it is a whole one by default.
  ///   - metadata: The `Upload-Metadata` of the request, which is kept for its client; none by default.
  /// - Throws: ``WoofModel/WoofError`` with the code `too-many-requests` where all accounts together have too many,
  ///   `payload-too-large` or `insufficient-storage` where the account has, `conflict` where the same upload is being
  ///   completed at this moment or was begun again by a later request, or `internal`; ``UploadRefusal/gone`` where it was
  ///   cancelled meanwhile.
  package func make(
    _ details: PhotoUpload.Details, length: Int64?, by owner: Principal, countLimit: Int64? = nil,
    receivedAt: Int64 = .max, isPart: Bool = false, metadata: String? = nil
  ) async throws -> ResumableUpload {
    var note = UploadNote(
      owner: owner.id, details: details, length: length, createdAt: time.now())
    (note.isPart, note.metadata) = (isPart, metadata)
    let upload = ResumableUpload(UploadID(random: random), note: note, byteCount: 0, in: self)
    if let shared { try await admit(upload, countLimit, receivedAt, in: shared) }
    let replaced = shared == nil ? try admit(upload, countLimit, receivedAt) : nil
    do {
      try await workers.run {
        if let replaced { self.discard(replaced) }
        try upload.create(by: owner)
      }
    } catch {
      await remove(upload)
      _ = try? await shared?.remove(upload.id)
      throw error
    }
    return upload
  }

  /// The upload of an address.
  ///
  /// - Parameter ticket: The ticket with which it was begun; by default it may be any of the account.
  /// - Throws: ``UploadRefusal/gone`` where there is none, or it is somebody else's or another ticket's;
  ///   ``WoofModel/WoofError`` with the code `unavailable` or `internal` where nodes share it.
  package func upload(
    _ id: UploadID, of owner: Principal, ticket: UploadTicketID? = nil
  ) async throws -> ResumableUpload {
    if let shared { return try await find(id, of: owner, ticket: ticket, in: shared) }
    let now = time.now()
    let upload = state.withLock { state -> ResumableUpload? in
      guard let entry = state.ledger.entries[id], state.ledger.secondsLeft(of: entry, at: now) > 0 else { return nil }
      return state.uploads[id]
    }
    guard let upload, upload.note.owner == owner.id, ticket == nil || upload.note.details.ticket == ticket else {
      throw UploadRefusal.gone
    }
    return upload
  }

  /// Returns a complete upload on which nobody works any more, with the response that is kept for it.
  ///
  /// - Returns: `nil` if there is no such upload, if it is somebody else's, or if it would be too old.
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` or `unavailable`.
  package func completedUpload(_ id: UploadID, of owner: Principal) async throws -> CompletedUpload? {
    guard let outcome = try await intake.outcome(keptUnder: IdempotencyKey(of: id, account: owner.id)),
      let photo = outcome.photo
    else { return nil }
    return CompletedUpload(response: outcome.response, byteCount: photo.original.byteCount)
  }

  /// The key under which the outcome of an upload is kept, and the time until which it is.
  func completionKey(of upload: ResumableUpload) -> IdempotencyClaim.Alias {
    IdempotencyClaim.Alias(
      key: IdempotencyKey(of: upload.id, account: upload.note.owner), expiresAt: upload.expiresAt)
  }

  /// Counts a request that goes on with an upload.
  package func noteResumption() { state.withLock { $0.counts.resumedCount += 1 } }

  /// Gives an upload up.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `conflict` where a photo is being made of it at this moment; `unavailable` or
  ///   `internal` where nodes share it.
  package func cancel(_ upload: ResumableUpload) async throws {
    if let shared, try await !shared.remove(upload.id) { throw Self.isBeingCompleted }
    try state.withLock { state in
      guard !state.ledger.isBeingCompleted(upload.id) else { throw Self.isBeingCompleted }
      state.counts.cancelledCount += 1
    }
    await remove(upload)
  }

  /// The tickets of which uploads are under way.
  package var tickets: Set<UploadTicketID> {
    state.withLock { state in Set(state.ledger.open.keys.compactMap { state.uploads[$0]?.note.details.ticket }) }
  }

  /// Gives up what is under way of a ticket that is not there any more. If a photo is being made of it at this moment, that
  /// goes its way, and is refused where the ticket went first.
  package func cancel(of ticket: UploadTicketID) async {
    let uploads = state.withLock { state in
      let uploads = state.ledger.open.keys.compactMap { state.uploads[$0] }
        .filter { $0.note.details.ticket == ticket }
      state.counts.cancelledCount += uploads.count
      return uploads
    }
    for upload in uploads { await remove(upload) }
  }

  /// Gives up what is under way under the idempotency key of an upload that has become a photo. Its client is told of that
  /// photo, and need not have heard of another address.
  package func cancel(like details: PhotoUpload.Details, by owner: Principal) async {
    guard let key = details.idempotencyKey else { return }
    if let shared {
      let open = (try? await open(of: owner.id, in: shared)) ?? []
      for (upload, note) in open where note.details.idempotencyKey == key { _ = try? await shared.remove(upload.id) }
    }
    let upload = state.withLock { state -> ResumableUpload? in
      guard let same = state.ledger.entry(under: key, of: owner.id), !same.value.isComplete else { return nil }
      state.counts.cancelledCount += 1
      return state.uploads[same.key]
    }
    if let upload { await remove(upload) }
  }

  /// Removes the uploads whose time is over.
  package func sweep() async {
    let now = time.now()
    let expired = state.withLock { state in
      let ids = state.ledger.expired(at: now)
      state.counts.expiredCount += ids.count { state.ledger.entries[$0]?.isComplete == false }
      return ids.compactMap { state.uploads[$0] }
    }
    for upload in expired { await remove(upload) }
    if shared != nil { await forgetStale(state.withLock { Array($0.uploads.values) }) }
  }

  /// Notes that a request with an upload failed: the upload waits for another one, or goes where none can go on with it.
  package func pause(_ upload: ResumableUpload) async {
    if await upload.pause() { return await remove(upload) }
    guard let sharing = upload.sharing else { return }
    // What came may be all that its client ever sends to this node.
    _ = try? await sharing.acknowledge(upload)
    _ = await upload.pause()
  }

  /// Removes an upload with all that came of it, unless another node goes on with it.
  func remove(_ upload: ResumableUpload) async {
    forget(upload.id)
    try? await workers.run { self.discard(upload) }
    await upload.sharing?.remove()
  }

  /// All of an upload has come.
  func isComplete(_ upload: ResumableUpload) { state.withLock { $0.ledger.complete(upload.id) } }

  /// The photo has been made of an upload.
  func finished(_ upload: ResumableUpload) async {
    state.withLock { $0.counts.completedCount += 1 }
    forget(upload.id)
    await upload.sharing?.remove()
    // What cannot be removed is removed by the next start.
    try? await workers.run { try self.store.removeUpload(upload.id) }
  }

  /// No photo can be made at this moment of an upload that nodes share: its bytes are kept, and whoever comes again goes on, on
  /// whatever node.
  func leave(_ upload: ResumableUpload) async {
    forget(upload.id)
    try? await workers.run { try self.store.removeUpload(upload.id) }
    await upload.sharing?.release()
  }

  /// No photo can be made of an upload.
  func failed(_ upload: ResumableUpload) async {
    forget(upload.id)
    await upload.sharing?.remove()
    try? await workers.run { try self.store.removeUpload(upload.id) }
  }

  func secondsLeft(of id: UploadID) -> Int64 {
    let now = time.now()
    return state.withLock { state in
      state.ledger.entries[id].map { state.ledger.secondsLeft(of: $0, at: now) } ?? 0
    }
  }

  /// Returns the number of an account's uploads that have not been received completely.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable` or `internal` where nodes share them.
  package func openCount(of account: AccountID) async throws -> Int {
    if let shared { return try await open(of: account, in: shared).count }
    return state.withLock { $0.ledger.openCount(of: account) }
  }

  /// The uploads of an account that can be gone on with, also those that are complete.
  func uploads(of owner: Principal) -> [ResumableUpload] {
    let now = time.now()
    return state.withLock { state in
      state.uploads.values.filter { upload in
        guard upload.note.owner == owner.id, let entry = state.ledger.entries[upload.id] else { return false }
        return state.ledger.secondsLeft(of: entry, at: now) > 0
      }
    }
  }

  private func admit(
    _ upload: ResumableUpload, _ countLimit: Int64?, _ receivedAt: Int64
  ) throws -> ResumableUpload? {
    try state.withLock { state in
      var entry = entry(of: upload.note)
      entry.receivedAt = receivedAt
      switch state.ledger.admit(upload.id, entry, countLimit: countLimit) {
      case .taken(let replaced):
        state.counts.createdCount += 1
        state.uploads[upload.id] = upload
        return replaced.flatMap { state.uploads.removeValue(forKey: $0) }
      case .isBeingCompleted:
        throw Self.isBeingCompleted
      case .isOutdated:
        throw Self.isOutdated
      case .refused(let refusal):
        state.counts.refusedCount += 1
        throw Self.error(of: refusal, for: entry.reservation)
      }
    }
  }

  static func error(of refusal: UploadLedger.Refusal, for reservation: Int64) -> WoofError {
    switch refusal.limit {
    case .uploads:
      WoofError(
        .tooManyRequests, "Too many uploads are under way; complete or cancel some, or try again later.",
        details: ["limitName": "uploads"], retryAfter: 60)
    case .uploadsPerAccount:
      .full(
        "uploads", refusal.value, refusal.used,
        "The account has \(refusal.used) uploads under way of \(refusal.value) that it may have; complete or cancel some"
      )
    case .bytesPerAccount where reservation > refusal.value:
      .tooLarge("uploadBytes", refusal.value, refusal.used)
    case .bytesPerAccount:
      .full(
        "uploadBytes", refusal.value, refusal.used,
        "The uploads that the account has under way may have \(refusal.value) bytes; complete or cancel some")
    }
  }

  private func entry(of note: UploadNote) -> UploadLedger.Entry {
    UploadLedger.Entry(
      owner: note.owner, idempotencyKey: note.details.idempotencyKey,
      reservation: note.length ?? photoByteLimit, createdAt: note.createdAt)
  }

  func forget(_ id: UploadID) {
    state.withLock { state in
      state.ledger.remove(id)
      state.uploads[id] = nil
    }
  }

  /// Remembers an upload that nodes share.
  ///
  /// - Returns: The one that is remembered, where there is one already.
  @discardableResult
  func hold(_ upload: ResumableUpload) -> ResumableUpload {
    state.withLock { state in
      if let known = state.uploads[upload.id] { return known }
      state.ledger.restore(upload.id, entry(of: upload.note))
      state.uploads[upload.id] = upload
      return upload
    }
  }

  func noteCreation() { state.withLock { $0.counts.createdCount += 1 } }

  func noteRefusal() { state.withLock { $0.counts.refusedCount += 1 } }

  private func discard(_ upload: ResumableUpload) {
    guard upload.cancel() else { return }
    // What cannot be removed is removed by the next start, or when its time is over.
    try? store.removeUpload(upload.id)
  }

  static var isBeingCompleted: WoofError {
    WoofError(.conflict, "The same upload is being completed at this moment.", retryAfter: 1)
  }

  static var isOutdated: WoofError {
    WoofError(.conflict, "The same upload was begun again by a later request; go on with that one.")
  }
}

/// An upload in parts that became a photo.
package struct CompletedUpload: Hashable, Sendable {
  /// The kept part of the response to the request that completed the upload.
  package var response: StoredResponse
  /// The number of bytes in the upload.
  package var byteCount: Int64

  /// The state of the upload, complete with all its bytes, which decides about requests that want to append.
  package var state: UploadState { UploadState(completedWith: byteCount) }
}

/// The counts of resumable uploads since the service started, and of those that are open now.
package struct ResumableUploadCounts: Hashable, Sendable {
  /// The number of uploads that are not complete.
  package var openCount = 0
  /// The number of bytes reserved for these uploads: their lengths, or the limit for originals if one is not known.
  package var reservedByteCount: Int64 = 0
  /// The number of uploads begun.
  package var createdCount = 0
  /// The number of requests that continued an upload.
  package var resumedCount = 0
  /// The number of uploads that became photos.
  package var completedCount = 0
  /// The number of uploads that were cancelled.
  package var cancelledCount = 0
  /// The number of uploads removed incomplete at the end of their lifetime.
  package var expiredCount = 0
  /// The number of uploads refused because of a limit.
  package var refusedCount = 0
}

// SPDX-License-Identifier: Apache-2.0

package import WoofCryptography

extension ResumableUploads {
  /// Takes uploads in that go on at any node of a service.
  ///
  /// - Parameters:
  ///   - shared: Keeps the uploads.
  ///   - blobs: Makes the spools in which bytes lie on this node.
  ///   - intake: Takes the photos in that uploads become.
  ///   - workers: Threads for what blocks.
  ///   - time: The time by which uploads grow too old.
  ///   - limits: The limits on the number, the size and the lifetime of uploads.
  ///   - random: The source of the ids of uploads.
  package convenience init(
    _ shared: SharedUploads, _ blobs: any BlobStore, intake: PhotoIntake, workers: WorkerPool, time: SteadyTime,
    limits: ResumableUploadLimits, random: any RandomSource
  ) throws {
    try self.init(
      intake: intake, store: TransientUploadStore(blobs: blobs), workers: workers, time: time, limits: limits,
      random: random, shared: shared)
  }

  /// Begins an upload in the ledger of all nodes.
  func admit(
    _ upload: ResumableUpload, _ countLimit: Int64?, _ receivedAt: Int64, in shared: SharedUploads
  ) async throws {
    let note = upload.note
    var beginning = SharedUploadBeginning(
      upload.id, of: note.owner, note: try note.encoded(), length: note.length,
      reservation: note.length ?? photoByteLimit)
    (beginning.idempotencyKey, beginning.ticket) = (note.details.idempotencyKey, note.details.ticket)
    beginning.age = max(0, time.monotonicNanoseconds() - min(receivedAt, time.monotonicNanoseconds())) / 1000
    switch try await shared.ledger.admit(beginning, limits, countLimit: countLimit) {
    case .taken(let garbage):
      hold(upload)
      noteCreation()
      try? await shared.parts.remove(garbage)
    case .isBeingCompleted: throw Self.isBeingCompleted
    case .isOutdated: throw Self.isOutdated
    case .refused(let refusal):
      noteRefusal()
      throw Self.error(of: refusal, for: beginning.reservation)
    }
  }

  /// The upload of an address, whatever node has begun it.
  func find(
    _ id: UploadID, of owner: Principal, ticket: UploadTicketID?, in shared: SharedUploads
  ) async throws -> ResumableUpload {
    guard let found = try await shared.ledger.upload(id) else {
      forget(id)
      throw UploadRefusal.gone
    }
    guard found.account == owner.id, ticket == nil || found.ticket == ticket, let note = UploadNote(found.note) else {
      throw UploadRefusal.gone
    }
    return hold(ResumableUpload(id, note: note, byteCount: found.byteCount, in: self, isNew: false))
  }

  /// Forgets what other nodes have gone on with, or brought to an end.
  func forgetStale(_ uploads: [ResumableUpload]) async {
    for upload in uploads {
      if let isStale = try? await upload.sharing?.isStale(), isStale { forget(upload.id) }
    }
  }

  /// The uploads of an account by the ledger of all nodes, of which not all has come.
  func open(of account: AccountID, in shared: SharedUploads) async throws -> [(upload: SharedUpload, note: UploadNote)]
  {
    try await shared.ledger.uploads(of: account).compactMap { upload in
      guard !upload.isComplete, let note = UploadNote(upload.note) else { return nil }
      return (upload, note)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// Takes the bytes of one request into an upload that may be resumed.
struct UploadReception: Sendable {
  let uploads: ResumableUploads
  let intake: PhotoIntake
  let pump: BodyPump
  let request: HTTPRequest
  let owner: Principal
  /// The digests announced for the bytes of this request.
  let content: AnnouncedDigests
  /// Returns the fields of the response to a request that stopped in the middle, so that its client can go on; those of one
  /// that began the upload have its address.
  let fieldsOfFailure: @Sendable (_ position: ResumableUpload.Position, _ isBeginning: Bool) -> HTTPFields
  /// Tells the client how many bytes are on the disk, while others come; `nil`, the default, where clients expect nothing.
  var tell: (@Sendable (Int64) -> Void)?

  /// Takes what the request brings.
  ///
  /// - Parameter onBegin: Called once the request has its turn, so that a request of a client that goes on from what it
  ///   hears then comes later; by default nothing is done.
  /// - Returns: The position of the upload then, which is on the disk.
  /// - Throws: ``WoofCore/UploadRefusal``, ``WoofModel/WoofError``.
  func receive(
    _ append: UploadAppend, into upload: ResumableUpload, onBegin: () -> Void = {}
  ) async throws -> ResumableUpload.Position? {
    do {
      let beginning = try await upload.begin(append, by: owner)
      onBegin()
      guard case .receive(let turn) = beginning else { return nil }
      do {
        try await take(turn, into: upload)
      } catch let error as WoofError where error.code == .requestTimeout || error.code == .digestMismatch {
        throw try await failure(error, of: turn, in: upload)
      }
      return try await upload.end(turn, isComplete: append.isComplete)
    } catch {
      // What merely broke off can be gone on with.
      await uploads.pause(upload)
      throw error
    }
  }

  private func take(_ turn: UploadState.Turn, into upload: ResumableUpload) async throws {
    if let check = try DigestCheck(content) { return try await take(turn, into: upload, check) }
    let keep: BodyPump.Step = { if let offset = try await upload.acknowledgeElsewhere() { tell?(offset) } }
    try await pump(request.body, after: upload.isShared ? keep : nil) { bytes in
      let count = try upload.write(bytes, in: turn)
      guard let tell, !upload.isShared, count >= uploads.limits.progressByteCount else { return }
      tell(try upload.acknowledge())
    }
  }

  /// Takes bytes that count only when all have come with the digest that was announced for them: until then they wait in
  /// the spool, and the upload stays where it is, whatever becomes of the request or the service.
  private func take(
    _ turn: UploadState.Turn, into upload: ResumableUpload, _ check: DigestCheck
  ) async throws {
    let spool = try await intake.makeSpool()
    let count = Atomic<Int64>(0)
    try await pump(request.body) { bytes in
      let (_, total) = count.add(Int64(bytes.byteCount), ordering: .relaxed)
      try upload.allow(total, in: turn)
      check.update(bytes)
      try spool.append(bytes)
    }
    try await pump.workers.run {
      try check.finish()
      try BlobReader.forEachPart(of: try spool.open()) { _ = try upload.write($0, in: turn) }
    }
  }

  /// Suspends the upload and returns the response to the failed request, with the position from which the client can go
  /// on.
  private func failure(
    _ error: WoofError, of turn: UploadState.Turn, in upload: ResumableUpload
  ) async throws -> FailedResponse {
    let position = try await upload.suspend(turn)
    return FailedResponse(error, fieldsOfFailure(position, turn.start == 0))
  }
}

/// Moves the body of a request from the loop to where its bytes are worked on.
struct BodyPump: Sendable {
  /// Threads for what blocks.
  let workers: WorkerPool

  /// A step between two pieces of a body.
  typealias Step = @Sendable () async throws -> Void

  /// Hands every piece of a body to `consume`, on the workers, one after the other.
  ///
  /// - Parameter step: Done after each piece, before the next one is taken; `nil`, the default, for nothing.
  /// - Throws: ``WoofModel/WoofError`` where the body breaks off or breaks the rules, and what `consume` throws.
  func callAsFunction(
    _ body: any HTTPRequestBody, after step: Step? = nil, _ consume: @escaping @Sendable (RawSpan) throws -> Void
  ) async throws {
    do {
      let run: @Sendable (@escaping @Sendable () throws -> Void) async throws -> Void = { work in
        try await workers.run(work)
        try await step?()
      }
      try await body.forEachChunk(on: run, consume)
    } catch let error as HTTPBodyError {
      throw ProblemDocument.error(of: error)
    }
  }

  /// Hands every piece of a body to `consume` that may have no more than so many bytes.
  ///
  /// - Parameter refusal: Makes the error for a number of bytes that is too large.
  /// - Throws: As ``callAsFunction(_:_:)``, and `refusal`.
  func callAsFunction(
    _ body: any HTTPRequestBody, upTo limit: Int64, orThrow refusal: @escaping @Sendable (Int64) -> WoofError,
    _ consume: @escaping @Sendable (RawSpan) throws -> Void
  ) async throws {
    let count = Atomic<Int64>(0)
    try await self(body) { bytes in
      let (_, total) = count.add(Int64(bytes.byteCount), ordering: .relaxed)
      guard total <= limit else { throw refusal(total) }
      try consume(bytes)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import WoofModel

/// This node's part in an upload that nodes share: whose turn it is, and how far its bytes are kept.
///
/// Steps are taken one after the other, each to its end whatever becomes of its request. No request begins to write but in such
/// a step, and each step that begins one ends the others; so what is told of a position is what is kept.
actor SharedUploadProgress {
  private let id: UploadID
  private let stores: SharedUploads
  /// The latest turn that this node had; `nil` before the first.
  private var turn: SharedUploadTurn?
  /// `true` if the bytes that lie on this node begin with those of the turn.
  private var hasBytes: Bool
  private var last: Task<Void, Never>?

  /// - Parameter isNew: `true` if this node has begun it, so that its bytes are none.
  init(of id: UploadID, in stores: SharedUploads, isNew: Bool) {
    (self.id, self.stores, hasBytes) = (id, stores, isNew)
  }

  /// Begins a turn, in which a request is to write.
  func begin(
    _ upload: ResumableUpload, _ append: UploadAppend, by owner: Principal
  ) async throws -> UploadState.Beginning {
    try await inOrder {
      try await self.adopt(upload, for: owner)
      return try await upload.beginHere(append, by: owner)
    }
  }

  /// Begins a turn, in which nobody writes.
  func position(of upload: ResumableUpload, for owner: Principal) async throws -> ResumableUpload.Position {
    try await inOrder {
      try await self.adopt(upload, for: owner)
      return try await upload.positionHere(for: owner)
    }
  }

  /// Brings the bytes of an upload here, all of them.
  func load(_ upload: ResumableUpload, for owner: Principal) async throws {
    try await inOrder { try await self.adopt(upload, for: owner) }
  }

  /// Keeps what has come.
  func acknowledge(_ upload: ResumableUpload) async throws -> Int64 {
    try await inOrder {
      try await self.keep(upload)
      return try await upload.acknowledgeHere()
    }
  }

  /// Ends a request's bytes.
  func end(
    _ upload: ResumableUpload, _ request: UploadState.Turn, isComplete: Bool?
  ) async throws -> ResumableUpload.Position {
    try await inOrder {
      let ending = try await upload.ending(request, isComplete: isComplete)
      try await self.keep(upload)
      if ending == .complete { try await self.complete() }
      return try await upload.endHere(request, isComplete: isComplete)
    }
  }

  /// Ends the turn of a request that has stopped.
  func suspend(_ upload: ResumableUpload, _ request: UploadState.Turn) async throws -> ResumableUpload.Position {
    try await inOrder {
      let position = try await upload.suspendHere(request)
      try await self.keep(upload)
      return position
    }
  }

  /// Notes every so often that this node makes a photo of the upload, until the task is cancelled.
  func keepCompleting() async {
    while (try? await Task.sleep(for: .seconds(40))) != nil { try? await inOrder { try await self.complete() } }
  }

  /// Lets any node make the photo, as this one could not. What cannot be said now is so when its time is over.
  func release() async {
    try? await inOrder { try await self.turn?.release() }
  }

  /// Removes the upload, unless another node goes on with it. What cannot be removed now goes when its time is over.
  func remove() async {
    try? await inOrder { try await self.turn?.remove() }
  }

  /// Returns `true` if what lies on this node is of no use, as another node has gone on, or the upload is over.
  func isStale() async throws -> Bool {
    try await inOrder { try await self.isBehind() }
  }

  private func isBehind() async throws -> Bool {
    guard let upload = try await stores.ledger.upload(id) else { return true }
    return upload.turn > turn?.upload.turn ?? 0
  }

  private func adopt(_ upload: ResumableUpload, for owner: Principal) async throws {
    // Of one that is complete, the photo is made here.
    guard try await upload.interrupt() else { return }
    let next = try await SharedUploadTurn(of: id, stores.ledger, stores.parts)
    let isNext = (turn?.upload.turn ?? 0) + 1 == next.upload.turn
    let goesOn = hasBytes && isNext && (turn?.upload.byteCount ?? 0) == next.upload.byteCount
    (turn, hasBytes) = (next, false)
    if !goesOn { try await upload.restore(next, by: owner) }
    hasBytes = true
    try await keep(upload)
  }

  /// Keeps the bytes that lie on this node only.
  private func keep(_ upload: ResumableUpload) async throws {
    guard hasBytes, var next = turn else { throw UploadRefusal.superseded }
    // A number that was used stays so.
    defer { turn = next }
    while let (bytes, length) = try await upload.bytes(
      from: next.upload.byteCount, limit: SharedUploadTurn.partByteCount)
    {
      try await next.append(bytes, length: length)
    }
  }

  private func complete() async throws {
    guard var next = turn else { throw UploadRefusal.superseded }
    try await next.complete()
    turn = next
  }

  private func inOrder<Result: Sendable>(
    _ step: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let previous = last
    let task = Task {
      await previous?.value
      return try await step()
    }
    last = Task { _ = await task.result }
    return try await task.value
  }
}

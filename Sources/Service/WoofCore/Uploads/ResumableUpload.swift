// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
package import WoofModel

/// An upload that may come in several requests, and outlives connections and restarts of the service.
///
/// May be used from anywhere; of requests that overlap, the latest one goes on (``UploadState``).
package final class ResumableUpload: Sendable {
  private struct Guarded {
    var state: UploadState
    /// Open, with the digest and the inspection of the bytes so far, as long as this process has seen them all.
    var received: Received?
    var result: Task<PhotoAddition, any Error>?
    /// The number of bytes received since the position on the disk was last reported.
    var untoldByteCount: Int64 = 0
  }

  /// Takes the bytes.
  private struct Received {
    /// Inspects the bytes; `nil` for a part of a photo, which is no picture by itself.
    let photo: PhotoUpload?
    let spool: any UploadSpool

    func write(_ bytes: RawSpan) throws {
      if let photo { try photo.write(bytes) } else { try spool.append(bytes) }
    }
  }

  /// The progress of an upload.
  package struct Position: Hashable, Sendable {
    /// The number of bytes on the disk.
    package var offset: Int64
    /// The total number of bytes; `nil` if it is not known yet.
    package var length: Int64?
    /// `true` if all bytes have been received.
    package var isComplete: Bool
    /// The seconds for which the upload can still be gone on with.
    package var secondsLeft: Int64
  }

  /// Names it.
  package let id: UploadID
  /// `true` if the upload is a part of a photo, which others are joined with.
  package var isPart: Bool { note.isPart }
  /// The `Upload-Metadata` of its beginning, as the client wrote it; `nil` where it gave none.
  package var metadata: String? { note.metadata }
  /// The time until which the upload can be gone on with.
  package var expiresAt: Timestamp { note.createdAt.advanced(bySeconds: uploads.limits.lifetimeSeconds) }
  let note: UploadNote
  /// This node's part in it; `nil` where it is this node's alone.
  let sharing: SharedUploadProgress?
  private let uploads: ResumableUploads
  /// Held while bytes are written, so it is taken on workers only.
  private let guarded: Mutex<Guarded>

  /// - Parameter isNew: `false` if another node may have begun it.
  init(_ id: UploadID, note: UploadNote, byteCount: Int64, in uploads: ResumableUploads, isNew: Bool = true) {
    self.id = id
    sharing = uploads.shared.map { SharedUploadProgress(of: id, in: $0, isNew: isNew) }
    self.note = note
    self.uploads = uploads
    let limit = uploads.photoByteLimit
    guarded = Mutex(Guarded(state: UploadState(offset: byteCount, length: note.length, sizeLimit: limit)))
  }

  /// Makes room for the bytes. Blocks.
  ///
  /// - Throws: ``UploadRefusal/gone`` where the upload was cancelled meanwhile: what was made is to be discarded.
  func create(by owner: Principal) throws {
    let spool = try uploads.store.makeUpload(id, note: try note.encoded())
    let received = try received(into: spool, by: owner)
    try guarded.withLock { guarded in
      guard !guarded.state.isOver else { throw UploadRefusal.gone }
      guarded.received = received
    }
  }

  private func received(into spool: any UploadSpool, by owner: Principal) throws -> Received {
    if note.isPart { return Received(photo: nil, spool: spool) }
    let photo = try uploads.intake.upload(by: owner, into: spool)
    try photo.expect(note.details.digests)
    return Received(photo: photo, spool: spool)
  }

  /// Returns the progress of the upload. A request that is appending is interrupted, so that it stays there.
  ///
  /// - Throws: ``UploadRefusal/gone``; ``WoofModel/WoofError`` as ``write(_:in:)``.
  package func position(for owner: Principal) async throws -> Position {
    guard let sharing else { return try await positionHere(for: owner) }
    return try await sharing.position(of: self, for: owner)
  }

  /// Returns the progress of the upload on this node.
  func positionHere(for owner: Principal) async throws -> Position {
    try await uploads.workers.run {
      try self.guarded.withLock { guarded in
        try guarded.state.interrupt()
        if !guarded.state.isComplete {
          let spool = try self.open(&guarded, for: owner).spool
          defer { spool.rest() }
          try spool.synchronize()
        }
        return self.position(of: guarded.state)
      }
    }
  }

  /// The progress of the upload where it can be gone on with; `nil` where all has come, or it is over. Nobody is
  /// interrupted, but it blocks while bytes are written.
  var openPosition: Position? {
    guarded.withLock { guarded in
      guarded.state.isComplete || guarded.state.isOver ? nil : position(of: guarded.state)
    }
  }

  /// A request wants to append.
  ///
  /// - Throws: ``UploadRefusal``; ``WoofModel/WoofError`` as ``write(_:in:)``.
  package func begin(_ append: UploadAppend, by owner: Principal) async throws -> UploadState.Beginning {
    guard let sharing else { return try await beginHere(append, by: owner) }
    return try await sharing.begin(self, append, by: owner)
  }

  /// Lets a request append on this node.
  func beginHere(_ append: UploadAppend, by owner: Principal) async throws -> UploadState.Beginning {
    try await uploads.workers.run {
      try self.guarded.withLock { guarded in
        let beginning = try guarded.state.begin(append)
        if case .receive = beginning { _ = try self.open(&guarded, for: owner) }
        return beginning
      }
    }
  }

  /// Takes the next bytes of a request. Blocks while they are written.
  ///
  /// - Returns: The number of bytes that have come since ``acknowledge()``.
  /// - Throws: ``UploadRefusal``; ``WoofModel/WoofError`` with the code `payload-too-large` where one request brings too
  ///   many, and what came before can be gone on with; as ``PhotoUpload/write(_:)``, and the upload is over then.
  package func write(_ bytes: RawSpan, in turn: UploadState.Turn) throws -> Int64 {
    try guarded.withLock { guarded in
      let (end, isTooFar) = (guarded.state.offset - turn.start).addingReportingOverflow(Int64(bytes.byteCount))
      guard !isTooFar, end <= uploads.appendByteCount else { throw uploads.appendTooLarge }
      try guarded.state.receive(bytes.byteCount, in: turn)
      guard let received = guarded.received else { throw UploadRefusal.gone }
      do {
        try received.write(bytes)
        guarded.untoldByteCount += Int64(bytes.byteCount)
        return guarded.untoldByteCount
      } catch {
        guarded.state.cancel()
        throw error
      }
    }
  }

  /// Checks that a request may bring so many bytes in its turn, if its bytes are taken only once all have come.
  ///
  /// - Throws: ``UploadRefusal/superseded`` if the request no longer has its turn; ``WoofModel/WoofError`` with the
  ///   code `payload-too-large` if one request may not bring so many.
  package func allow(_ byteCount: Int64, in turn: UploadState.Turn) throws {
    guard byteCount <= uploads.appendByteCount else { throw uploads.appendTooLarge }
    try guarded.withLock { guarded throws(UploadRefusal) in try guarded.state.confirm(turn) }
  }

  /// Makes sure that what has come is on the disk. Blocks.
  ///
  /// - Returns: The number of those bytes, from the beginning of the upload.
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` or `insufficient-storage`.
  package func acknowledge() throws -> Int64 {
    try guarded.withLock { guarded in
      try guarded.received?.spool.synchronize()
      guarded.untoldByteCount = 0
      return guarded.state.offset
    }
  }

  /// `true` if the upload goes on at any node, so that what has come is kept by ``acknowledgeElsewhere()``.
  package var isShared: Bool { sharing != nil }

  /// Makes sure that what has come is where all nodes find it, once that is as much as ``ResumableUploadLimits/progressByteCount``.
  ///
  /// - Returns: The number of those bytes, from the beginning of the upload; `nil` where it is not worth it yet.
  /// - Throws: ``UploadRefusal/superseded``; ``WoofModel/WoofError`` with the code `unavailable`, `internal` or
  ///   `insufficient-storage`.
  package func acknowledgeElsewhere() async throws -> Int64? {
    guard let sharing else { return nil }
    let untoldByteCount = try await uploads.workers.run { self.guarded.withLock { $0.untoldByteCount } }
    guard untoldByteCount >= uploads.limits.progressByteCount else { return nil }
    return try await sharing.acknowledge(self)
  }

  /// The bytes of a request have ended as it said.
  ///
  /// - Parameter isComplete: `true` if they reach the end of the upload; `nil` if they do where it has its length now.
  /// - Returns: The position of the upload, which is on the disk.
  /// - Throws: ``UploadRefusal``; ``WoofModel/WoofError`` with the code `internal` or `insufficient-storage`.
  package func end(_ turn: UploadState.Turn, isComplete: Bool?) async throws -> Position {
    guard let sharing else { return try await endHere(turn, isComplete: isComplete) }
    return try await sharing.end(self, turn, isComplete: isComplete)
  }

  /// Ends the bytes of a request on this node.
  func endHere(_ turn: UploadState.Turn, isComplete: Bool?) async throws -> Position {
    try await uploads.workers.run {
      try self.guarded.withLock { guarded in
        if case .suspended = try guarded.state.end(turn, isComplete: isComplete) {
          defer { guarded.received?.spool.rest() }
          try guarded.received?.spool.synchronize()
        } else {
          self.uploads.isComplete(self)
        }
        return self.position(of: guarded.state)
      }
    }
  }

  /// A request has stopped in the middle of its bytes: its turn ends, and what came of it stays.
  ///
  /// - Returns: The position of the upload, which is on the disk.
  /// - Throws: ``UploadRefusal/superseded`` where another request has the turn; ``WoofModel/WoofError`` with the code
  ///   `internal` or `insufficient-storage`.
  package func suspend(_ turn: UploadState.Turn) async throws -> Position {
    guard let sharing else { return try await suspendHere(turn) }
    return try await sharing.suspend(self, turn)
  }

  /// Ends the turn of a request on this node.
  func suspendHere(_ turn: UploadState.Turn) async throws -> Position {
    try await uploads.workers.run {
      try self.guarded.withLock { guarded in
        try guarded.state.suspend(turn)
        try guarded.received?.spool.synchronize()
        return self.position(of: guarded.state)
      }
    }
  }

  /// Hands over the bytes of a part of a photo, all of which have come. Blocks.
  ///
  /// - Throws: ``UploadRefusal/gone``; ``WoofModel/WoofError`` with the code `invalid-request` where bytes are missing, or
  ///   `internal`; what `body` throws.
  func read(for owner: Principal, _ body: (RawSpan) throws -> Void) throws {
    try guarded.withLock { guarded in
      guard !guarded.state.isOver else { throw UploadRefusal.gone }
      guard guarded.state.offset == guarded.state.length else {
        throw WoofError(
          .invalidRequest, "Not all bytes of the partial upload \(id) have come.", details: ["upload": .string("\(id)")]
        )
      }
      let spool = try open(&guarded, for: owner).spool
      defer { spool.rest() }
      try spool.read(body)
    }
  }

  /// Makes a photo of the complete upload, once; whoever asks again gets the same response.
  ///
  /// - Throws: ``UploadRefusal/gone``; ``WoofModel/WoofError`` as ``PhotoUpload/finish(_:)``, and the upload is
  ///   over then.
  package func finish() async throws -> PhotoAddition {
    let result = try await uploads.workers.run {
      try self.guarded.withLock { guarded in
        if let result = guarded.result { return result }
        guard guarded.state.isComplete, let photo = guarded.received.take()?.photo else { throw UploadRefusal.gone }
        let result = Task { try await self.makePhoto(of: photo) }
        guarded.result = result
        return result
      }
    }
    return try await result.value
  }

  /// Runs in a task of its own, so that it comes to its end whatever becomes of the connection.
  private func makePhoto(of photo: PhotoUpload) async throws -> PhotoAddition {
    do {
      let completing = sharing.map { sharing in Task { await sharing.keepCompleting() } }
      defer { completing?.cancel() }
      let addition = try await photo.finish(note.details, of: uploads.completionKey(of: self))
      await uploads.finished(self)
      return addition
    } catch let error as WoofError where sharing != nil && error.code == .unavailable {
      await uploads.leave(self)
      throw error
    } catch {
      await uploads.failed(self)
      throw error
    }
  }

  /// A request broke off: nothing of the system is held until there is another.
  ///
  /// - Returns: `true` if nobody can go on with the upload.
  func pause() async -> Bool {
    let isOver = try? await uploads.workers.run {
      self.guarded.withLock { guarded in
        guarded.received?.spool.rest()
        return guarded.state.isOver
      }
    }
    return isOver ?? false
  }

  /// Ends the turn of whoever appends, and refuses all who come. Blocks.
  ///
  /// - Returns: `true` if the bytes are nobody's now: not where a photo is being made, or has been made, of them.
  func cancel() -> Bool {
    guarded.withLock { guarded in
      guard guarded.result == nil else { return false }
      guarded.state.cancel()
      guarded.received = nil
      return true
    }
  }

  // MARK: Uploads that nodes share

  /// Ends the turn of whoever writes here.
  ///
  /// - Returns: `false` if all bytes have come, and the photo is made here.
  /// - Throws: ``UploadRefusal/gone``.
  func interrupt() async throws -> Bool {
    try await uploads.workers.run {
      try self.guarded.withLock { guarded in
        guard !guarded.state.isComplete else { return false }
        try guarded.state.interrupt()
        return true
      }
    }
  }

  /// Returns the state that the upload has here once a request has ended; nothing changes.
  ///
  /// - Throws: As ``UploadState/end(_:isComplete:)``.
  func ending(_ turn: UploadState.Turn, isComplete: Bool?) async throws -> UploadState.Ending {
    try await uploads.workers.run {
      var state = self.guarded.withLock { $0.state }
      return try state.end(turn, isComplete: isComplete)
    }
  }

  /// Notes that what has come is kept.
  ///
  /// - Returns: The number of those bytes.
  func acknowledgeHere() async throws -> Int64 { try await uploads.workers.run { try self.acknowledge() } }

  /// Returns bytes that have come here behind a position, and the length of the upload where it is known; `nil` for none.
  func bytes(from start: Int64, limit: Int) async throws -> (bytes: [UInt8], length: Int64?)? {
    try await uploads.workers.run {
      try self.guarded.withLock { guarded in
        let state = guarded.state
        guard start < state.offset else { return nil }
        guard let received = guarded.received else { throw UploadRefusal.gone }
        let count = Int(min(Int64(limit), state.offset - start))
        return (try received.spool.open().bytes(from: start, count: count), state.length)
      }
    }
  }

  /// Takes the bytes of another node's turns in, and has them inspected.
  ///
  /// - Throws: ``UploadRefusal/gone``; ``WoofModel/WoofError`` as ``write(_:in:)`` and ``SharedUploadTurn/read(_:)``.
  func restore(_ turn: SharedUploadTurn, by owner: Principal) async throws {
    let received = try await uploads.workers.run {
      try self.received(into: try self.uploads.store.makeUpload(self.id, note: []), by: owner)
    }
    try await turn.read { bytes in
      try await self.uploads.workers.run { try received.write(bytes.span.bytes) }
    }
    try await uploads.workers.run {
      try self.guarded.withLock { guarded in
        try guarded.state.restart(at: turn.upload.byteCount, length: turn.upload.length)
        (guarded.received, guarded.untoldByteCount) = (received, 0)
      }
    }
  }

  private func position(of state: UploadState) -> Position {
    Position(
      offset: state.offset, length: state.length, isComplete: state.isComplete, secondsLeft: uploads.secondsLeft(of: id)
    )
  }

  /// Opens what an earlier process of the service has taken in, and has it inspected again.
  private func open(
    _ guarded: inout Guarded, for owner: Principal
  ) throws -> Received {
    if let received = guarded.received { return received }
    guard let spool = try uploads.store.openUpload(id) else { throw UploadRefusal.gone }
    let received = try received(into: spool, by: owner)
    do {
      if let photo = received.photo { try spool.read { try photo.takeKnown($0) } }
    } catch {
      guarded.state.cancel()
      throw error
    }
    guarded.received = received
    return received
  }
}

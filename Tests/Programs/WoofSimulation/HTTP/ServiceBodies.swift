// SPDX-License-Identifier: Apache-2.0

import Glibc
import WoofHTTP

/// The body of a request, which is all there, or breaks off.
final class SimulatedRequestBody: HTTPRequestBody, @unchecked Sendable {  // one task reads a body
  /// The most bytes of one piece, so that the service sees more than one of a body.
  private static let pieceSize = 300

  let announcedCount: Int64?
  private let bytes: [UInt8]
  private let breaksAfter: Int?
  private var offset = 0
  // A piece is lent until the next one is asked for.
  private let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceSize, alignment: 1)

  init(_ request: SimulatedRequest) {
    bytes = request.body
    breaksAfter = request.breaksAfter
    announcedCount = Int64(request.body.count)
  }

  deinit { piece.deallocate() }

  func next() async throws(HTTPBodyError) -> HTTPBodyChunk? {
    // What came before is read at the next turn, so that others come in between.
    await Task.yield()
    let end = min(bytes.count, breaksAfter ?? .max)
    guard offset < end else {
      if offset < bytes.count || breaksAfter == bytes.count { throw .connectionLost }
      return nil
    }
    let count = min(Self.pieceSize, end - offset)
    piece.copyBytes(from: bytes[offset..<offset + count])
    offset += count
    return HTTPBodyChunk(borrowing: UnsafeRawBufferPointer(rebasing: piece.prefix(count)))
  }
}

/// The target of a streamed body.
final class SimulatedStreamTarget: HTTPStreamTarget, @unchecked Sendable {  // one thread runs everything
  private let send: (HTTPBytes) -> Void
  /// `true` if the body was ended as complete.
  private(set) var isComplete = false

  init(_ send: @escaping (HTTPBytes) -> Void) { self.send = send }

  func write(_ bytes: HTTPBytes) async throws(HTTPBodyError) { send(bytes) }

  func write(_ region: HTTPFileRegion) async throws(HTTPBodyError) {
    var bytes = [UInt8](repeating: 0, count: Int(region.count))
    let count = pread(region.descriptor, &bytes, bytes.count, off_t(region.offset))
    guard count == bytes.count else { throw .connectionLost }
    send(HTTPBytes(bytes))
  }

  func finish() { isComplete = true }
}

/// The outlet of a source, which takes everything at once.
final class SimulatedOutlet: HTTPBodyOutlet, @unchecked Sendable {  // confined to `loop`
  let loop: EventLoop
  // Until it is told that it is over: a source usually holds its outlet.
  private var source: (any HTTPBodySource)?
  private let forward: (HTTPBytes) -> Void
  private let ended: (Bool) -> Void

  init(
    on loop: EventLoop, of source: any HTTPBodySource, _ forward: @escaping (HTTPBytes) -> Void,
    ended: @escaping (_ isComplete: Bool) -> Void
  ) {
    self.loop = loop
    self.source = source
    self.forward = forward
    self.ended = ended
  }

  /// Hands the outlet to its source.
  func open() { source?.opened(self) }

  func send(_ bytes: HTTPBytes) -> Bool {
    guard source != nil else { return false }
    forward(bytes)
    return true
  }

  func finish() { end(isComplete: true) }

  /// Tells the source that its reader has left.
  func close() { end(isComplete: false) }

  private func end(isComplete: Bool) {
    guard let source = source.take() else { return }
    ended(isComplete)
    source.outletClosed()
  }
}

// SPDX-License-Identifier: Apache-2.0

/// The body of a request, read piece by piece by the request's handler: what is not read stays in the socket, so a slow
/// handler slows the sender.
///
/// One task reads a body. The first read of a body whose sender waits for `100 Continue` sends that.
package protocol HTTPRequestBody: Sendable {
  /// The announced length in bytes; `nil` for a chunked body. 0 where there is no body.
  var announcedCount: Int64? { get }

  /// The next bytes, at least one; `nil` at the end.
  ///
  /// - Throws: ``HTTPBodyError`` when the body breaks off, breaks the rules, or is too slow.
  func next() async throws(HTTPBodyError) -> HTTPBodyChunk?

  /// Hands the rest of the body, piece by piece, to `consume`, which may block, on the threads that `run` brings. While
  /// one piece is worked on little more is read, so slow work slows the sender and not the loop.
  ///
  /// - Throws: ``HTTPBodyError`` when the body breaks off, breaks the rules, or is too slow, and what `run` and `consume`
  ///   throw.
  func forEachChunk(on run: HTTPBlockingRunner, _ consume: @escaping @Sendable (RawSpan) throws -> Void) async throws
}

/// Runs work that blocks on a thread where it may, and returns when it is done.
package typealias HTTPBlockingRunner = (_ work: @escaping @Sendable () throws -> Void) async throws -> Void

extension HTTPRequestBody {
  /// Hands the rest of the body to `consume`: each piece is read on the loop, and worked on elsewhere.
  ///
  /// - Throws: As the requirement.
  package func forEachChunk(
    on run: HTTPBlockingRunner, _ consume: @escaping @Sendable (RawSpan) throws -> Void
  ) async throws {
    while let chunk = try await next() { try await run { try chunk.withBytes(consume) } }
  }
}

/// Bytes of a body, valid until the next read of the same body.
package struct HTTPBodyChunk: @unchecked Sendable {  // read by one task at a time, and not kept beyond the next read
  private let bytes: UnsafeRawBufferPointer

  /// Lends bytes that stay valid until the body is read again.
  package init(borrowing bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// The number of bytes.
  package var count: Int { bytes.count }

  /// Calls `body` with the bytes.
  package func withBytes<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(bytes.bytes)
  }
}

/// The reasons for which a body cannot be read to its end.
package enum HTTPBodyError: Error, Hashable, Sendable {
  /// The peer left, or the connection broke.
  case connectionLost
  /// The body breaks the rules of its framing; a sentence without its full stop says how.
  case malformed(String)
  /// The body came more slowly than the server's minimum rate, or stopped for too long.
  case tooSlow
  /// The body is larger than the reader allows, in bytes.
  case tooLarge(limit: Int64)
}

extension HTTPRequestBody {
  /// Reads the whole body.
  ///
  /// - Throws: ``HTTPBodyError``; `tooLarge` before anything is read where the announced length is over `limit` bytes.
  package func collect(upTo limit: Int) async throws(HTTPBodyError) -> [UInt8] {
    if let announcedCount, announcedCount > Int64(limit) { throw .tooLarge(limit: Int64(limit)) }
    var bytes: [UInt8] = []
    if let announcedCount { bytes.reserveCapacity(Int(announcedCount)) }
    while let chunk = try await next() {
      guard bytes.count + chunk.count <= limit else { throw .tooLarge(limit: Int64(limit)) }
      chunk.withBytes { span in span.withUnsafeBytes { bytes.append(contentsOf: $0) } }
    }
    return bytes
  }
}

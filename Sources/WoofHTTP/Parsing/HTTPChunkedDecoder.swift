/// Takes the chunk framing off one body (RFC 9112 §7.1). Trailer fields are checked and dropped.
package struct HTTPChunkedDecoder: Sendable {
  private let limits: HTTPParserLimits

  /// What the decoder found at the start of the bytes it was shown.
  package enum ChunkedResult: Hashable, Sendable {
    /// The bytes end before anything can be handed on; the first `consumed` of them are done with.
    case needsMore(consumed: Int)
    /// The bytes in `range` belong to the body; the first `consumed` bytes are done with.
    case data(range: Range<Int>, consumed: Int)
    /// The body has ended; the first `consumed` bytes are done with, what follows is the next request.
    case end(consumed: Int)
    /// The framing is broken; the connection cannot be used any further.
    case violation(HTTPViolation)
  }

  /// Makes a decoder of one body.
  package init(limits: HTTPParserLimits = HTTPParserLimits()) { self.limits = limits }

  /// Looks at bytes that have not been consumed yet. Called again with what is left until it needs more.
  package mutating func decode(_ bytes: UnsafeRawBufferPointer) -> ChunkedResult {
    .violation(HTTPViolation(501, "not implemented"))
  }
}

/// Reads the heads of HTTP/1.1 requests (RFC 9112), strictly: what two parsers could read differently is refused.
package struct HTTPRequestParser: Sendable {
  private let limits: HTTPParserLimits

  /// What is known of a head after looking at the bytes so far.
  package enum HeadResult: Sendable {
    /// The head is not complete.
    case needsMore
    /// The head is complete and took the first `consumed` bytes.
    case head(HTTPRequestHead, consumed: Int)
    /// The bytes are not the head of a request that this server takes; the connection cannot be used any further.
    case violation(HTTPViolation)
  }

  /// Makes a parser of the heads of one connection.
  package init(limits: HTTPParserLimits = HTTPParserLimits()) { self.limits = limits }

  /// Looks at all bytes received since the start of a head. The parser remembers how far it has looked, so that a head
  /// that comes byte by byte costs no more than one that comes at once. After `.head` it expects a new head at the
  /// byte after the consumed ones.
  package mutating func parseHead(_ bytes: UnsafeRawBufferPointer) -> HeadResult {
    .violation(HTTPViolation(501, "not implemented"))
  }
}

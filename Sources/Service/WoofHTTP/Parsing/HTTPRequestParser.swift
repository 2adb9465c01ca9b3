/// Reads the heads of HTTP/1.1 requests (RFC 9112), strictly: what two parsers could read differently is refused.
///
/// Lines end with CR LF and nothing else, no field line is folded, no whitespace stands before a colon, and neither
/// names nor values hold controls. Up to two empty lines before a request line are passed over (RFC 9112 §2.2).
package struct HTTPRequestParser: Sendable {
  let limits: HTTPParserLimits
  private var position = Position()
  var requestLine: RequestLine?
  var fieldsStart = 0
  var entries: [HTTPFields.Entry] = []
  var keys = HTTPFieldKeySet()
  var control = HTTPControlFields()

  /// An outcome of ``parseHead(_:)``, for the bytes so far.
  package enum HeadResult: Sendable {
    /// The head is not complete.
    case needsMore
    /// The head is complete and took the first `consumed` bytes.
    case head(HTTPRequestHead, consumed: Int)
    /// The bytes are not the head of a request that this server takes; the connection cannot be used any further.
    case violation(HTTPViolation)
  }

  private struct Position {
    var lineStart = 0
    var scanned = 0
    var emptyLineCount = 0
  }

  /// Makes a parser of the heads of one connection.
  package init(limits: HTTPParserLimits = HTTPParserLimits()) { self.limits = limits }

  /// Looks at all bytes received since the start of a head. The parser remembers how far it has looked, so that a head
  /// that comes byte by byte costs no more than one that comes at once. After `.head` it expects a new head at the
  /// byte after the consumed ones.
  package mutating func parseHead(
    _ bytes: UnsafeRawBufferPointer  // the connection's receive buffer, lent for this call
  ) -> HeadResult {
    do throws(HTTPViolation) {
      guard let consumed = try scan(bytes.bytes) else { return .needsMore }
      let head = try assembleHead(bytes.bytes, end: consumed)
      self = HTTPRequestParser(limits: limits)
      return .head(head, consumed: consumed)
    } catch {
      return .violation(error)
    }
  }

  /// Takes in the complete lines; the count of the bytes of the head when the empty line has come.
  private mutating func scan(_ bytes: RawSpan) throws(HTTPViolation) -> Int? {
    while true {
      let start = position.lineStart
      if start == bytes.byteCount { return nil }
      if requestLine == nil { try checkFirstByte(bytes.byte(start)) }
      guard let lineFeed = try nextLineFeed(bytes) else { return nil }
      guard lineFeed > start, bytes.byte(lineFeed - 1) == UInt8(ascii: "\r") else {
        throw HTTPViolation(400, "a line of the head does not end with CR LF")
      }
      position.lineStart = lineFeed + 1
      if lineFeed - 1 > start {
        try parseLine(bytes, start..<lineFeed - 1)
      } else if requestLine != nil {
        return lineFeed + 1
      } else {
        position.emptyLineCount += 1
        guard position.emptyLineCount <= 2 else { throw HTTPViolation(400, "empty lines stand before the request") }
      }
    }
  }

  private mutating func parseLine(_ bytes: RawSpan, _ line: Range<Int>) throws(HTTPViolation) {
    if requestLine == nil {
      requestLine = try parseRequestLine(bytes, line)
      fieldsStart = line.upperBound + 2
    } else {
      try parseField(bytes, line)
    }
  }

  /// The offset of the line feed that ends the current line; `nil` while it has not come. A line that passes a limit is
  /// refused by its length alone, so that the answer does not depend on how much of it has come.
  private mutating func nextLineFeed(_ bytes: RawSpan) throws(HTTPViolation) -> Int? {
    let requestLineLimit = position.lineStart + limits.targetByteCount + Self.requestLineOverhead
    let isTargetLimited = requestLine == nil && requestLineLimit < limits.headByteCount
    let limit = isTargetLimited ? requestLineLimit : limits.headByteCount
    let end = min(bytes.byteCount, limit)
    if position.scanned < end, let found = bytes.firstOffset(of: UInt8(ascii: "\n"), in: position.scanned..<end) {
      position.scanned = found + 1
      return found
    }
    position.scanned = end
    guard end == limit else { return nil }
    throw isTargetLimited
      ? HTTPViolation(414, "the request target is too long", limit: limits.targetByteCount)
      : HTTPViolation(431, "the head of the request is too large", limit: limits.headByteCount)
  }

  /// Refuses what cannot be the start of a request at its first byte: a client that speaks another protocol may never
  /// send a line feed.
  private func checkFirstByte(_ byte: UInt8) throws(HTTPViolation) {
    if HTTPToken.isTokenByte(byte) || byte == UInt8(ascii: "\r") { return }
    throw byte == Self.handshakeRecord
      ? HTTPViolation(400, "a TLS handshake was sent to a port that speaks plain HTTP")
      : HTTPViolation(400, "the request does not start with a method")
  }

  /// The type of the first record of a TLS connection (RFC 8446 §5.1).
  private static let handshakeRecord: UInt8 = 22
  /// Room for the longest method, two spaces, the version and the line end.
  private static let requestLineOverhead = maximalMethodCount + 2 + 8 + 2
  static let maximalMethodCount = 32
}

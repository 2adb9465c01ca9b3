// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTPSemantics

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

extension HTTPRequestParser {
  /// Takes in one field line (RFC 9112 §5), given without its line end.
  mutating func parseField(_ bytes: RawSpan, _ line: Range<Int>) throws(HTTPViolation) {
    guard entries.count < limits.fieldCount else {
      throw HTTPViolation(431, "the request has too many header fields", limit: limits.fieldCount)
    }
    if entries.isEmpty { entries.reserveCapacity(Self.usualFieldCount) }
    let field = try HTTPFieldLine(bytes, line)
    let entry = field.entry(bytes, sectionStart: fieldsStart)
    keys.insert(entry.key)
    entries.append(entry)
    try control.note(bytes, field)
  }

  /// Room that is made at the first field, enough for what browsers send.
  private static var usualFieldCount: Int { 16 }
}

extension HTTPRequestParser {
  /// A request line (RFC 9112 §3).
  struct RequestLine: Sendable {
    var method: HTTPMethod
    /// The range of the target in the head.
    var target: Range<Int>
    /// The offset of the first question mark of the target in the head; `nil` if there is none.
    var questionMark: Int?
    var minorVersion: Int
  }

  func parseRequestLine(_ bytes: RawSpan, _ line: Range<Int>) throws(HTTPViolation) -> RequestLine {
    let (method, methodEnd) = try parseMethod(bytes, line)
    let targetStart = methodEnd + 1
    let offset = bytes.endOfPrefix(of: .target, in: targetStart..<line.upperBound)
    guard offset < line.upperBound else { throw HTTPViolation(400, "the request line has no version") }
    guard bytes.byte(offset) == UInt8(ascii: " ") else {
      throw HTTPViolation(400, "the request target holds a character that must be percent-encoded")
    }
    guard offset > targetStart else { throw HTTPViolation(400, "the request line has no target") }
    let minorVersion = try parseVersion(bytes, offset + 1..<line.upperBound)
    guard offset - targetStart <= limits.targetByteCount else {
      throw HTTPViolation(414, "the request target is too long", limit: limits.targetByteCount)
    }
    return RequestLine(
      method: method, target: targetStart..<offset,
      questionMark: bytes.firstOffset(of: UInt8(ascii: "?"), in: targetStart..<offset), minorVersion: minorVersion)
  }

  private func parseMethod(
    _ bytes: RawSpan, _ line: Range<Int>
  ) throws(HTTPViolation) -> (HTTPMethod, end: Int) {
    var offset = line.lowerBound
    var letters: UInt64 = 0
    while offset < line.upperBound, HTTPToken.isTokenByte(bytes.byte(offset)) {
      letters = letters << 8 | UInt64(bytes.byte(offset))
      offset &+= 1
    }
    guard offset < line.upperBound, bytes.byte(offset) == UInt8(ascii: " ") else {
      throw HTTPViolation(400, "the request line is malformed")
    }
    let count = offset - line.lowerBound
    if count < 8, let method = Self.commonMethod(letters) { return (method, offset) }
    guard count <= Self.maximalMethodCount else { throw HTTPViolation(501, "the method is not known") }
    var token: [UInt8] = []
    for position in line.lowerBound..<offset { token.append(bytes.byte(position)) }
    return (.other(String(decoding: token, as: UTF8.self)), offset)
  }

  /// The method whose letters stand in the number, the last one lowest.
  private static func commonMethod(_ letters: UInt64) -> HTTPMethod? {
    switch letters {
    case 0x47_4554: .get
    case 0x4845_4144: .head
    case 0x504F_5354: .post
    case 0x50_5554: .put
    case 0x50_4154_4348: .patch
    case 0x4445_4C45_5445: .delete
    case 0x4F_5054_494F_4E53: .options
    default: nil
    }
  }

  /// The minor version that `HTTP/1.0` or `HTTP/1.1` names.
  private func parseVersion(_ bytes: RawSpan, _ range: Range<Int>) throws(HTTPViolation) -> Int {
    guard range.count == 8, bytes.word(range.lowerBound) & Self.versionMask == Self.versionLetters else {
      throw Self.malformedVersion
    }
    let major = bytes.byte(range.lowerBound + 5) &- UInt8(ascii: "0")
    let minor = bytes.byte(range.lowerBound + 7) &- UInt8(ascii: "0")
    guard major < 10, minor < 10 else { throw Self.malformedVersion }
    guard major == 1, minor < 2 else { throw HTTPViolation(505, "only HTTP/1.0 and HTTP/1.1 are spoken here") }
    return Int(minor)
  }

  /// `HTTP/_._`, the first letter lowest, and all bits of it but those of the digits.
  private static var versionLetters: UInt64 { 0x002E_002F_5054_5448 }
  private static var versionMask: UInt64 { 0x00FF_00FF_FFFF_FFFF }

  private static var malformedVersion: HTTPViolation {
    HTTPViolation(400, "the version in the request line is malformed")
  }
}

extension HTTPRequestParser {
  /// Puts the head together when its empty line has come and stands before `end`.
  mutating func assembleHead(_ bytes: RawSpan, end: Int) throws(HTTPViolation) -> HTTPRequestHead {
    guard let line = requestLine else { throw HTTPViolation(400, "the request line is malformed") }
    let framing = try control.framing(minorVersion: line.minorVersion)
    let fields = HTTPFields(
      checkedLines: bytes.array(fieldsStart..<max(fieldsStart, end - 2)), entries: entries, keys: keys)
    var head = HTTPRequestHead(
      method: line.method, target: HTTPTarget(checked: [], pathCount: 0), minorVersion: line.minorVersion,
      fields: fields, framing: framing, keepsAlive: control.keepsAlive(minorVersion: line.minorVersion),
      expectsContinue: control.expectsContinue(minorVersion: line.minorVersion, framing: framing))
    try setTarget(of: &head, bytes, line)
    return head
  }

  private func setTarget(
    of head: inout HTTPRequestHead, _ bytes: RawSpan, _ line: RequestLine
  ) throws(HTTPViolation) {
    let target = line.target
    if bytes.byte(target.lowerBound) == UInt8(ascii: "/") {
      let pathCount = (line.questionMark ?? target.upperBound) - target.lowerBound
      head.target = HTTPTarget(checked: bytes.array(target), pathCount: pathCount)
    } else if target.count == 1, bytes.byte(target.lowerBound) == UInt8(ascii: "*"), line.method == .options {
      head.target = HTTPTarget(checked: bytes.array(target), pathCount: 1)
    } else if line.method == .other("CONNECT") {
      throw HTTPViolation(501, "this server is no proxy")
    } else {
      try setAbsoluteTarget(of: &head, bytes, target)
    }
  }

  /// A target in absolute form names the authority, and the `Host` field is ignored (RFC 9112 §3.2.2). It is brought
  /// into origin form, with its authority as `Host`, so that nothing behind the parser meets two of them.
  private func setAbsoluteTarget(
    of head: inout HTTPRequestHead, _ bytes: RawSpan, _ target: Range<Int>
  ) throws(HTTPViolation) {
    guard let authorityStart = Self.authorityStart(bytes, target) else {
      throw HTTPViolation(400, "the request target is neither a path nor an http or https URL")
    }
    var authorityEnd = authorityStart
    while authorityEnd < target.upperBound, bytes.byte(authorityEnd) != UInt8(ascii: "/"),
      bytes.byte(authorityEnd) != UInt8(ascii: "?")
    {
      authorityEnd &+= 1
    }
    guard HTTPAuthority.isValid(bytes, authorityStart..<authorityEnd) else {
      throw HTTPViolation(400, "the authority of the request target is malformed")
    }
    var origin = bytes.array(authorityEnd..<target.upperBound)
    if origin.isEmpty, head.method == .options {
      origin = [UInt8(ascii: "*")]
    } else if origin.first != UInt8(ascii: "/") {
      origin.insert(UInt8(ascii: "/"), at: 0)
    }
    head.target = HTTPTarget(checked: origin)
    head.fields = head.fields.replacing(.host, with: bytes.array(authorityStart..<authorityEnd))
  }

  private static func authorityStart(_ bytes: RawSpan, _ target: Range<Int>) -> Int? {
    if target.count > 7, bytes.matches("http://", at: target.lowerBound) { return target.lowerBound + 7 }
    if target.count > 8, bytes.matches("https://", at: target.lowerBound) { return target.lowerBound + 8 }
    return nil
  }
}

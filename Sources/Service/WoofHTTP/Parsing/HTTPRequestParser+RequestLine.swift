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

// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTPSemantics

/// The control data of a head: what its fields say about the message and its connection, gathered line by line.
struct HTTPControlFields: Sendable {
  private var contentLength: Int64?
  private var isChunked = false
  private var hostCount = 0
  private var hasExpectation = false
  private var hasClose = false
  private var hasKeepAlive = false

  /// Takes note of a field that matters.
  mutating func note(_ bytes: RawSpan, _ field: HTTPFieldLine) throws(HTTPViolation) {
    let start = field.name.lowerBound
    switch field.name.count {
    case 4 where bytes.matches("host", at: start): try noteHost(bytes, field.value)
    case 6 where bytes.matches("expect", at: start): try noteExpectation(bytes, field.value)
    case 10 where bytes.matches("connection", at: start): noteConnection(bytes, field.value)
    case 14 where bytes.matches("content-length", at: start): try noteContentLength(bytes, field.value)
    case 17 where bytes.matches("transfer-encoding", at: start): try noteTransferEncoding(bytes, field.value)
    default: break
    }
  }

  /// Returns the framing of the body; to be called when all fields have come.
  ///
  /// - Throws: a violation where fields contradict each other or are missing.
  func framing(minorVersion: Int) throws(HTTPViolation) -> BodyFraming {
    guard hostCount == 1 || minorVersion == 0 else { throw HTTPViolation(400, "the request has no Host field") }
    if isChunked {
      guard contentLength == nil else {
        throw HTTPViolation(400, "the request has both Content-Length and Transfer-Encoding")
      }
      guard minorVersion == 1 else { throw HTTPViolation(400, "an HTTP/1.0 request has a Transfer-Encoding") }
      return .chunked
    }
    return contentLength.map { .length($0) } ?? .none
  }

  /// Returns `true` if the connection may be used for a further request (RFC 9112 §9.3).
  func keepsAlive(minorVersion: Int) -> Bool { !hasClose && (minorVersion == 1 || hasKeepAlive) }

  /// Returns `true` if the sender waits for `100 Continue`. HTTP/1.0 knows no interim responses (RFC 9110 §10.1.1).
  func expectsContinue(minorVersion: Int, framing: BodyFraming) -> Bool {
    hasExpectation && minorVersion == 1 && framing != .none && framing != .length(0)
  }

  private mutating func noteHost(_ bytes: RawSpan, _ value: Range<Int>) throws(HTTPViolation) {
    hostCount += 1
    guard hostCount == 1 else { throw HTTPViolation(400, "the request has more than one Host field") }
    guard HTTPAuthority.isValid(bytes, value) else { throw HTTPViolation(400, "the Host field is malformed") }
  }

  /// `Expect` is a list (RFC 9110 §10.1.1): the same expectation may stand in it, or in several fields, more than once.
  private mutating func noteExpectation(_ bytes: RawSpan, _ value: Range<Int>) throws(HTTPViolation) {
    try Self.forEachMember(of: bytes, value) { (member) throws(HTTPViolation) in
      guard member.count == 12, bytes.matches("100-continue", at: member.lowerBound) else {
        throw HTTPViolation(417, "the only expectation that can be met is 100-continue")
      }
      hasExpectation = true
    }
  }

  private mutating func noteConnection(_ bytes: RawSpan, _ value: Range<Int>) {
    Self.forEachMember(of: bytes, value) { member in
      if member.count == 5, bytes.matches("close", at: member.lowerBound) { hasClose = true }
      if member.count == 10, bytes.matches("keep-alive", at: member.lowerBound) { hasKeepAlive = true }
    }
  }

  /// Calls `body` with each member of a list (RFC 9110 §5.6.1) that is not empty.
  @inline(__always)
  private static func forEachMember<Failure: Error>(
    of bytes: RawSpan, _ value: Range<Int>, _ body: (Range<Int>) throws(Failure) -> Void
  ) throws(Failure) {
    var start = value.lowerBound
    while start < value.upperBound {
      let comma = bytes.firstOffset(of: UInt8(ascii: ","), in: start..<value.upperBound) ?? value.upperBound
      var end = comma
      while start < end, HTTPToken.isWhitespace(bytes.byte(start)) { start &+= 1 }
      while end > start, HTTPToken.isWhitespace(bytes.byte(end - 1)) { end &-= 1 }
      if start < end { try body(start..<end) }
      start = comma + 1
    }
  }

  private mutating func noteContentLength(_ bytes: RawSpan, _ value: Range<Int>) throws(HTTPViolation) {
    guard contentLength == nil else { throw HTTPViolation(400, "the request has more than one Content-Length field") }
    guard !value.isEmpty else { throw HTTPViolation(400, "the Content-Length is not a number") }
    var length: Int64 = 0
    for offset in value {
      let digit = bytes.byte(offset) &- UInt8(ascii: "0")
      guard digit < 10 else { throw HTTPViolation(400, "the Content-Length is not a number") }
      let (product, overflows) = length.multipliedReportingOverflow(by: 10)
      let (sum, carries) = product.addingReportingOverflow(Int64(digit))
      guard !overflows, !carries else { throw HTTPViolation(413, "the Content-Length is beyond all limits") }
      length = sum
    }
    contentLength = length
  }

  private mutating func noteTransferEncoding(_ bytes: RawSpan, _ value: Range<Int>) throws(HTTPViolation) {
    guard !isChunked else { throw HTTPViolation(400, "the request has more than one Transfer-Encoding field") }
    guard !value.isEmpty else { throw HTTPViolation(400, "the Transfer-Encoding is empty") }
    guard value.count == 7, bytes.matches("chunked", at: value.lowerBound) else {
      throw HTTPViolation(501, "the only transfer coding that is known is chunked")
    }
    isChunked = true
  }
}

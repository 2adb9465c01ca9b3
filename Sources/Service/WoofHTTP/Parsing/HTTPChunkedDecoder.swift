// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTPSemantics
internal import WoofSystem

/// Takes the chunk framing off one body (RFC 9112 §7.1). Extensions are passed over; trailer fields are checked and
/// dropped, as nothing may be taken from them that the head did not announce (RFC 9110 §6.5.1).
package struct HTTPChunkedDecoder: Sendable {
  private let limits: HTTPParserLimits
  private var state = State.size(hasDigit: false)
  private var remaining: Int64 = 0
  private var lineCount = 0
  private var extensionCount = 0
  private var trailerCount = 0
  private var violation: HTTPViolation?

  /// An outcome of ``decode(_:)``, for the start of the bytes that it was shown.
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

  /// The part of the framing that the next byte belongs to.
  private enum State {
    case size(hasDigit: Bool)
    /// Whitespace after the size, which only an extension may follow.
    case spaceBeforeExtension
    case extensions
    case sizeLineFeed
    case data
    case dataReturn
    case dataLineFeed
    case trailerStart
    case trailerName
    case trailerValue
    case trailerLineFeed
    case lastLineFeed
    case ended
  }

  /// Makes a decoder of one body.
  package init(limits: HTTPParserLimits = HTTPParserLimits()) { self.limits = limits }

  /// Looks at bytes that have not been consumed yet. Called again with what is left until it needs more.
  package mutating func decode(
    _ bytes: UnsafeRawBufferPointer  // the connection's receive buffer, lent for this call
  ) -> ChunkedResult {
    if let violation { return .violation(violation) }
    let span = bytes.bytes
    var offset = 0
    do throws(HTTPViolation) {
      while true {
        if case .ended = state { return .end(consumed: offset) }
        guard offset < span.byteCount else { return .needsMore(consumed: offset) }
        if case .data = state { return takeData(from: offset, available: span.byteCount - offset) }
        state = try next(after: span.byte(offset))
        offset &+= 1
      }
    } catch {
      violation = error
      return .violation(error)
    }
  }

  private mutating func takeData(from offset: Int, available: Int) -> ChunkedResult {
    let count = Int(min(Int64(available), remaining))
    remaining -= Int64(count)
    if remaining == 0 { state = .dataReturn }
    return .data(range: offset..<offset + count, consumed: offset + count)
  }

  private mutating func next(after byte: UInt8) throws(HTTPViolation) -> State {
    switch state {
    case .size, .spaceBeforeExtension, .extensions, .sizeLineFeed: try nextInSizeLine(byte)
    case .dataReturn: try expect("\r", byte, then: .dataLineFeed, else: Self.missingDataEnd)
    case .dataLineFeed: try expect("\n", byte, then: .size(hasDigit: false), else: Self.missingDataEnd)
    case .trailerStart, .trailerName, .trailerValue, .trailerLineFeed, .lastLineFeed: try nextInTrailer(byte)
    case .data, .ended: state
    }
  }

  private func expect(
    _ wanted: Unicode.Scalar, _ byte: UInt8, then next: State, else violation: HTTPViolation
  ) throws(HTTPViolation) -> State {
    guard byte == UInt8(ascii: wanted) else { throw violation }
    return next
  }
}

extension HTTPChunkedDecoder {
  private mutating func nextInSizeLine(_ byte: UInt8) throws(HTTPViolation) -> State {
    lineCount += 1
    guard lineCount <= limits.chunkLineByteCount else {
      throw HTTPViolation(400, "the line of a chunk is too long", limit: limits.chunkLineByteCount)
    }
    switch state {
    case .size(let hasDigit):
      if let digit = Hexadecimal.value(of: byte) { return try addSizeDigit(digit) }
      guard hasDigit else { throw HTTPViolation(400, "the size of a chunk is not a hexadecimal number") }
      return try afterSize(byte)
    case .spaceBeforeExtension:
      return try afterSize(byte)
    case .extensions:
      return try nextInExtensions(byte)
    default:
      return try expect("\n", byte, then: startOfChunk(), else: Self.missingLineEnd)
    }
  }

  private mutating func addSizeDigit(_ digit: UInt8) throws(HTTPViolation) -> State {
    guard remaining <= Int64.max >> 4 else { throw HTTPViolation(400, "the size of a chunk is beyond all limits") }
    remaining = remaining << 4 | Int64(digit)
    return .size(hasDigit: true)
  }

  private func afterSize(_ byte: UInt8) throws(HTTPViolation) -> State {
    if byte == UInt8(ascii: ";") { return .extensions }
    if HTTPToken.isWhitespace(byte) { return .spaceBeforeExtension }
    guard case .size = state, byte == UInt8(ascii: "\r") else {
      throw HTTPViolation(400, "something other than an extension follows the size of a chunk")
    }
    return .sizeLineFeed
  }

  private mutating func nextInExtensions(_ byte: UInt8) throws(HTTPViolation) -> State {
    if byte == UInt8(ascii: "\r") { return .sizeLineFeed }
    guard !Self.isControl(byte) else { throw HTTPViolation(400, "a chunk extension holds a control character") }
    extensionCount += 1
    guard extensionCount <= limits.chunkExtensionByteCount else {
      throw HTTPViolation(400, "the chunk extensions are too long", limit: limits.chunkExtensionByteCount)
    }
    return .extensions
  }

  private mutating func startOfChunk() -> State {
    lineCount = 0
    return remaining == 0 ? .trailerStart : .data
  }

  private mutating func nextInTrailer(_ byte: UInt8) throws(HTTPViolation) -> State {
    trailerCount += 1
    guard trailerCount <= limits.trailerByteCount else {
      throw HTTPViolation(431, "the trailer fields are too large", limit: limits.trailerByteCount)
    }
    switch state {
    case .trailerStart where byte == UInt8(ascii: "\r"):
      return .lastLineFeed
    case .trailerName where byte == UInt8(ascii: ":"):
      return .trailerValue
    case .trailerStart, .trailerName:
      guard HTTPToken.isTokenByte(byte) else { throw HTTPViolation(400, "the name of a trailer field is malformed") }
      return .trailerName
    case .trailerValue:
      if byte == UInt8(ascii: "\r") { return .trailerLineFeed }
      guard !Self.isControl(byte) else { throw HTTPViolation(400, "a trailer field holds a control character") }
      return .trailerValue
    case .trailerLineFeed:
      return try expect("\n", byte, then: .trailerStart, else: Self.missingLineEnd)
    default:
      return try expect("\n", byte, then: .ended, else: Self.missingLineEnd)
    }
  }

  private static func isControl(_ byte: UInt8) -> Bool {
    byte < 0x20 && byte != UInt8(ascii: "\t") || byte == 0x7F
  }

  private static var missingLineEnd: HTTPViolation { HTTPViolation(400, "a line of the body does not end with CR LF") }
  private static var missingDataEnd: HTTPViolation {
    HTTPViolation(400, "the data of a chunk is not followed by CR LF")
  }
}

// SPDX-License-Identifier: Apache-2.0

/// A way to mark the end of a response's body (RFC 9112 §6.3).
enum HTTP1ResponseFraming: Hashable {
  /// The status forbids a body, and nothing is said about its length.
  case none
  /// `Content-Length`.
  case length(Int64)
  /// `Transfer-Encoding: chunked`.
  case chunked
  /// The end of the connection: for HTTP/1.0, which knows no chunks.
  case untilClose
}

/// The connection's future after a response, as the response announces it (RFC 9112 §9.3, §9.6).
enum HTTP1Persistence {
  /// It goes on, as is the rule in HTTP/1.1.
  case persistent
  /// It goes on, which an HTTP/1.0 client has to be told.
  case persistentAnnounced
  /// It ends.
  case closing
}

/// Writes the head of a response.
struct HTTP1ResponseHead {
  var status: HTTPStatus
  var framing: HTTP1ResponseFraming
  var persistence: HTTP1Persistence
  var id: HTTPRequestID

  /// Appends the head: the fields that belong to every response, then the handler's own.
  func write(to output: inout OutputBuffer, fields: HTTPFields, dateLine: [UInt8], commonLines: [UInt8]) {
    let statusLine = HTTPStatusLine.bytes(of: status)
    let ownLines = fields.wireBytes
    let count = statusLine.count + dateLine.count + commonLines.count + ownLines.count + Self.maximalRestCount
    output.append(atMost: count) { room in
      var writer = RawWriter(room)
      writer.write(statusLine)
      writer.write(dateLine)
      writer.write("Request-Id: ")
      writer.write(hexadecimal: UInt64(id.prefix), digitCount: 8)
      writer.write(UInt8(ascii: "-"))
      writer.write(hexadecimal: id.number, digitCount: 10)
      writer.write("\r\n")
      writer.write(commonLines)
      writer.write(ownLines)
      writeFraming(to: &writer)
      writePersistence(to: &writer)
      writer.write("\r\n")
      return writer.count
    }
  }

  /// More than the bytes of `Request-Id`, the framing field, `Connection` and the line ends.
  private static let maximalRestCount = 160

  private func writeFraming(to writer: inout RawWriter) {
    switch framing {
    case .length(let count):
      writer.write("Content-Length: ")
      writer.write(decimal: UInt64(max(0, count)))
      writer.write("\r\n")
    case .chunked: writer.write("Transfer-Encoding: chunked\r\n")
    case .none, .untilClose: break
    }
  }

  private func writePersistence(to writer: inout RawWriter) {
    switch persistence {
    case .persistent: break
    case .persistentAnnounced: writer.write("Connection: keep-alive\r\n")
    case .closing: writer.write("Connection: close\r\n")
    }
  }
}

/// Status lines, each made once.
enum HTTPStatusLine {
  /// The line with its end.
  static func bytes(of status: HTTPStatus) -> [UInt8] {
    let index = status.code - 100
    return lines.indices.contains(index) ? lines[index] : make(500)
  }

  private static let lines = (100..<600).map { make(HTTPStatus($0)) }

  private static func make(_ status: HTTPStatus) -> [UInt8] {
    Array("HTTP/1.1 \(status.code) \(status.reason)\r\n".utf8)
  }
}

/// Writes bytes into room that somebody has reserved, and knows how many.
struct RawWriter {
  private let start: UnsafeMutableRawPointer  // lent for the writer's life, with room for all that is written
  private(set) var count = 0

  init(_ start: UnsafeMutableRawPointer) { self.start = start }

  /// Writes one byte.
  @inline(__always)
  mutating func write(_ byte: UInt8) {
    start.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count &+= 1
  }

  /// Writes bytes.
  @inline(__always)
  mutating func write(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { write($0) }
  }

  /// Writes bytes.
  @inline(__always)
  mutating func write(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress else { return }
    (start + count).copyMemory(from: base, byteCount: bytes.count)
    count &+= bytes.count
  }

  /// Writes the bytes of a literal.
  @inline(__always)
  mutating func write(_ text: StaticString) {
    (start + count).copyMemory(from: text.utf8Start, byteCount: text.utf8CodeUnitCount)
    count &+= text.utf8CodeUnitCount
  }

  /// Writes a number in decimal digits, at most 20.
  mutating func write(decimal value: UInt64) {
    var digitCount = 1
    var power: UInt64 = 10
    while digitCount < 20, value >= power {
      digitCount += 1
      power = power.multipliedReportingOverflow(by: 10).partialValue
    }
    var rest = value
    for index in (0..<digitCount).reversed() {
      start.storeBytes(
        of: UInt8(truncatingIfNeeded: rest % 10) + UInt8(ascii: "0"), toByteOffset: count + index, as: UInt8.self)
      rest /= 10
    }
    count += digitCount
  }

  /// Writes the lowest digits of a number in hexadecimal, with leading zeros.
  mutating func write(hexadecimal value: UInt64, digitCount: Int) {
    for index in (0..<digitCount).reversed() {
      let digit = UInt8(truncatingIfNeeded: value >> UInt64(4 * index)) & 15
      write(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}

extension RawWriter {
  /// The chunk that ends a body, with no trailer fields.
  static let lastChunk = Array("0\r\n\r\n".utf8)
  /// More than the bytes around those of a chunk.
  static let maximalChunkFramingCount = 24

  /// Writes bytes, at least one, as a chunk (RFC 9112 §7.1).
  mutating func write(chunk bytes: UnsafeRawBufferPointer) {
    let digitCount = max(1, (Int.bitWidth - bytes.count.leadingZeroBitCount + 3) / 4)
    write(hexadecimal: UInt64(bytes.count), digitCount: digitCount)
    write("\r\n")
    write(bytes)
    write("\r\n")
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTP
internal import WoofModel
internal import WoofSystem

/// One line of the log, in either format: the time, the level, a message, and fields.
struct LogLine: ~Copyable {
  private var bytes: [UInt8]
  private var isEmpty = true
  private let format: LogSink.Format

  /// Starts a line.
  init(format: LogSink.Format, level: LogSink.Level, message: String, time: Timestamp) {
    self.format = format
    bytes = []
    bytes.reserveCapacity(320)
    if format == .json { bytes.append(UInt8(ascii: "{")) }
    begin("time")
    quoteIfJSON()
    time.write(to: &bytes)
    quoteIfJSON()
    add("level", level.rawValue)
    add("message", message)
  }

  /// Adds a text.
  mutating func add(_ name: StaticString, _ value: String) {
    begin(name)
    appendText(value.utf8)
  }

  /// Adds the id of a request.
  mutating func add(_ name: StaticString, _ id: HTTPRequestID) {
    begin(name)
    quoteIfJSON()
    id.write(to: &bytes)
    quoteIfJSON()
  }

  /// Adds a text that is given as bytes, as parts of a request are.
  mutating func add(_ name: StaticString, utf8 value: some Collection<UInt8>) {
    begin(name)
    appendText(value)
  }

  /// Adds a number.
  mutating func add(_ name: StaticString, _ value: Int) {
    begin(name)
    bytes.appendDecimal(Int64(value))
  }

  /// Adds a duration in seconds, to the microsecond.
  mutating func add(_ name: StaticString, nanoseconds: Int64) {
    begin(name)
    let microseconds = max(0, nanoseconds / 1_000)
    bytes.appendDecimal(microseconds / 1_000_000)
    bytes.append(UInt8(ascii: "."))
    var divisor: Int64 = 100_000
    while divisor > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(microseconds / divisor % 10))
      divisor /= 10
    }
  }

  /// The whole line with its end.
  consuming func finish() -> [UInt8] {
    if format == .json { bytes.append(UInt8(ascii: "}")) }
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  private mutating func begin(_ name: StaticString) {
    switch format {
    case .logfmt:
      if !isEmpty { bytes.append(UInt8(ascii: " ")) }
      name.withUTF8Buffer { bytes.append(contentsOf: $0) }
      bytes.append(UInt8(ascii: "="))
    case .json:
      if !isEmpty { bytes.append(UInt8(ascii: ",")) }
      bytes.append(UInt8(ascii: "\""))
      name.withUTF8Buffer { bytes.append(contentsOf: $0) }
      bytes.append(UInt8(ascii: "\""))
      bytes.append(UInt8(ascii: ":"))
    }
    isEmpty = false
  }

  private mutating func quoteIfJSON() {
    if format == .json { bytes.append(UInt8(ascii: "\"")) }
  }

  private mutating func appendText(_ text: some Collection<UInt8>) {
    let isDone: Void? = text.withContiguousStorageIfAvailable { appendText($0.span) }
    if isDone == nil { appendText(Array(text).span) }
  }

  private mutating func appendText(_ text: Span<UInt8>) {
    var needs: ByteNeeds = []
    for index in text.indices { needs.formUnion(ByteNeeds.table[Int(text[index])]) }
    let (hasEscapes, isQuoted) = (needs.contains(.escape), format == .json || text.isEmpty || needs.contains(.quotes))
    if isQuoted { bytes.append(UInt8(ascii: "\"")) }
    if isQuoted, hasEscapes {
      for index in text.indices { appendEscaped(text[index]) }
    } else {
      text.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }  // read in their range only
    }
    if isQuoted { bytes.append(UInt8(ascii: "\"")) }
  }

  private mutating func appendEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    case 0..<0x20, 0x7F:
      bytes.append(contentsOf: "\\u00".utf8)
      bytes.append(Hexadecimal.lowerCaseDigit(byte >> 4))
      bytes.append(Hexadecimal.lowerCaseDigit(byte & 15))
    default: bytes.append(byte)
    }
  }
}

/// The treatment of a text in a line that one of its bytes makes necessary.
private struct ByteNeeds: OptionSet {
  let rawValue: UInt8

  /// The byte is written as an escape where there are quotes.
  static let escape = ByteNeeds(rawValue: 1)
  /// In logfmt, the text is written between quotes.
  static let quotes = ByteNeeds(rawValue: 2)

  /// The needs of every byte: looking them up costs a fraction of comparing.
  static let table = InlineArray<256, ByteNeeds> { index in
    switch UInt8(truncatingIfNeeded: index) {
    case 0..<0x20, 0x7F, UInt8(ascii: "\""): [.escape, .quotes]
    case UInt8(ascii: "\\"): .escape
    case UInt8(ascii: " "), UInt8(ascii: "="): .quotes
    default: []
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import WoofModel
internal import WoofSystem

/// One line of the log, in either format: the time, the level, a message, and fields.
struct LogLine {
  private var bytes: [UInt8]
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
      if !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
      name.withUTF8Buffer { bytes.append(contentsOf: $0) }
      bytes.append(UInt8(ascii: "="))
    case .json:
      if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(UInt8(ascii: "\""))
      name.withUTF8Buffer { bytes.append(contentsOf: $0) }
      bytes.append(UInt8(ascii: "\""))
      bytes.append(UInt8(ascii: ":"))
    }
  }

  private mutating func quoteIfJSON() {
    if format == .json { bytes.append(UInt8(ascii: "\"")) }
  }

  private mutating func appendText(_ text: some Collection<UInt8>) {
    let isPlain =
      format == .logfmt && !text.isEmpty
      && text.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "=") }
    if isPlain {
      bytes.append(contentsOf: text)
    } else {
      bytes.append(UInt8(ascii: "\""))
      for byte in text { appendEscaped(byte) }
      bytes.append(UInt8(ascii: "\""))
    }
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

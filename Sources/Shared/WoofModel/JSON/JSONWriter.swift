// SPDX-License-Identifier: Apache-2.0

internal import WoofSystem

/// Appends JSON (RFC 8259) to bytes, in the order of the calls and without going through `Encoder`, for the responses
/// that are made many times a second.
///
/// The writer sets commas; that objects and arrays are closed as they were opened is the caller's part.
public struct JSONWriter: Sendable {
  /// The JSON written so far, after the bytes that the writer was made with.
  public private(set) var bytes: [UInt8]
  private var needsComma = false

  /// Makes a writer that appends to `bytes`.
  public init(appendingTo bytes: consuming [UInt8] = []) {
    self.bytes = bytes
  }

  /// Opens an object.
  public mutating func beginObject() {
    separate()
    bytes.append(UInt8(ascii: "{"))
    needsComma = false
  }

  /// Closes an object.
  public mutating func endObject() {
    bytes.append(UInt8(ascii: "}"))
    needsComma = true
  }

  /// Opens an array.
  public mutating func beginArray() {
    separate()
    bytes.append(UInt8(ascii: "["))
    needsComma = false
  }

  /// Closes an array.
  public mutating func endArray() {
    bytes.append(UInt8(ascii: "]"))
    needsComma = true
  }

  /// Writes the name of the member whose value comes next; the name holds nothing that JSON would escape.
  public mutating func name(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes the name of the member whose value comes next, escaped where it must be.
  @_disfavoredOverload  // or else every literal would be a String, and be searched for what needs an escape
  public mutating func name(_ name: String) {
    value(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a string, escaped where JSON asks for it, and where readers of lines may see the end of one: at the Unicode
  /// separators U+0085, U+2028 and U+2029.
  public mutating func value(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { appendEscaped($0.span) }
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  /// Writes an integer.
  public mutating func value(_ number: Int64) {
    separate()
    bytes.appendDecimal(number)
    needsComma = true
  }

  /// Writes an integer.
  public mutating func value(_ number: Int) { value(Int64(number)) }

  /// Writes `true` or `false`.
  public mutating func value(_ flag: Bool) { raw(flag ? "true" : "false") }

  /// Writes `null`.
  public mutating func null() { raw("null") }

  /// Writes the text of an id.
  public mutating func value(_ id: PhotoID) {
    quoted { id.write(to: &$0) }
  }

  /// Writes the text of a digest.
  public mutating func value(_ digest: Digest) {
    quoted { digest.write(to: &$0) }
  }

  /// Writes the text of a timestamp.
  public mutating func value(_ timestamp: Timestamp) {
    quoted { timestamp.write(to: &$0) }
  }

  /// Writes any JSON value; members are ordered by name, so that the same value always gives the same bytes.
  public mutating func value(_ json: JSONValue) {
    switch json {
    case .null: null()
    case .bool(let flag): value(flag)
    case .integer(let number): value(number)
    case .number(let number): number.isFinite ? raw(number.description) : null()
    case .string(let text): value(text)
    case .array(let values):
      beginArray()
      for element in values { value(element) }
      endArray()
    case .object(let members):
      beginObject()
      for (key, member) in members.sorted(by: { $0.key < $1.key }) {
        name(key)
        value(member)
      }
      endObject()
    }
  }

  /// Writes text that is JSON already, or that needs no escape, as a value.
  public mutating func raw(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
    needsComma = true
  }

  /// Writes bytes that are JSON already, as a value.
  public mutating func raw(_ json: some Collection<UInt8>) {
    separate()
    bytes.append(contentsOf: json)
    needsComma = true
  }

  /// Ends a line, as NDJSON does; what comes next needs no comma.
  public mutating func newline() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  private mutating func quoted(_ write: (inout [UInt8]) -> Void) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    write(&bytes)
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func appendEscaped(_ text: Span<UInt8>) {
    var start = 0
    var index = 0
    while index < text.count {
      guard Self.mayNeedEscape(text[index]), let escape = JSONEscape(at: index, in: text) else {
        index += 1
        continue
      }
      bytes.append(contentsOf: text.extracting(start..<index))
      escape.append(to: &bytes)
      index += escape.byteCount
      start = index
    }
    bytes.append(contentsOf: text.extracting(start..<text.count))
  }

  /// Returns `true` if a byte needs an escape, or starts a character that may need one.
  private static func mayNeedEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0xC2 || byte == 0xE2
  }
}

/// A character that JSON text does not show as it is.
struct JSONEscape {
  /// The length of the character in UTF-8, without the escape, in bytes.
  let byteCount: Int
  private let scalar: UInt16

  /// Finds the character to be escaped at a place in UTF-8; `nil` where the one there needs no escape.
  init?(at index: Int, in text: Span<UInt8>) {
    switch text[index] {
    case let byte where byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\"):
      (byteCount, scalar) = (1, UInt16(byte))
    case 0xC2 where index + 1 < text.count && text[index + 1] == 0x85:
      (byteCount, scalar) = (2, 0x85)
    case 0xE2 where index + 2 < text.count && text[index + 1] == 0x80 && text[index + 2] & 0xFE == 0xA8:
      (byteCount, scalar) = (3, 0x2000 | UInt16(text[index + 2] & 0x3F))
    default:
      return nil
    }
  }

  /// Appends what stands for the character (RFC 8259 §7).
  func append(to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\\"))
    switch scalar {
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case 0x22, 0x5C: bytes.append(UInt8(truncatingIfNeeded: scalar))
    default:
      bytes.append(addingCapacity: 5) { output in
        output.append(UInt8(ascii: "u"))
        Hexadecimal.append(UInt64(scalar), digitCount: 4, to: &output)
      }
    }
  }
}

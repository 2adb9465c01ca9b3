// SPDX-License-Identifier: Apache-2.0

/// Puts heads together from the lines that libcurl gives: any number of heads, then the fields after the content.
struct TransferHeadCollector {
  /// The outcome of a line.
  enum Event {
    case nothing
    /// A head is complete.
    case head(TransferHead)
    /// All heads and trailers together are larger than allowed.
    case tooLarge
  }

  /// The most bytes of all heads and trailers together. libcurl has a limit of its own, which is not much higher.
  static let maximumSize = 256 * 1024

  /// The fields after the content.
  var trailers: [(name: String, value: String)] { afterContent.fields }

  private var afterContent = FieldLines()
  /// The lines of the head that comes; `nil` outside of a head.
  private var lines: HeadLines?
  private var size = 0

  /// Takes the next line, with its end.
  mutating func take(_ line: UnsafeRawBufferPointer, knowing memory: HeadMemory) -> Event {  // lent for this call
    size += line.count
    guard size <= Self.maximumSize else { return .tooLarge }
    let line = FieldLines.trimmed(line, keepsStart: true)
    if HeadLines.isStatusLine(line) {
      lines = lines ?? memory.takeLines()
      lines?.begin(with: line)
      afterContent = FieldLines()
    } else if line.isEmpty {
      guard let complete = lines.take() else { return .nothing }
      return .head(memory.head(of: complete))
    } else if lines != nil {
      lines?.append(line)
    } else {
      afterContent.append(line)
    }
    return .nothing
  }
}

/// Fields, as they come in lines.
struct FieldLines {
  private(set) var fields: [(name: String, value: String)] = []

  /// Adds a line without its end: a field, or what continues the one before.
  mutating func append(_ line: UnsafeRawBufferPointer) {  // lent for this call
    guard let first = line.first else { return }
    if first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") { return continueLast(line) }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return }
    let name = UnsafeRawBufferPointer(rebasing: line[..<colon])
    let value = UnsafeRawBufferPointer(rebasing: line[(colon + 1)...])
    fields.append((name: Self.text(Self.trimmed(name)), value: Self.text(Self.trimmed(value))))
  }

  /// RFC 9112, section 5.2: a line that begins with a space continues the one before it.
  private mutating func continueLast(_ line: UnsafeRawBufferPointer) {  // lent for this call
    guard let last = fields.indices.last else { return }
    fields[last].value += " " + Self.text(Self.trimmed(line))
  }

  /// The bytes without the white space around them, or after them only.
  static func trimmed(
    _ bytes: UnsafeRawBufferPointer,  // lent for this call
    keepsStart: Bool = false
  ) -> UnsafeRawBufferPointer {
    var (start, end) = (0, bytes.count)
    while end > start, isSpace(bytes[end - 1]) { end -= 1 }
    while !keepsStart, start < end, isSpace(bytes[start]) { start += 1 }
    return UnsafeRawBufferPointer(rebasing: bytes[start..<end])
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n")
  }

  /// UTF-8, or ISO 8859-1 where it cannot be that.
  private static func text(_ bytes: UnsafeRawBufferPointer) -> String {  // lent for this call
    // The check for what nearly always is there costs less than the general one.
    guard !bytes.allSatisfy({ $0 < 0x80 }) else { return String(decoding: bytes, as: UTF8.self) }
    return String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}

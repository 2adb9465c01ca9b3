// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTPSemantics

/// The positions of the name and the value of a field line (RFC 9112 §5).
struct HTTPFieldLine {
  let name: Range<Int>
  let value: Range<Int>

  /// Makes the positions of a name and a value that have been checked.
  init(checkedName name: Range<Int>, value: Range<Int>) {
    self.name = name
    self.value = value
  }

  /// Finds name and value in a line given without its line end.
  init(_ bytes: RawSpan, _ line: Range<Int>) throws(HTTPViolation) {
    let offset = bytes.endOfPrefix(of: .token, in: line)
    guard offset < line.upperBound, bytes.byte(offset) == UInt8(ascii: ":"), offset > line.lowerBound else {
      throw Self.nameViolation(bytes, line, at: offset)
    }
    name = line.lowerBound..<offset
    var start = offset + 1
    var end = line.upperBound
    while start < end, HTTPToken.isWhitespace(bytes.byte(start)) { start &+= 1 }
    while end > start, HTTPToken.isWhitespace(bytes.byte(end - 1)) { end &-= 1 }
    value = start..<end
    guard bytes.firstControlOffset(in: value) == nil else {
      throw HTTPViolation(400, "a field value holds a control character")
    }
  }

  /// The entry of the field in the list of a section that starts at an offset.
  func entry(_ bytes: RawSpan, sectionStart: Int) -> HTTPFields.Entry {
    HTTPFields.Entry(
      key: HTTPFieldKey(count: name.count) { bytes.byte(name.lowerBound + $0) },
      name: name.lowerBound - sectionStart..<name.upperBound - sectionStart,
      value: value.lowerBound - sectionStart..<value.upperBound - sectionStart)
  }

  private static func nameViolation(_ bytes: RawSpan, _ line: Range<Int>, at offset: Int) -> HTTPViolation {
    guard offset < line.upperBound else { return HTTPViolation(400, "a field line has no colon") }
    if HTTPToken.isWhitespace(bytes.byte(offset)) {
      return offset == line.lowerBound
        ? HTTPViolation(400, "a field line is folded or starts with whitespace")
        : HTTPViolation(400, "whitespace stands in a field name or before its colon")
    }
    return bytes.byte(offset) == UInt8(ascii: ":")
      ? HTTPViolation(400, "a field line has no name")
      : HTTPViolation(400, "a field name holds a character that it must not hold")
  }
}

extension HTTPFields {
  /// Reads a field section that has arrived whole and ends with the line end of its last line.
  init(section: [UInt8], maximalCount: Int) throws(HTTPViolation) {
    let bytes = section.span.bytes
    var entries: [Entry] = []
    var keys = HTTPFieldKeySet()
    var start = 0
    while start < section.count {
      guard let lineFeed = bytes.firstOffset(of: UInt8(ascii: "\n"), in: start..<section.count), lineFeed > start,
        section[lineFeed - 1] == UInt8(ascii: "\r")
      else { throw HTTPViolation(400, "a field line does not end with CR LF") }
      guard entries.count < maximalCount else {
        throw HTTPViolation(431, "there are too many header fields", limit: maximalCount)
      }
      let entry = try HTTPFieldLine(bytes, start..<lineFeed - 1).entry(bytes, sectionStart: 0)
      keys.insert(entry.key)
      entries.append(entry)
      start = lineFeed + 1
    }
    self.init(checkedLines: section, entries: entries, keys: keys)
  }
}

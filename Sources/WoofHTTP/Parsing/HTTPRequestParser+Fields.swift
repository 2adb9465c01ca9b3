extension HTTPRequestParser {
  /// Takes in one field line (RFC 9112 §5), given without its line end.
  mutating func parseField(_ bytes: RawSpan, _ line: Range<Int>) throws(HTTPViolation) {
    guard entries.count < limits.fieldCount else {
      throw HTTPViolation(431, "the request has too many header fields", limit: limits.fieldCount)
    }
    if entries.isEmpty { entries.reserveCapacity(Self.usualFieldCount) }
    let field = try HTTPFieldLine(bytes, line)
    let key = HTTPFieldKey(count: field.name.count) { bytes.byte(field.name.lowerBound + $0) }
    keys.insert(key)
    entries.append(
      HTTPFields.Entry(
        key: key, name: field.name.lowerBound - fieldsStart..<field.name.upperBound - fieldsStart,
        value: field.value.lowerBound - fieldsStart..<field.value.upperBound - fieldsStart))
    try control.note(bytes, field)
  }

  /// Room that is made at the first field, enough for what browsers send.
  private static var usualFieldCount: Int { 16 }
}

/// Where the name and the value of a field line stand (RFC 9112 §5).
struct HTTPFieldLine {
  let name: Range<Int>
  let value: Range<Int>

  /// Finds name and value in a line given without its line end.
  init(_ bytes: RawSpan, _ line: Range<Int>) throws(HTTPViolation) {
    var offset = line.lowerBound
    while offset < line.upperBound, HTTPToken.isTokenByte(bytes.byte(offset)) { offset &+= 1 }
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

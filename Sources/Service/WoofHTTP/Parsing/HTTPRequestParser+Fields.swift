extension HTTPRequestParser {
  /// Takes in one field line (RFC 9112 §5), given without its line end.
  mutating func parseField(_ bytes: RawSpan, _ line: Range<Int>) throws(HTTPViolation) {
    guard entries.count < limits.fieldCount else {
      throw HTTPViolation(431, "the request has too many header fields", limit: limits.fieldCount)
    }
    if entries.isEmpty { entries.reserveCapacity(Self.usualFieldCount) }
    let field = try HTTPFieldLine(bytes, line)
    let entry = field.entry(bytes, sectionStart: fieldsStart)
    keys.insert(entry.key)
    entries.append(entry)
    try control.note(bytes, field)
  }

  /// Room that is made at the first field, enough for what browsers send.
  private static var usualFieldCount: Int { 16 }
}

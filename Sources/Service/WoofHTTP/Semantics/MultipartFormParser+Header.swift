extension MultipartFormParser {
  /// Takes in what follows a boundary on its line.
  mutating func takeBoundaryEnd(_ bytes: RawSpan, _ offset: inout Int) throws(MultipartFormError) -> Event? {
    let byte = bytes.byte(offset)
    offset += 1
    switch (state, byte) {
    case (.boundaryEnd, UInt8(ascii: "-")):
      state = .closingHyphen
    case (.closingHyphen, UInt8(ascii: "-")):
      state = .ended
      return .end
    case (.boundaryEnd, UInt8(ascii: "\r")), (.padding, UInt8(ascii: "\r")):
      state = .boundaryLineFeed
    case (.boundaryEnd, _) where HTTPToken.isWhitespace(byte), (.padding, _) where HTTPToken.isWhitespace(byte):
      state = .padding
    case (.boundaryLineFeed, UInt8(ascii: "\n")):
      partCount += 1
      guard partCount <= limits.partCount else {
        throw .tooLarge("the form has too many parts", limit: limits.partCount)
      }
      header.removeAll(keepingCapacity: true)
      state = .fields
    default:
      throw .malformed("something follows a boundary of the form on its line")
    }
    return nil
  }

  /// Gathers the fields of a part up to their empty line.
  mutating func takeFields(_ bytes: RawSpan, _ offset: inout Int) throws(MultipartFormError) -> Event? {
    while offset < bytes.byteCount {
      let byte = bytes.byte(offset)
      offset += 1
      header.append(byte)
      guard header.count <= limits.headerByteCount else {
        throw .tooLarge("the fields of a part of the form are too large", limit: limits.headerByteCount)
      }
      guard byte == UInt8(ascii: "\n") else { continue }
      guard header.suffix(2).elementsEqual("\r\n".utf8) else {
        throw .malformed("a line of a part of the form does not end with CR LF")
      }
      guard header.count == 2 || header.suffix(4).elementsEqual("\r\n\r\n".utf8) else { continue }
      state = .data
      matchedCount = 2
      impliedCount = 2
      return .part(try MultipartFormPart(try parseHeader()))
    }
    return nil
  }

  private func parseHeader() throws(MultipartFormError) -> HTTPFields {
    do throws(HTTPViolation) {
      return try HTTPFields(section: Array(header.dropLast(2)), maximalCount: limits.fieldCount)
    } catch {
      if let limit = error.limit { throw .tooLarge(error.reason, limit: limit) }
      throw .malformed(error.reason)
    }
  }
}

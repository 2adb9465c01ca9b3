// SPDX-License-Identifier: Apache-2.0

package import WoofHTTPSemantics

/// Reads a form that comes in pieces (`multipart/form-data`, RFC 7578), and hands on the data of its parts without
/// copying it.
///
///     var parser = try MultipartFormParser(contentType: type)
///     while let chunk = try await body.next() {
///       try chunk.withBytes { bytes in
///         var offset = 0
///         while let event = try parser.next(in: bytes, from: &offset) { … }
///       }
///     }
///     try parser.finish()
///
/// Lines end with CR LF only. What stands before the first boundary and after the last one is passed over.
package struct MultipartFormParser: Sendable {
  /// Something that the parser has come upon.
  package enum Event: Sendable {
    /// A part begins.
    case part(MultipartFormPart)
    /// The bytes in the range belong to the data of the part.
    case data(Range<Int>)
    /// These bytes of an earlier piece belong to the data of the part: they might have been the start of a boundary.
    case heldData(ArraySlice<UInt8>)
    /// The part has ended.
    case partEnd
    /// The form has ended.
    case end
  }

  enum State {
    /// Before the first boundary.
    case preamble
    /// After a boundary.
    case boundaryEnd
    /// After a boundary and a hyphen.
    case closingHyphen
    /// After a boundary and spaces, which mean nothing.
    case padding
    case boundaryLineFeed
    case fields
    case data
    case ended
  }

  let limits: MultipartFormLimits
  /// The bytes that end the data of a part: a line end, two hyphens and the boundary.
  let delimiter: [UInt8]
  var state = State.preamble
  /// The number of the delimiter's bytes that have been seen at the end of the last piece.
  var matchedCount = 2
  /// The number of them that stand for a line end that belongs to what came before: at the start of a form and of the
  /// data of a part, a delimiter may do without its own.
  var impliedCount = 2
  var preambleCount = 0
  var partCount = 0
  var header: [UInt8] = []

  /// Makes a parser of a form with that content type.
  ///
  /// - Throws: ``MultipartFormError/wrongContentType``.
  package init(
    contentType: HTTPMediaType, limits: MultipartFormLimits = MultipartFormLimits()
  ) throws(MultipartFormError) {
    guard contentType.essence == "multipart/form-data", let boundary = contentType["boundary"],
      (1...70).contains(boundary.utf8.count), boundary.utf8.last != UInt8(ascii: " "),
      boundary.utf8.allSatisfy(ASCIISet.boundary.contains)
    else { throw .wrongContentType }
    self.limits = limits
    delimiter = Array("\r\n--\(boundary)".utf8)
  }

  /// The next event in a piece of the form, of which everything before `offset` has been seen; `nil` where the rest of
  /// the piece has been seen too. The parser moves `offset`.
  ///
  /// - Throws: ``MultipartFormError``; nothing more can be read then.
  package mutating func next(in bytes: RawSpan, from offset: inout Int) throws(MultipartFormError) -> Event? {
    while offset < bytes.byteCount {
      let event: Event? =
        switch state {
        case .preamble: try passPreamble(bytes, &offset)
        case .data: passData(bytes, &offset)
        case .fields: try takeFields(bytes, &offset)
        case .boundaryEnd, .closingHyphen, .padding, .boundaryLineFeed: try takeBoundaryEnd(bytes, &offset)
        case .ended: passEpilogue(bytes, &offset)
        }
      if let event { return event }
    }
    return nil
  }

  /// Says that no further piece comes.
  ///
  /// - Throws: ``MultipartFormError/truncated`` where the form has not ended.
  package func finish() throws(MultipartFormError) {
    guard case .ended = state else { throw .truncated }
  }

  private func passEpilogue(_ bytes: RawSpan, _ offset: inout Int) -> Event? {
    offset = bytes.byteCount
    return nil
  }
}

extension ASCIISet {
  /// The bytes of boundaries (RFC 2046 §5.1.1).
  static let boundary = ASCIISet(low: 0xA7FF_FB81_0000_0000, high: 0x07FF_FFFE_87FF_FFFE)
}

extension MultipartFormParser {
  /// Passes data up to the next delimiter or the end of the piece.
  mutating func passData(_ bytes: RawSpan, _ offset: inout Int) -> Event? {
    let held = impliedCount..<matchedCount
    switch matchDelimiter(bytes, offset) {
    case .whole(let end):
      endDelimiter(at: end, &offset)
      return .partEnd
    case .partial(let count):
      offset = bytes.byteCount
      matchedCount = count
      return nil
    case .none where matchedCount > 0:
      matchedCount = 0
      impliedCount = 0
      return held.isEmpty ? nil : .heldData(delimiter[held])
    case .none:
      let start = offset
      offset = nextCandidate(bytes, from: offset)
      return .data(start..<offset)
    }
  }

  /// Passes what stands before the first delimiter.
  mutating func passPreamble(_ bytes: RawSpan, _ offset: inout Int) throws(MultipartFormError) -> Event? {
    let start = offset
    switch matchDelimiter(bytes, offset) {
    case .whole(let end):
      endDelimiter(at: end, &offset)
    case .partial(let count):
      offset = bytes.byteCount
      matchedCount = count
    case .none where matchedCount > 0:
      matchedCount = 0
      impliedCount = 0
    case .none:
      offset = nextCandidate(bytes, from: offset)
    }
    preambleCount += offset - start
    guard preambleCount <= limits.preambleByteCount + delimiter.count else {
      throw .tooLarge("the text before the first part of the form is too long", limit: limits.preambleByteCount)
    }
    return nil
  }

  private mutating func endDelimiter(at end: Int, _ offset: inout Int) {
    offset = end
    matchedCount = 0
    impliedCount = 0
    state = .boundaryEnd
  }

  private enum Match {
    /// The delimiter ends at this offset.
    case whole(end: Int)
    /// The piece ends with this many bytes of the delimiter.
    case partial(count: Int)
    /// There is no delimiter here.
    case none
  }

  /// Compares what stands at an offset with what is missing of the delimiter.
  private func matchDelimiter(_ bytes: RawSpan, _ start: Int) -> Match {
    var offset = start
    var count = matchedCount
    while count < delimiter.count, offset < bytes.byteCount {
      guard bytes.byte(offset) == delimiter[count] else { return .none }
      offset &+= 1
      count &+= 1
    }
    return count == delimiter.count ? .whole(end: offset) : .partial(count: count)
  }

  /// The first offset after `start` at which a delimiter, or the beginning of one, stands. A boundary has no CR, so no
  /// byte is looked at more than twice.
  private func nextCandidate(_ bytes: RawSpan, from start: Int) -> Int {
    var offset = start + 1
    while let candidate = firstReturn(bytes, from: offset) {
      let next = candidate + 1
      if next == bytes.byteCount { return candidate }
      if bytes.byte(next) == UInt8(ascii: "\n") {
        if case .none = matchDelimiter(bytes, candidate) {} else { return candidate }
      }
      offset = next
    }
    return bytes.byteCount
  }

  private func firstReturn(_ bytes: RawSpan, from start: Int) -> Int? {
    guard start < bytes.byteCount else { return nil }
    // Runs of them would call for a search each.
    if bytes.byte(start) == UInt8(ascii: "\r") { return start }
    return bytes.firstOffset(of: UInt8(ascii: "\r"), in: start..<bytes.byteCount)
  }
}

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

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

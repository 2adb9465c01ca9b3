// SPDX-License-Identifier: Apache-2.0

/// Finds the lines in text that comes in pieces.
///
/// A line ends with LF, CR, CR LF, VT, FF, NEL, LINE SEPARATOR or PARAGRAPH SEPARATOR (Unicode standard, section 5.8).
/// Empty lines are left out. What is not UTF-8 is repaired.
struct LineSplitter {
  /// The beginning of a line or a separator, from the pieces before.
  private var begun: [UInt8] = []

  /// The next line in `bytes` from `position` on, which goes behind it; `nil` where the line goes on in the next piece.
  mutating func next(in bytes: UnsafeBufferPointer<UInt8>, from position: inout Int) -> String? {
    while position < bytes.count {
      guard let (end, after) = separator(in: bytes, from: position) else {
        begun.append(contentsOf: bytes[position...])
        position = bytes.count
        return nil
      }
      let piece = UnsafeBufferPointer(rebasing: bytes[position..<end])
      position = after
      if let line = finish(with: piece) { return line }
    }
    return nil
  }

  /// The last line, if it has no end.
  mutating func last() -> String? { finish(with: UnsafeBufferPointer(start: nil, count: 0)) }

  /// Returns `true` if a byte may be the last one of a separator.
  static func mayEndLine(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x0A...0x0D, 0x85, 0xA8, 0xA9: true
    default: false
    }
  }

  private mutating func finish(with piece: UnsafeBufferPointer<UInt8>) -> String? {
    guard !begun.isEmpty else { return piece.isEmpty ? nil : String(decoding: piece, as: UTF8.self) }
    begun.append(contentsOf: piece)
    defer { begun.removeAll(keepingCapacity: true) }
    return String(decoding: begun, as: UTF8.self)
  }

  /// Returns the end of the line and the beginning of the next one; `nil` if the line goes on in the next piece. A
  /// separator of several bytes may have begun in the piece before.
  private mutating func separator(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> (end: Int, after: Int)? {
    if start == 0, let split = splitSeparator(in: bytes) { return split }
    var index = start
    while let found = Self.firstCandidate(in: bytes, from: index) {
      switch bytes[found] {
      case 0x0A...0x0D: return (found, found + 1)
      case 0xC2 where found + 1 < bytes.count && bytes[found + 1] == 0x85: return (found, found + 2)
      case 0xE2 where found + 2 < bytes.count && bytes[found + 1] == 0x80 && Self.isLast(bytes[found + 2]):
        return (found, found + 3)
      default: index = found + 1
      }
    }
    return nil
  }

  private static func isLast(_ byte: UInt8) -> Bool { byte == 0xA8 || byte == 0xA9 }

  /// The rest of a separator whose first bytes are at the end of what began before.
  private mutating func splitSeparator(in bytes: UnsafeBufferPointer<UInt8>) -> (end: Int, after: Int)? {
    guard let last = begun.last, let first = bytes.first else { return nil }
    if last == 0xC2, first == 0x85 {
      begun.removeLast()
      return (0, 1)
    }
    if last == 0xE2, first == 0x80, bytes.count > 1, Self.isLast(bytes[1]) {
      begun.removeLast()
      return (0, 2)
    }
    if last == 0x80, begun.count > 1, begun[begun.count - 2] == 0xE2, Self.isLast(first) {
      begun.removeLast(2)
      return (0, 1)
    }
    return nil
  }

  /// The first byte that may begin a separator.
  private static func firstCandidate(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    var index = start
    while index + blockSize <= bytes.count, !hasCandidate(base + index) { index += blockSize }
    while index + 8 <= bytes.count {
      let word = UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self)  // within the buffer, by the condition
      let marks = Self.candidates(in: UInt64(littleEndian: word))
      if marks != 0 { return index + marks.trailingZeroBitCount / 8 }
      index += 8
    }
    return bytes[index...].firstIndex { isCandidate($0) != 0 }
  }

  private static let blockSize = 32

  /// Returns `true` if any byte of a block may begin a separator. It looks at all of them, so that the compiler uses
  /// vector instructions.
  @inline(__always)
  private static func hasCandidate(
    _ block: UnsafePointer<UInt8>  // a whole block is there
  ) -> Bool {
    var found: UInt8 = 0
    for offset in 0..<blockSize { found |= isCandidate(block[offset]) }
    return found != 0
  }

  /// Not 0 for 0A to 0D, C2 and E2.
  @inline(__always)
  private static func isCandidate(_ byte: UInt8) -> UInt8 { (byte &- 0x0A < 4 ? 1 : 0) | (byte | 0x20 == 0xE2 ? 1 : 0) }

  /// The highest bit of each of the eight bytes that may begin a separator: 0A to 0D, C2 and E2. The lowest of the bits is
  /// right; above it there may be more than there should (Anderson, "Bit Twiddling Hacks", on finding a zero byte).
  @inline(__always)
  private static func candidates(in word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs = ones << 7
    let low = word & ~highs
    let isLow = (low &+ ones &* 0x76) & ~(low &+ ones &* 0x72) & ~word
    let difference = (word | ones &* 0x20) ^ (ones &* 0xE2)
    let isHigh = (difference &- ones) & ~difference
    return (isLow | isHigh) & highs
  }
}

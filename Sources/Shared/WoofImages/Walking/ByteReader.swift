// SPDX-License-Identifier: Apache-2.0

/// Reads numbers, the highest byte first, out of bytes that are all there.
struct ByteReader {
  private let bytes: [UInt8]
  private(set) var position: Int
  private let end: Int
  /// The position in the file of the first of `bytes`.
  private let base: Int

  /// - Parameter base: The position of the first byte in the file.
  init(_ bytes: [UInt8], base: Int) {
    self.init(bytes, base: base, range: bytes.indices)
  }

  private init(_ bytes: [UInt8], base: Int, range: Range<Int>) {
    self.bytes = bytes
    self.base = base
    position = range.lowerBound
    end = range.upperBound
  }

  /// The position in the file of the next byte.
  var offset: Int { base + position }
  /// The number of bytes that are left.
  var remaining: Int { end - position }
  var isAtEnd: Bool { position == end }

  /// The next so many bytes as one number; none are 0.
  ///
  /// - Parameter byteCount: 0 to 8.
  mutating func number(_ byteCount: Int) throws(StructureFault) -> UInt64 {
    let range = try advance(byteCount)
    return bytes[range].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The next so many bytes, no more than seven, as one number.
  mutating func integer(_ byteCount: Int) throws(StructureFault) -> Int {
    Int(clamping: try number(byteCount))
  }

  mutating func fourCharacters() throws(StructureFault) -> FourCharacterCode {
    FourCharacterCode(rawValue: UInt32(truncatingIfNeeded: try number(4)))
  }

  mutating func skip(_ byteCount: Int) throws(StructureFault) { _ = try advance(byteCount) }

  /// A reader of the next so many bytes, which are passed over here.
  mutating func part(_ byteCount: Int) throws(StructureFault) -> ByteReader {
    ByteReader(bytes, base: base, range: try advance(byteCount))
  }

  /// A copy of what is left.
  var rest: [UInt8] { Array(bytes[position..<end]) }

  private mutating func advance(_ byteCount: Int) throws(StructureFault) -> Range<Int> {
    guard byteCount >= 0, byteCount <= remaining else {
      throw StructureFault("a part reaches past the end of what holds it", at: offset)
    }
    defer { position += byteCount }
    return position..<position + byteCount
  }
}

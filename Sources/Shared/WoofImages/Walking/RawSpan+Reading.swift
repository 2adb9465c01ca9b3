// SPDX-License-Identifier: Apache-2.0

/// Numbers and bytes out of a field.
///
/// The loads are unsafe only for types that have invalid bit patterns, which integers have not; bounds are checked.
extension RawSpan {
  @inline(__always)
  func byte(at offset: Int) -> UInt8 { unsafeLoad(fromByteOffset: offset, as: UInt8.self) }

  @inline(__always)
  func bigEndian<Number: FixedWidthInteger & BitwiseCopyable>(_ type: Number.Type, at offset: Int) -> Number {
    Number(bigEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: Number.self))
  }

  @inline(__always)
  func littleEndian<Number: FixedWidthInteger & BitwiseCopyable>(_ type: Number.Type, at offset: Int) -> Number {
    Number(littleEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: Number.self))
  }

  /// Three bytes, the lowest first.
  func littleEndian24(at offset: Int) -> Int {
    Int(byte(at: offset)) | Int(byte(at: offset + 1)) << 8 | Int(byte(at: offset + 2)) << 16
  }

  /// Reads the four-character code at an offset.
  func fourCharacters(at offset: Int) -> FourCharacterCode {
    FourCharacterCode(rawValue: bigEndian(UInt32.self, at: offset))
  }

  /// Returns `true` if the bytes from `offset` on begin with these.
  func starts(with prefix: [UInt8], at offset: Int = 0) -> Bool {
    byteCount - offset >= prefix.count && prefix.indices.allSatisfy { byte(at: offset + $0) == prefix[$0] }
  }

  /// A copy of the bytes.
  var copied: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return bytes
  }

  func append(to bytes: inout [UInt8]) { withUnsafeBytes { bytes.append(contentsOf: $0) } }
}

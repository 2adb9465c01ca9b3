internal import WoofModel

/// The block before each file of a tar archive, in the POSIX format `ustar` (IEEE Std 1003.1, pax).
struct TarHeader {
  /// The size of a block; files are filled up to whole ones.
  static let blockSize = 512
  /// The longest name; the format has more room, which a backup does not need.
  static let longestName = 100

  /// The path of the file in the archive, at most ``longestName`` bytes long.
  var name: String
  /// The length of the file in bytes.
  var byteCount: Int64
  /// The time of the file's last change.
  var time: Timestamp

  /// The block.
  var block: [UInt8] {
    var block = [UInt8](repeating: 0, count: Self.blockSize)
    Self.put(Array(name.utf8.prefix(Self.longestName)), at: 0, in: &block)
    Self.put(Self.octal(0o600, digitCount: 7), at: 100, in: &block)
    Self.put(Self.octal(0, digitCount: 7), at: 108, in: &block)
    Self.put(Self.octal(0, digitCount: 7), at: 116, in: &block)
    Self.put(size, at: 124, in: &block)
    Self.put(Self.octal(UInt64(max(time.milliseconds, 0) / 1000), digitCount: 11), at: 136, in: &block)
    block[156] = UInt8(ascii: "0")
    Self.put(Array("ustar\u{0}00".utf8), at: 257, in: &block)
    // The sum is that of the block with blanks where the sum stands.
    Self.put(Array(repeating: UInt8(ascii: " "), count: 8), at: 148, in: &block)
    let sum = block.reduce(UInt64(0)) { $0 + UInt64($1) }
    Self.put(Self.octal(sum, digitCount: 6) + [0, UInt8(ascii: " ")], at: 148, in: &block)
    return block
  }

  /// The number of bytes that fill the file's last block.
  var padding: Int { (Self.blockSize - Int(byteCount % Int64(Self.blockSize))) % Self.blockSize }

  /// Eleven octal digits reach to 8 GiB; from there on the number stands in binary, after a high bit, as GNU tar and all
  /// others read it.
  private var size: [UInt8] {
    guard byteCount >= 1 << 33 else { return Self.octal(UInt64(max(byteCount, 0)), digitCount: 11) }
    return [0x80, 0, 0, 0] + stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: byteCount >> $0) }
  }

  private static func octal(_ number: UInt64, digitCount: Int) -> [UInt8] {
    (0..<digitCount).reversed().map { place in
      UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number >> (3 * UInt64(place)) & 7)
    }
  }

  private static func put(_ bytes: [UInt8], at offset: Int, in block: inout [UInt8]) {
    block.replaceSubrange(offset..<offset + bytes.count, with: bytes)
  }
}

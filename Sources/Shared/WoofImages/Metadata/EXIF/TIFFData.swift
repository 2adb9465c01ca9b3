// SPDX-License-Identifier: Apache-2.0

/// TIFF data as EXIF uses it (TIFF 6.0 §2): directories of tagged values, found by their positions.
///
/// Every position and count in it may be wrong, so every read is checked and gives nothing where it fails.
struct TIFFData {
  private let bytes: [UInt8]
  private let isBigEndian: Bool

  /// Takes the data; `nil` where its header is no TIFF header.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 8 else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0x49, 0x49): isBigEndian = false
    case (0x4D, 0x4D): isBigEndian = true
    default: return nil
    }
    self.bytes = bytes
    guard integer(at: 2, byteCount: 2) == 42 else { return nil }
  }

  /// The directory that the header points to.
  var firstDirectory: TIFFDirectory? { integer(at: 4, byteCount: 4).flatMap(directory) }

  /// The directory at a position.
  func directory(at position: Int) -> TIFFDirectory? {
    integer(at: position, byteCount: 2).map { TIFFDirectory(data: self, start: position + 2, count: $0) }
  }

  /// An unsigned number of up to four bytes.
  func integer(at position: Int, byteCount: Int) -> Int? {
    guard let field = slice(at: position, byteCount: byteCount) else { return nil }
    return isBigEndian ? field.reduce(0) { $0 << 8 | Int($1) } : field.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// A run of bytes.
  func slice(at position: Int, byteCount: Int) -> ArraySlice<UInt8>? {
    guard position >= 0, byteCount >= 0, position <= bytes.count, byteCount <= bytes.count - position else {
      return nil
    }
    return bytes[position..<position + byteCount]
  }
}

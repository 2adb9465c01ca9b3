// SPDX-License-Identifier: Apache-2.0

import Glibc
import WoofHTTPSemantics

/// Looking for bytes, several at a time. All reads are checked against the bounds of the span.
extension RawSpan {
  /// The byte at an offset.
  func byte(_ offset: Int) -> UInt8 { unsafeLoad(fromByteOffset: offset, as: UInt8.self) }  // any bits are a UInt8

  /// The eight bytes at an offset, the first one in the lowest bits.
  func word(_ offset: Int) -> UInt64 {
    UInt64(littleEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))  // any bits are a UInt64
  }

  /// The offset of the first byte within `range` that is not in a set; the end of the range where all are.
  func endOfPrefix(of set: ASCIISet, in range: Range<Int>) -> Int {
    extracting(range).withUnsafeBytes { bytes in
      var count = 0
      while count < bytes.count, set.contains(bytes[count]) { count &+= 1 }
      return range.lowerBound + count
    }
  }

  /// The offset of the first byte within `range` that has that value.
  func firstOffset(of byte: UInt8, in range: Range<Int>) -> Int? {
    extracting(range).withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, let found = memchr(start, CInt(byte), bytes.count) else { return nil }
      return range.lowerBound + (UnsafeRawPointer(found) - start)  // both point into the span
    }
  }

  /// The offset of the first byte within `range` that a field value cannot hold: a control other than the tab
  /// (RFC 9110 §5.5).
  func firstControlOffset(in range: Range<Int>) -> Int? {
    var offset = range.lowerBound
    while offset &+ 8 <= range.upperBound {
      let bytes = word(offset)
      let delete = bytes ^ (0x7F &* Self.everyByte)
      let belowSpace = (bytes &- (0x20 &* Self.everyByte)) & ~bytes
      if (belowSpace | ((delete &- Self.everyByte) & ~delete)) & Self.highBits != 0 { break }
      offset &+= 8
    }
    while offset < range.upperBound {
      let byte = byte(offset)
      if byte < 0x20 && byte != UInt8(ascii: "\t") || byte == 0x7F { return offset }
      offset &+= 1
    }
    return nil
  }

  /// Returns `true` if the bytes at an offset are those of a text in lower case, letters of either case taken as the
  /// same.
  func matches(_ lowercased: StaticString, at start: Int) -> Bool {
    var offset = start
    return lowercased.withUTF8Buffer { text in
      for wanted in text {
        guard HTTPToken.lowercased(byte(offset)) == wanted else { return false }
        offset &+= 1
      }
      return true
    }
  }

  /// A copy of the bytes in `range`.
  func array(_ range: Range<Int>) -> [UInt8] {
    extracting(range).withUnsafeBytes { [UInt8]($0) }
  }

  private static var everyByte: UInt64 { 0x0101_0101_0101_0101 }
  private static var highBits: UInt64 { 0x8080_8080_8080_8080 }
}

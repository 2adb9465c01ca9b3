// SPDX-License-Identifier: Apache-2.0

internal import CDeflate

/// The cyclic redundancy check of 32 bits that PNG, ZIP, gzip and Ethernet use (ISO 3309, PNG §5.5): reflected, with the
/// polynomial 0x04C11DB7.
package struct CRC32: Sendable {
  /// The check value of the bytes so far; 0 where there are none.
  package private(set) var value: UInt32 = 0

  /// Starts a check of no bytes.
  package init() {}

  /// Returns the check value of a run of bytes.
  package static func value(of bytes: [UInt8]) -> UInt32 {
    var check = CRC32()
    check.update(bytes.span.bytes)
    return check.value
  }

  /// Takes the next bytes.
  package mutating func update(_ bytes: RawSpan) {
    // libdeflate takes no bytes at no address for a new check.
    guard bytes.byteCount > 0 else { return }
    value = bytes.withUnsafeBytes { libdeflate_crc32(value, $0.baseAddress, $0.count) }  // read in their range only
  }
}

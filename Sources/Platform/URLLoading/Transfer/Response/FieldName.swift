// SPDX-License-Identifier: Apache-2.0

/// Comparing the names of fields, which are the same in upper and lower case (RFC 9110, section 5.1).
enum FieldName {
  /// Returns `true` if a name is equal to one that is given in lower case.
  static func matches(_ name: String, _ lowercased: StaticString) -> Bool {
    var name = name
    return name.withUTF8 { bytes in
      bytes.count == lowercased.utf8CodeUnitCount && lowercased.withUTF8Buffer { bytes.elementsEqual($0, by: isSame) }
    }
  }

  private static func isSame(_ byte: UInt8, _ lowercased: UInt8) -> Bool {
    byte == lowercased || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) && byte | 0x20 == lowercased
  }
}

// SPDX-License-Identifier: Apache-2.0

internal import WoofSystem

/// Percent-encoding (RFC 3986 §2.1).
package enum PercentEncoding {
  /// The bytes that an encoded text stands for; `nil` where a percent sign is not followed by two hexadecimal digits.
  /// With `plusIsSpace`, a plus stands for a space, as in what browsers make of forms.
  package static func decode(_ encoded: ArraySlice<UInt8>, plusIsSpace: Bool = false) -> [UInt8]? {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(encoded.count)
    var index = encoded.startIndex
    while index < encoded.endIndex {
      let byte = encoded[index]
      if byte == UInt8(ascii: "%") {
        guard index + 2 < encoded.endIndex, let high = Hexadecimal.value(of: encoded[index + 1]),
          let low = Hexadecimal.value(of: encoded[index + 2])
        else { return nil }
        decoded.append(high << 4 | low)
        index += 3
      } else {
        decoded.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        index += 1
      }
    }
    return decoded
  }

  /// Appends a text with every byte outside of `kept` encoded.
  package static func append(_ text: some Sequence<UInt8>, keeping kept: ASCIISet, to bytes: inout [UInt8]) {
    for byte in text {
      if kept.contains(byte) {
        bytes.append(byte)
      } else {
        bytes.append(UInt8(ascii: "%"))
        bytes.append(Hexadecimal.upperCaseDigit(byte >> 4))
        bytes.append(Hexadecimal.upperCaseDigit(byte & 15))
      }
    }
  }
}

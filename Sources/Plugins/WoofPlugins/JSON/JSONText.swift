// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
import WoofModel

/// JSON from an untrusted source.
enum JSONText {
  /// The value of a text; `nil` where it is no JSON, or nested more than `depthLimit` deep.
  static func value(of bytes: [UInt8], depthLimit: Int = 32) -> JSONValue? {
    guard depth(of: bytes) <= depthLimit else { return nil }
    return try? JSONDecoder().decode(JSONValue.self, from: Data(bytes))
  }

  /// The text of a value; members are ordered by name, so that the same value always gives the same text.
  static func bytes(of value: JSONValue) -> [UInt8] {
    var writer = JSONWriter()
    writer.value(value)
    return writer.bytes
  }

  /// Returns the greatest depth to which brackets outside of strings are nested.
  private static func depth(of bytes: [UInt8]) -> Int {
    var depth = 0
    var greatest = 0
    var isInString = false
    var isEscaped = false
    for byte in bytes {
      if isEscaped {
        isEscaped = false
      } else if isInString {
        isEscaped = byte == UInt8(ascii: "\\")
        if byte == UInt8(ascii: "\"") { isInString = false }
      } else if byte == UInt8(ascii: "\"") {
        isInString = true
      } else if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") {
        depth += 1
        greatest = max(greatest, depth)
      } else if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") {
        depth -= 1
      }
    }
    return greatest
  }
}

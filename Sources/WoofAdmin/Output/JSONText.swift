import Foundation

/// Values as JSON, whose members are in the order of their names: the same value always gives the same text.
enum JSONText {
  /// What controls a terminal beside that which JSON itself escapes; it stands in strings only.
  private static let controls: ClosedRange<UInt32> = 0x7F...0x9F

  /// One line, with its end, in which nothing could steer a terminal.
  ///
  /// - Throws: `EncodingError`.
  static func line(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var line = ""
    for scalar in String(decoding: try encoder.encode(value), as: UTF8.self).unicodeScalars {
      if controls.contains(scalar.value) {
        line += "\\u00" + String(scalar.value, radix: 16)
      } else {
        line.unicodeScalars.append(scalar)
      }
    }
    return line + "\n"
  }
}

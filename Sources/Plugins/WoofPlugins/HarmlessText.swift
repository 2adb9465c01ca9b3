// SPDX-License-Identifier: Apache-2.0

/// Text from an untrusted source, made harmless for a log line or a response.
enum HarmlessText {
  /// Returns the text with a blank in place of each control character and of others that end or turn lines, cut to at
  /// most `limit` characters.
  static func make(of bytes: some Collection<UInt8>, limit: Int) -> String {
    var text = ""
    var count = 0
    // No character of the limit takes more than this many bytes in the text of an honest sender.
    for scalar in String(decoding: bytes.prefix(limit * 8), as: UTF8.self).unicodeScalars {
      guard count < limit else { break }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: text += " "
      default: text.unicodeScalars.append(scalar)
      }
      count += 1
    }
    return text
  }
}

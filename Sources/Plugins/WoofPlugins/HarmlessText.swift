/// Text of somebody who is not believed, made fit for a log line or an answer.
enum HarmlessText {
  /// The text without control characters and what else ends or turns lines, at most `limit` characters of it.
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

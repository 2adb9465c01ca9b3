/// References to characters in an XML text (XML 1.0 §4.1).
enum XMLReferences {
  private static let longest = 10

  /// The text with its references to characters and to the five entities that every document has resolved; others stay
  /// as they are.
  static func resolved(_ text: ArraySlice<UInt8>) -> String {
    guard text.contains(UInt8(ascii: "&")) else { return String(decoding: text, as: UTF8.self) }
    var resolved: [UInt8] = []
    var position = text.startIndex
    while position < text.endIndex {
      if text[position] == UInt8(ascii: "&"),
        let end = text[position...].prefix(longest).firstIndex(of: UInt8(ascii: ";")),
        let character = character(text[position + 1..<end])
      {
        resolved += UTF8.encode(character).map(Array.init) ?? []
        position = end + 1
      } else {
        resolved.append(text[position])
        position += 1
      }
    }
    return String(decoding: resolved, as: UTF8.self)
  }

  private static func character(_ name: ArraySlice<UInt8>) -> Unicode.Scalar? {
    let name = String(decoding: name, as: UTF8.self)
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    case _ where name.hasPrefix("#x"): return UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
    case _ where name.hasPrefix("#"): return UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init)
    default: return nil
    }
  }
}

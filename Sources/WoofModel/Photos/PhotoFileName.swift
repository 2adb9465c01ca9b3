/// The rule for the names that files had where photos came from, and are given where they go.
///
/// A name is shown to people and used in folders, so it holds no separators of paths, nothing that steers a terminal or
/// turns the direction of writing, and does not hide the file.
public enum PhotoFileName {
  /// How many bytes of UTF-8 a name may have: what file systems allow.
  public static let byteLimit = 255
  /// How many bytes of a name are taken for its ending, so that a name without one is not cut as one with one.
  private static let endingByteLimit = 16

  /// Whether a text is such a name.
  public static func isValid(_ name: String) -> Bool { sanitized(name) == name }

  /// What of a text can be such a name: what stands behind its last separator, without what a name does not hold, and cut
  /// before its ending where it is too long.
  ///
  /// - Returns: The name; `nil` where nothing is left of it.
  public static func sanitized(_ text: String) -> String? {
    guard let last = text.unicodeScalars.split(omittingEmptySubsequences: false, whereSeparator: isSeparator).last
    else {
      return nil
    }
    let kept = String(String.UnicodeScalarView(last.filter(isAllowed)))
    let start = kept.drop { $0 == "." || $0.isWhitespace }
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    let name = cut(start[...end])
    return name.isEmpty ? nil : name
  }

  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool { scalar == "/" || scalar == "\\" }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    // The joiners within emoji and letters; all else that cannot be seen goes.
    case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
    default: true
    }
  }

  private static func cut(_ name: Substring) -> String {
    guard name.utf8.count > byteLimit else { return String(name) }
    var ending: Substring = ""
    if let point = name.lastIndex(of: "."), name[point...].utf8.count <= endingByteLimit { ending = name[point...] }
    var room = byteLimit - ending.utf8.count
    let stem = name.dropLast(ending.count).prefix { character in
      room -= character.utf8.count
      return room >= 0
    }
    return String(stem) + ending
  }
}

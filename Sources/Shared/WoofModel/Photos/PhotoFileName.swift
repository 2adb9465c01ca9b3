// SPDX-License-Identifier: Apache-2.0

/// The rule for the names that files had where photos came from, and are given where they go.
///
/// A name is shown to people and used in folders, so it holds no separators of paths, nothing that steers a terminal or
/// turns the direction of writing, and does not hide the file.
public enum PhotoFileName {
  /// The maximum length of a name in bytes of UTF-8, which is what file systems allow.
  public static let byteLimit = 255
  /// The maximum length of an ending in bytes of UTF-8, its point included; a longer one counts as part of the stem.
  private static let endingByteLimit = 16

  /// Returns whether a text is a valid name.
  public static func isValid(_ name: String) -> Bool { sanitized(name) == name }

  /// Makes a valid name of a text.
  ///
  /// The name is the part after the last separator, without the characters that a name must not hold. A name that is
  /// too long is cut before its ending.
  ///
  /// - Returns: The name; `nil` if nothing is left of it.
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

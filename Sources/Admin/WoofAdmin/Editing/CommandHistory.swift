// SPDX-License-Identifier: Apache-2.0

/// The lines that were typed, without those that may hold a secret. It makes decisions only, and neither reads nor
/// writes a file.
struct CommandHistory: Hashable, Sendable {
  /// The number of lines that are kept; the oldest go first.
  static let limit = 1000

  /// The lines, the oldest first.
  private(set) var lines: [String] = []

  /// Makes a history of the text of a file; a line that could not be typed is left out.
  init(_ text: String = "") {
    for line in text.split(whereSeparator: \.isNewline) where Self.keeps(String(line)) { lines.append(String(line)) }
    lines = Array(lines.suffix(Self.limit))
  }

  /// Takes a line.
  ///
  /// - Returns: `true` if the line is new, and to be kept.
  mutating func add(_ line: String) -> Bool {
    guard Self.keeps(line), line != lines.last else { return false }
    lines.append(line)
    if lines.count > Self.limit { lines.removeFirst() }
    return true
  }

  /// The text of a file.
  var text: String { lines.map { "\($0)\n" }.joined() }

  /// Returns `true` if a line is kept: unless it is empty, begins with a blank, or might name a secret. No command
  /// takes a secret as an argument, but somebody who does not know that may type one.
  static func keeps(_ line: String) -> Bool {
    guard let first = line.first, !first.isWhitespace, !line.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 }) else {
      return false
    }
    let text = line.lowercased()
    return !["--pass", "--secret", "--token", "--key", "password=", "secret="].contains(where: text.contains)
      && !isPassword(text)
  }

  /// Returns `true` if more than a name follows the command that sets a password, or the one that adds an account.
  private static func isPassword(_ text: String) -> Bool {
    var words = text.split(separator: " ").filter { !$0.hasPrefix("-") }[...]
    if words.first == "plan" { words = words.dropFirst() }
    guard words.starts(with: ["accounts", "password"]) || words.starts(with: ["accounts", "add"]) else { return false }
    return words.count > 3
  }
}

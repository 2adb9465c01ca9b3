/// The lines that were typed, but for those that may hold a secret: decisions only.
struct CommandHistory: Hashable, Sendable {
  /// How many lines are kept.
  static let limit = 1000

  /// The lines, the oldest first.
  private(set) var lines: [String] = []

  /// Makes a history of the text of a file; what is no line that could be typed is left out.
  init(_ text: String = "") {
    for line in text.split(whereSeparator: \.isNewline) where Self.keeps(String(line)) { lines.append(String(line)) }
    lines = Array(lines.suffix(Self.limit))
  }

  /// Takes a line.
  ///
  /// - Returns: Whether it is new, and to be kept.
  mutating func add(_ line: String) -> Bool {
    guard Self.keeps(line), line != lines.last else { return false }
    lines.append(line)
    if lines.count > Self.limit { lines.removeFirst() }
    return true
  }

  /// The text of a file.
  var text: String { lines.map { "\($0)\n" }.joined() }

  /// Whether a line is kept: not one that is blank, that begins with a blank, or that might name a secret. No command takes
  /// one as an argument, but who does not know that may type it.
  static func keeps(_ line: String) -> Bool {
    guard let first = line.first, !first.isWhitespace, !line.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 }) else {
      return false
    }
    let text = line.lowercased()
    return !["--pass", "--secret", "--token", "--key", "password=", "secret="].contains(where: text.contains)
      && !isPassword(text)
  }

  /// Whether more than a name follows the command that sets a password, or that adds an account.
  private static func isPassword(_ text: String) -> Bool {
    var words = text.split(separator: " ").filter { !$0.hasPrefix("-") }[...]
    if words.first == "plan" { words = words.dropFirst() }
    guard words.starts(with: ["accounts", "password"]) || words.starts(with: ["accounts", "add"]) else { return false }
    return words.count > 3
  }
}

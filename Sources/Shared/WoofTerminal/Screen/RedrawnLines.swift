/// Lines at the end of what a terminal shows that are written over and over: what to write for that.
public struct RedrawnLines: Hashable, Sendable {
  private var count = 0

  /// Makes it with nothing shown.
  public init() {}

  /// What to write to show these lines in place of those before, without flicker.
  ///
  /// - Parameter lines: Lines that fit the terminal, fewer than it has rows.
  public mutating func redraw(_ lines: [String]) -> String {
    defer { count = lines.count }
    return home + lines.map { "\($0)\u{1B}[K\n" }.joined() + (lines.count < count ? "\u{1B}[J" : "")
  }

  /// What to write to take the lines away, and go on where they began.
  public mutating func clear() -> String {
    defer { count = 0 }
    return count > 0 ? "\(home)\u{1B}[J" : ""
  }

  private var home: String { count > 0 ? "\r\u{1B}[\(count)A" : "" }
}

// SPDX-License-Identifier: Apache-2.0

/// Lines at the end of a terminal's content that are written over and over. It makes the text to be written for that.
package struct RedrawnLines: Hashable, Sendable {
  private var count = 0

  /// Makes lines with nothing shown.
  package init() {}

  /// Returns the text that shows these lines in place of those before, without flicker.
  ///
  /// - Parameter lines: Lines that fit the terminal, fewer than it has rows.
  package mutating func redraw(_ lines: [String]) -> String {
    defer { count = lines.count }
    return home + lines.map { "\($0)\u{1B}[K\n" }.joined() + (lines.count < count ? "\u{1B}[J" : "")
  }

  /// Returns the text that removes the lines and puts the cursor where they began.
  package mutating func clear() -> String {
    defer { count = 0 }
    return count > 0 ? "\(home)\u{1B}[J" : ""
  }

  private var home: String { count > 0 ? "\r\u{1B}[\(count)A" : "" }
}

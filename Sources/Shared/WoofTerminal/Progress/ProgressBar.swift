// SPDX-License-Identifier: Apache-2.0

/// A line about the progress of a piece of work: its title, a bar, and the part of it that is done.
package struct ProgressBar: Hashable, Sendable {
  /// The name of the work.
  package var title: String
  /// The part of the work that is done, from 0 to 1; `nil` if it is not known.
  package var part: Double?
  /// The text after the bar, such as the time that is left; empty by default.
  package var remark: String

  /// Makes a line.
  package init(_ title: String, part: Double?, remark: String = "") {
    self.title = title
    self.part = part.map { $0.isFinite ? min(1, max(0, $0)) : 0 }
    self.remark = remark
  }

  /// Returns the line for `width` columns, one of which is left free.
  ///
  /// - Parameter titleWidth: The width of the title, for bars that stand below each other; by default its own.
  package func text(width: Int, titleWidth: Int? = nil) -> String {
    let title = titleWidth.map { self.title.truncatedInTheMiddle(toWidth: $0).padded(toWidth: $0) } ?? self.title
    guard let part else { return "\(title) …".truncated(toWidth: max(0, width - 1)) }
    let percent = Int(part * 100)
    let number = String(repeating: " ", count: percent < 10 ? 2 : percent < 100 ? 1 : 0) + "\(percent) %"
    let end = " \(number)\(remark.isEmpty ? "" : "  \(remark)")"
    let room = width - 1 - title.displayWidth - end.displayWidth - 3
    guard room >= 4 else { return "\(title)\(end)".truncated(toWidth: max(0, width - 1)) }
    let length = min(room, 40)
    let full = Int(part * Double(length))
    let bar = String(repeating: "#", count: full) + String(repeating: ".", count: length - full)
    return "\(title) [\(bar)]\(end)"
  }
}

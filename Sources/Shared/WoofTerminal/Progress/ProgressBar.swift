/// A line that says how far something has come: what it is, a bar, and how much of it is done.
public struct ProgressBar: Hashable, Sendable {
  /// What is being done.
  public var title: String
  /// How much of it is done, from 0 to 1; `nil` where that is not known.
  public var part: Double?
  /// What stands after the bar, as the time that is left.
  public var remark: String

  /// Makes a line.
  public init(_ title: String, part: Double?, remark: String = "") {
    self.title = title
    self.part = part.map { $0.isFinite ? min(1, max(0, $0)) : 0 }
    self.remark = remark
  }

  /// The line, in so many columns; one of them is left free.
  ///
  /// - Parameter titleWidth: How wide the title is made, for bars that stand below each other; by default as it is.
  public func text(width: Int, titleWidth: Int? = nil) -> String {
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

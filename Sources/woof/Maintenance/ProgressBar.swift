import WoofConfiguration
import WoofStorage

/// A line that says how far long work has come: what is done, a bar, and how much of how much.
struct ProgressBar {
  private let progress: StorageProgress

  /// Makes the line of a report.
  init(_ progress: StorageProgress) { self.progress = progress }

  /// The line, in so many columns.
  func text(width: Int) -> String {
    guard progress.total > 0 else { return String("\(words) …".prefix(max(0, width - 1))) }
    let part = min(1, max(0, Double(progress.done) / Double(progress.total)))
    let end = " \(String(repeating: " ", count: part < 0.1 ? 2 : part < 1 ? 1 : 0))\(Int(part * 100)) %"
    let room = width - 1 - words.count - end.count - 3
    guard room >= 4 else { return String("\(words)\(end)".prefix(max(0, width - 1))) }
    let length = min(room, 40)
    let full = Int(part * Double(length))
    let bar = String(repeating: "#", count: full) + String(repeating: ".", count: length - full)
    return "\(words) [\(bar)]\(end)"
  }

  private var words: String {
    switch progress.step {
    case .copyingRecords: "copying records"
    case .checkingRecords: "checking records"
    case .copyingBlobs: "copying photos"
    case .checkingBlobs: "reading photos"
    case .finishing: "waiting for the disk"
    }
  }
}

import Foundation
import WoofImages
import WoofModel

@testable import TestSupport

/// The table of Documentation/hostile-images.md.
enum HostileTable {
  static let path = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Documentation/hostile-images.md")

  /// What became of the files of one kind.
  struct Row {
    var outcome = ""
    var slowest = Duration.zero
    var greatestMemory = 0
  }

  private static let runSize = 65_536

  /// Inspects files as an upload would come, and measures it.
  static func row(of files: HostileFiles, measuresMemory: Bool) -> Row {
    var row = Row()
    var (accepted, reasons) = (0, [String]())
    for number in 0..<files.count {
      let bytes = files.make(number)
      let before = measuresMemory ? ResidentMemory.resetPeak() : 0
      var verdict: Verdict?
      let time = ContinuousClock().measure { verdict = inspect(bytes, runs: runSize) }
      row.slowest = max(row.slowest, time)
      if measuresMemory { row.greatestMemory = max(row.greatestMemory, ResidentMemory.peak - before) }
      if let reason = verdict?.refusal?.reason { reasons.append(reason) } else { accepted += 1 }
    }
    row.outcome = outcome(accepted: accepted, reasons: reasons)
    return row
  }

  private static func outcome(accepted: Int, reasons: [String]) -> String {
    guard let reason = reasons.first else { return "accepted" }
    if accepted > 0 { return "\(accepted) accepted, \(reasons.count) refused" }
    return Set(reasons).count == 1 ? "refused: \(reason)" : "refused"
  }

  /// The first columns of a line, which are the same on every machine.
  static func start(of files: HostileFiles, _ row: Row) -> String {
    "| \(files.name) | \(files.count) | \(row.outcome) |"
  }

  static func line(of files: HostileFiles, _ row: Row) -> String {
    let milliseconds = row.slowest / .milliseconds(1)
    let time = milliseconds < 0.1 ? "< 0.1" : String(format: "%.1f", milliseconds)
    return "\(start(of: files, row)) \(time) | \(row.greatestMemory) |"
  }

  /// The lines of the table as it is.
  static var lines: [Substring] {
    get throws {
      let text = try String(contentsOf: path, encoding: .utf8)
      return text.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst().map { $0 }
    }
  }

  /// Makes all files, inspects and measures them, and writes the table.
  static func write() throws {
    let lines = HostileFiles.all.map { line(of: $0, row(of: $0, measuresMemory: true)) }
    try Data((introduction + lines.joined(separator: "\n") + "\n").utf8).write(to: path)
  }

  private static let introduction = """
    # Hostile images

    What becomes of files that want to do harm. `script/corpus` makes them, inspects each as an upload comes, in runs of
    64 KB, and writes this table: the outcome, the longest time that one of them took, in milliseconds, and by how much
    the most memory that the process had was more than before it, in KB. A test holds the outcomes to what is written
    here; times and memory are those of the last run.

    What is accepted is a sound picture as far as its structure tells. What it has besides a picture goes from its
    shareable copy; the original is served with its true `Content-Type` and `nosniff`.

    | what | files | outcome | ms | KB |
    |---|---:|---|---:|---:|

    """
}

// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import TestKit

/// The table of Documentation/hostile-images.md: a line for each kind of hostile file, and columns of those who looked at
/// it. Each writes its own and leaves the others' as they are.
enum HostileDocument {
  /// Whose columns they are: each has the outcome, the longest time in milliseconds, and the most memory.
  enum Part: Int {
    /// The service's checks, as an upload comes.
    case arrival
    /// The plugin that decodes, in its worker.
    case worker

    fileprivate var columns: Range<Int> { 2 + 3 * rawValue..<5 + 3 * rawValue }
  }

  private static let columnCount = 8
  private static let path = PackageFolder.url.appending(path: "Documentation/hostile-images.md")

  /// The names of the kinds, in their order.
  static func names() throws -> [String] { try lines().map { $0[0] } }

  /// What the table says became of files of a kind; `nil` where it says nothing.
  static func outcome(of files: HostileFiles, _ part: Part) throws -> String? {
    try lines().first { $0[0] == files.name && $0[1] == "\(files.count)" }?[part.columns.lowerBound]
  }

  /// Writes the columns of a part.
  static func write(_ cells: [[String]], _ part: Part) throws {
    let old = Dictionary(try lines().map { ($0[0], $0) }) { first, _ in first }
    let lines = zip(HostileFiles.all, cells).map { files, cells in
      var line = old[files.name] ?? [String](repeating: "", count: columnCount)
      line[0] = files.name
      line[1] = "\(files.count)"
      line.replaceSubrange(part.columns, with: cells)
      return "| \(line.joined(separator: " | ")) |"
    }
    try Data((introduction + lines.joined(separator: "\n") + "\n").utf8).write(to: path)
  }

  /// What became of files of a kind, in the words of the table.
  ///
  /// - Parameter refusals: The reasons, where they are given.
  static func outcome(accepted: Int, refusals: [String], failures: [String] = []) -> String {
    let all =
      [(accepted, "accepted"), (refusals.count, "refused")]
      + Dictionary(grouping: failures) { $0 }.sorted { $0.key < $1.key }.map { ($0.value.count, $0.key) }
    let counted = all.filter { $0.0 > 0 }
    guard counted.count == 1 else { return counted.map { "\($0.0) \($0.1)" }.joined(separator: ", ") }
    let reasons = Set(refusals)
    guard let reason = reasons.first, reasons.count == 1, !reason.isEmpty else { return counted[0].1 }
    return "refused: \(reason)"
  }

  /// Milliseconds in the words of the table.
  static func text(of duration: Duration) -> String {
    let milliseconds = duration / .milliseconds(1)
    return milliseconds < 0.1 ? "< 0.1" : String(format: "%.1f", milliseconds)
  }

  /// The cells of each line.
  private static func lines() throws -> [[String]] {
    let text = try String(contentsOf: path, encoding: .utf8)
    return text.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst().map { line in
      let cells = line.dropFirst(2).dropLast(2).components(separatedBy: " | ")
      return cells + [String](repeating: "", count: max(0, columnCount - cells.count))
    }
  }

  private static let introduction = """
    # Hostile images

    What becomes of hostile files. `script/corpus` makes them and writes this table; `script/corpus --in-a-row 10000`
    sends that many of them to one plugin and prints the memory that this takes.

    First the service inspects each file as it inspects an upload, in runs of 64 KB. The table has the outcome, the
    longest time for a file of the kind in milliseconds, and the increase of the process's peak memory in KB. Files
    that are refused here never get further.

    Then the plugin `vips` processes each file in its worker, as if nothing had inspected it before. The table has the
    outcome, the longest time from the request to the result in milliseconds, and the peak memory of a job's process in
    MB, of which some 30 are libraries. If a process fails at a file, it is ended, and a fresh one tries once more; the
    time includes both. Whatever the outcome, the worker continues with the next file.

    The pictures named HEIC and AVIF are structure only, made by the tests: no decoder gets through them, so that the
    worker refuses them whatever was cut or changed. The lines of the decodable HEIC and AVIF show what damage does to
    pictures that can be decoded.

    Files with a proper end that have lost a part are in the lines of pictures whose data were cut and ended, replaced,
    or are too few for their height. A JPEG picture of a few hundred bytes, such as the one in CMYK, can have as many
    rows as it claims, whatever its data are.

    A test compares the outcomes with this table; of those in the worker, it compares kinds of fewer than 100 files
    that end no process. The other outcomes there, times and memory are those of the last run.

    A file that the service accepts is a valid picture as far as its structure shows. Its shareable copy leaves out all
    data that are not part of the picture; the original is served with its true `Content-Type` and `nosniff`.

    | what | files | as it comes | ms | KB | in the worker | ms | MB |
    |---|---:|---|---:|---:|---|---:|---:|

    """
}

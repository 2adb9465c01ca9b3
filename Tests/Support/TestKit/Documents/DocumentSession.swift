// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The commands of a section of a document, and what it shows of their output: each block of `sh` that a block of `text`
/// follows is a step.
struct DocumentSession {
  struct Step {
    let commands: String
    let shown: [Substring]

    /// How what was printed differs from what is shown, where `…` stands for anything; `nil` where it does not.
    func difference(from printed: [Substring]) -> String? {
      guard printed.count == shown.count else { return "\(commands)\n\(printed.joined(separator: "\n"))" }
      let wrong = zip(shown, printed).first { !Self.matches($1, pattern: $0) }
      return wrong.map { "\(commands)\nshown:   \($0)\nprinted: \($1)" }
    }

    private static func matches(_ text: Substring, pattern: Substring) -> Bool {
      var rest = text
      let pieces = pattern.split(separator: "…", omittingEmptySubsequences: false)
      guard let first = pieces.first, rest.hasPrefix(first) else { return false }
      rest = rest.dropFirst(first.count)
      for piece in pieces.dropFirst() where !piece.isEmpty {
        guard let range = rest.firstRange(of: piece) else { return false }
        rest = rest[range.upperBound...]
      }
      return rest.isEmpty || pattern.hasSuffix("…")
    }
  }

  private static let mark = "-- end of a step --"

  let steps: [Step]

  /// - Parameter section: The heading, of the second level.
  init(of document: String, section: String) {
    var steps: [Step] = []
    var commands = ""
    let rest = document.split(separator: "\n## \(section)\n").dropFirst().first ?? ""
    let session = rest.split(separator: "\n## ").first ?? ""
    for block in session.split(separator: "```", omittingEmptySubsequences: false) {
      if block.hasPrefix("sh\n") { commands = String(block.dropFirst(3)) }
      guard block.hasPrefix("text\n") else { continue }
      let shown = block.dropFirst(5).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      steps.append(Step(commands: commands, shown: Array(shown)))
    }
    self.steps = steps
  }

  /// What all commands print, step by step and without empty lines at the end of one, as a terminal would run them.
  ///
  /// - Parameters:
  ///   - folder: Where they are run.
  ///   - address: The service, in place of the usual one.
  ///   - scratch: The folder for what they keep, in place of `/tmp`.
  ///   - preparation: What is run before them.
  func run(in folder: String, address: String, scratch: String, preparation: String = "") throws -> [[Substring]] {
    let commands = steps.map { "\($0.commands)\necho; echo '\(Self.mark)'\n" }.joined()
      .replacing("http://127.0.0.1:9663", with: address).replacing("/tmp/", with: "\(scratch)/")
    let output = try Self.run(preparation + commands, in: folder)
    return output.replacing("\r\n", with: "\n").split(separator: "\(Self.mark)\n").map { part in
      var lines = part.split(separator: "\n", omittingEmptySubsequences: false)
      while lines.last?.isEmpty == true { lines.removeLast() }
      return lines
    }
  }

  private static func run(_ script: String, in folder: String) throws -> String {
    let quoted = script.replacing("'", with: "'\\''")
    guard let stream = popen("cd '\(folder)' && bash -c '\(quoted)' 2>&1", "r") else {
      throw TestFailure("popen: \(errno)")
    }
    defer { pclose(stream) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, stream), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

@testable import TestKit

/// A session as a page shows it: what is typed behind the prompt, and what is shown until the next one.
///
/// Ids of the page stand for those of the service in the order in which they come; `…` stands for anything.
final class ShellTranscript: Sendable {
  /// The sample photos that the demo begins with.
  static let samples = PackageFolder.path + "/Resources/Samples"

  /// One command.
  struct Step: Sendable {
    var command: String
    var shown: [String] = []

    /// How what was printed differs from what is shown; `nil` where it does not.
    func difference(from printed: [Substring]) -> String? {
      DocumentSession.Step(commands: command, shown: shown.map { Substring($0) }).difference(from: printed)
    }
  }

  let steps: [Step]
  private let ids = Mutex<[String: String]>([:])

  /// - Throws: `TestFailure` where the page has no session.
  init(of page: String) throws {
    let section = page.split(separator: "\n## A session\n").dropFirst().first?.split(separator: "\n## ").first ?? ""
    let blocks = section.split(separator: "```text\n").dropFirst().compactMap { $0.split(separator: "\n```").first }
    var steps: [Step] = []
    for line in blocks.joined(separator: "\n").split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("woof> ") {
        steps.append(Step(command: String(line.dropFirst(6))))
      } else if !steps.isEmpty {
        steps[steps.count - 1].shown.append(String(line))
      }
    }
    // Steps stand apart by an empty line.
    for index in steps.indices where steps[index].shown.last?.isEmpty == true { steps[index].shown.removeLast() }
    guard !steps.isEmpty else { throw TestFailure("the page has no session") }
    self.steps = steps
  }

  /// Types a command, answers what the shell asks as the page does, and gives what was shown.
  func play(_ step: Step, on terminal: TerminalProgram) async throws -> [Substring] {
    let start = terminal.shown.utf8.count
    let text: () -> String = { String(decoding: Array(terminal.shown.utf8).dropFirst(start), as: UTF8.self) }
    try terminal.type("\(real(step.command))\r")
    // The line itself is shown by the editor.
    try await eventually { text().contains("\r\n") }
    var answered = 0
    let questions = step.shown.compactMap(Self.question)
    while true {
      try await eventually { text().hasSuffix("woof> ") || self.asks(questions, answered, text()) }
      guard answered < questions.count, asks(questions, answered, text()) else { break }
      try terminal.type("\(questions[answered].response)\r")
      answered += 1
    }
    // What is typed before the editor has the terminal is shown twice.
    try await eventually { !terminal.isAsUsual }
    let lines = text().replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
    let printed = Array(lines.dropFirst().dropLast())
    learn(step.shown, printed)
    return printed.map { Substring(pageText($0)) }
  }

  private func asks(_ questions: [(text: String, response: String)], _ index: Int, _ text: String) -> Bool {
    guard index < questions.count else { return false }
    return text.hasSuffix(questions[index].text)
      && text.split(separator: questions[index].text, omittingEmptySubsequences: false).count > 1
  }

  /// What the shell asks in a line of the page, and what is typed there.
  private static func question(_ line: String) -> (text: String, response: String)? {
    for mark in ["[y/N] ", "Reason: "] {
      if let range = line.firstRange(of: mark) {
        return (String(line[..<range.upperBound]), String(line[range.upperBound...]))
      }
    }
    return line.hasPrefix("New password of ") || line.hasPrefix("The same again") ? (line, "tail wagging") : nil
  }

  /// Takes note of which ids of the page are which.
  private func learn(_ shown: [String], _ printed: [Substring]) {
    let pairs = zip(shown.flatMap { Self.ids(in: $0) }, printed.flatMap { Self.ids(in: String($0)) })
    ids.withLock { ids in for (page, real) in pairs where ids[page] == nil { ids[page] = real } }
  }

  private func real(_ command: String) -> String {
    ids.withLock { $0.reduce(command) { $0.replacing($1.key, with: $1.value) } }
  }

  private func pageText(_ line: Substring) -> String {
    ids.withLock { $0.reduce(String(line)) { $0.replacing($1.value, with: $1.key) } }
  }

  /// The ids of photos in a text.
  private static func ids(in text: String) -> [String] {
    text.split { !$0.isHexDigit && $0 != "-" }.map(String.init).filter {
      $0.count == 36 && $0.filter { $0 == "-" }.count == 4
    }
  }
}

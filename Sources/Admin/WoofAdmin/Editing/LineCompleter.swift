// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import WoofCommandLine
import WoofTerminal

/// Completes what is being typed, by the grammar of the commands and by asking the service for what it knows.
struct LineCompleter: Sendable {
  typealias Candidate = LineCompletion.Candidate

  /// The effect of the Tab key.
  struct Outcome: Hashable, Sendable {
    /// The text to insert at the cursor; empty if there is none.
    var insertion = ""
    /// The lines to show below the current one if there is no text to insert.
    var listing: [String] = []
  }

  /// The number of candidates that are shown at most.
  private static let longestListing = 40

  /// The values of a kind that are known, and begin with what has been typed of them.
  let values: @Sendable (_ value: ServiceValue, _ typed: String) async -> [Candidate]

  /// Completes.
  ///
  /// - Parameters:
  ///   - lexer: The lexer behind the lines of the command before this one.
  ///   - text: The text before the cursor.
  ///   - width: The number of columns that a line may have.
  func complete(_ text: [UInt8], after lexer: CommandLexer, width: Int) async -> Outcome {
    var lexer = lexer
    for byte in text { _ = lexer.consume(byte) }
    guard !lexer.isInRemark else { return Outcome() }
    let (words, part) = lexer.open
    let completion = Self.completion(after: words, of: part)
    let candidates = await candidates(completion, part).sorted { $0.text < $1.text }
    let quoting = ShellQuoting(lexer.opening)
    if candidates.count == 1, let only = candidates.first {
      let isWhole = !only.text.hasSuffix("/")
      let rest = quoting.quoted(String(only.text.dropFirst(part.count)))
      return Outcome(insertion: rest + (isWhole ? "\(quoting.end) " : ""))
    }
    let common = Self.commonPrefix(candidates.map(\.text))
    // Before anything is typed, what there is says more than what all of it begins with.
    if common.count > part.count, !part.isEmpty {
      return Outcome(insertion: quoting.quoted(String(common.dropFirst(part.count))))
    }
    return Outcome(listing: Self.listing(candidates, completion.usage, width: width))
  }

  /// Returns the completion of the words so far. Behind a command that takes another command, it is that of the inner
  /// one.
  static func completion(after words: [String], of part: String) -> LineCompletion {
    let completion = ShellCommands.all.completion(after: words, of: part)
    guard completion.values == .service(.command) else { return completion }
    let inner = words.dropFirst(words.first == WatchCommand.name ? 2 : 1)
    return Self.completion(after: Array(inner), of: part)
  }

  private func candidates(_ completion: LineCompletion, _ part: String) async -> [Candidate] {
    let head = String(part.dropLast(completion.valuePart.count))
    switch completion.values {
    case .nothing, .words: return completion.candidates
    case .files: return FileCompletion.candidates(completion.valuePart, foldersOnly: false).map { Candidate(head + $0) }
    case .folders:
      return FileCompletion.candidates(completion.valuePart, foldersOnly: true).map { Candidate(head + $0) }
    case .named(let name):
      guard let value = ServiceValue(rawValue: name) else { return [] }
      return await values(value, completion.valuePart).map { Candidate(head + $0.text, summary: $0.summary) }
    }
  }

  private static func listing(_ candidates: [Candidate], _ usage: String?, width: Int) -> [String] {
    let usage = usage.map { "Usage: \($0)".truncated(toWidth: max(1, width - 1)) }
    guard !candidates.isEmpty else { return usage.map { [$0] } ?? [] }
    let shown = candidates.prefix(longestListing)
    let termWidth = shown.map(\.text.displayWidth).max() ?? 0
    var lines = shown.map { candidate in
      let text = "  \(candidate.text.padded(toWidth: termWidth))  \(candidate.summary)".printable
      return String(text.truncated(toWidth: max(1, width - 1)).reversed().drop { $0 == " " }.reversed())
    }
    if candidates.count > shown.count { lines.append("  … and \(candidates.count - shown.count) more") }
    return (usage.map { [$0] } ?? []) + lines
  }

  private static func commonPrefix(_ texts: [String]) -> String {
    guard var prefix = texts.first else { return "" }
    for text in texts.dropFirst() {
      prefix = String(zip(prefix, text).prefix { $0 == $1 }.map(\.0))
    }
    return prefix
  }
}

/// The quoting of a text on a line, so that the text is read back unchanged.
struct ShellQuoting: Sendable {
  private let opening: CommandLexer.Opening

  init(_ opening: CommandLexer.Opening) { self.opening = opening }

  /// The text that closes the open quote; empty if none is open.
  var end: String {
    switch opening {
    case .none, .backslash: ""
    case .singleQuote: "'"
    case .doubleQuote: "\""
    }
  }

  /// Returns a text quoted so that it continues the open quote, or a word without one.
  func quoted(_ text: String) -> String {
    let special: String
    switch opening {
    case .singleQuote: return text
    case .doubleQuote: special = "\"\\"
    case .none, .backslash: special = " \t'\"\\#"
    }
    return String(text.flatMap { special.contains($0) ? ["\\", $0] : [$0] })
  }
}

/// The files whose path begins with what has been typed.
enum FileCompletion {
  /// The paths; those of folders end with a slash. Hidden ones only where the name begins with a full stop.
  static func candidates(_ part: String, foldersOnly: Bool) -> [String] {
    let split = part.lastIndex(of: "/").map { part.index(after: $0) } ?? part.startIndex
    let (folder, start) = (String(part[..<split]), part[split...])
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    return names.compactMap { name in
      guard name.hasPrefix(start), start.hasPrefix(".") || !name.hasPrefix(".") else { return nil }
      var status = stat()
      let isFolder = stat(folder + name, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      if isFolder { return "\(folder)\(name)/" }
      return foldersOnly ? nil : folder + name
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import WoofSystem

/// The lines that were typed, without those that may hold a secret. It makes decisions only, and neither reads nor
/// writes a file.
struct CommandHistory: Hashable, Sendable {
  /// The number of lines that are kept; the oldest go first.
  static let limit = 1000

  /// The lines, the oldest first.
  private(set) var lines: [String] = []

  /// Makes a history of the text of a file; a line that could not be typed is left out.
  init(_ text: String = "") {
    for line in text.split(whereSeparator: \.isNewline) where Self.keeps(String(line)) { lines.append(String(line)) }
    lines = Array(lines.suffix(Self.limit))
  }

  /// Takes a line.
  ///
  /// - Returns: `true` if the line is new, and to be kept.
  mutating func add(_ line: String) -> Bool {
    guard Self.keeps(line), line != lines.last else { return false }
    lines.append(line)
    if lines.count > Self.limit { lines.removeFirst() }
    return true
  }

  /// The text of a file.
  var text: String { lines.map { "\($0)\n" }.joined() }

  /// Returns `true` if a line is kept: unless it is empty, begins with a blank, or might name a secret. No command
  /// takes a secret as an argument, but somebody who does not know that may type one.
  static func keeps(_ line: String) -> Bool {
    guard let first = line.first, !first.isWhitespace, !line.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 }) else {
      return false
    }
    let text = line.lowercased()
    return !["--pass", "--secret", "--token", "--key", "password=", "secret="].contains(where: text.contains)
      && !isPassword(text)
  }

  /// Returns `true` if more than a name follows the command that sets a password, or the one that adds an account.
  private static func isPassword(_ text: String) -> Bool {
    var words = text.split(separator: " ").filter { !$0.hasPrefix("-") }[...]
    if words.first == "plan" { words = words.dropFirst() }
    guard words.starts(with: ["accounts", "password"]) || words.starts(with: ["accounts", "add"]) else { return false }
    return words.count > 3
  }
}

/// The file that keeps the typed lines from one session to the next, which no other user may read.
struct HistoryFile: Sendable {
  let path: String

  /// The file that the environment means: `woof/history` in `XDG_STATE_HOME`; `nil` where there is no home.
  init?(environment: [String: String]) {
    let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    guard let folder = state ?? environment["HOME"].map({ "\($0)/.local/state" }) else { return nil }
    path = "\(folder)/woof/history"
  }

  /// Returns the history in the file's last 1,048,576 bytes; an empty one if the file cannot be read.
  func read() -> CommandHistory {
    guard let data = FileManager.default.contents(atPath: path) else { return CommandHistory() }
    return CommandHistory(String(decoding: data.suffix(1 << 20), as: UTF8.self))
  }

  /// Adds a line; where the file cannot be written, it is not kept.
  func append(_ line: String) {
    makeFolder()
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    fchmod(descriptor, 0o600)
    let bytes = Array("\(line)\n".utf8)
    _ = write(descriptor, bytes, bytes.count)
  }

  /// Rewrites the file with only its newest lines if it has ``CommandHistory/limit`` or more.
  func trim() {
    let history = read()
    guard history.lines.count == CommandHistory.limit else { return }
    try? DraftFile(history.text.utf8, beside: path).move(to: path)
  }

  private func makeFolder() {
    let folder = path.split(separator: "/").dropLast()
    var current = ""
    for name in folder {
      current += "/\(name)"
      mkdir(current, 0o700)
    }
  }
}

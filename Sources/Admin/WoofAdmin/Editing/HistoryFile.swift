// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

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

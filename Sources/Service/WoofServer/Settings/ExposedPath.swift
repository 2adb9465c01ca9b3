// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import WoofAPI

/// A file or folder with secrets in it that others than its owner can reach.
struct ExposedPath: Hashable {
  /// The secret that it holds.
  enum Content: String {
    case key = "the TLS key"
    case data = "the data folder"
    case secret = "a file with a secret"
  }

  private let path: String
  private let mode: mode_t
  private let content: Content

  /// Looks at a file or folder; `nil` where nobody but its owner and root may read or change it, or it cannot be looked at.
  init?(_ path: String, holding content: Content) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    // Who may pass through a folder may open what is in it by name.
    let rights: mode_t = content == .data ? 0o077 : 0o066
    guard status.st_mode & rights != 0 else { return nil }
    self.path = path
    mode = status.st_mode & 0o777
    self.content = content
  }

  /// Writes a line of the log that says so.
  func warn(in log: LogSink) {
    log.note(
      .warning, "\(content.rawValue) is open to others than its owner; take those rights away by: chmod go= \(path)",
      ["path": path, "mode": "0\(String(mode, radix: 8))"])
  }
}

// SPDX-License-Identifier: Apache-2.0

import Glibc
import WoofCommandLine

/// A device, pipe or socket that is there: bytes go into it, as another file in its place would take it away from
/// everybody else.
struct StandingFile: Sendable {
  private let path: String

  /// Finds one under this name; `nil` where there is an ordinary file, a folder or nothing.
  init?(at path: String) {
    var status = stat()
    guard stat(path, &status) == 0, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else { return nil }
    self.path = path
  }

  /// Writes into it, and waits for a reader where it is a pipe that nobody reads yet.
  ///
  /// - Throws: `CommandFailure` where it cannot be written.
  func write(_ bytes: some Sequence<UInt8>) throws(CommandFailure) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw DraftFile.failure(path) }
    defer { close(descriptor) }
    guard DraftFile.write(Array(bytes), to: descriptor) else { throw DraftFile.failure(path) }
  }
}

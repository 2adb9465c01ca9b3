// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A named pipe in a folder, held open so that nobody who writes a little into it waits.
final class OpenPipe: Sendable {
  let path: String
  private let descriptor: Int32

  init(named name: String, in folder: TemporaryFolder) throws {
    path = folder.path(name)
    guard mkfifo(path, 0o600) == 0 else { throw TestFailure("mkfifo: \(errno)") }
    descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw TestFailure("\(path) cannot be opened: \(errno)") }
  }

  deinit { close(descriptor) }

  /// Whether it still stands where it was made.
  var isThere: Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// What was written into it so far, up to 64 KiB.
  func read() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    return Array(bytes.prefix(max(count, 0)))
  }
}

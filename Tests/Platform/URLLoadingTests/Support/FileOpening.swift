// SPDX-License-Identifier: Apache-2.0

import Glibc

@testable import TestKit

/// Waits until a file is opened, by whomever.
final class FileOpening: Sendable {
  private let descriptor: Int32

  /// Begins to watch a file.
  init(of path: String) throws {
    descriptor = inotify_init1(Int32(IN_CLOEXEC))
    guard inotify_add_watch(descriptor, path, UInt32(IN_OPEN)) >= 0 else { throw TestFailure("\(path) is not watched") }
  }

  deinit { close(descriptor) }

  /// Waits for it, on a thread that may block, and for at most a minute.
  ///
  /// - Returns: Whether it has happened.
  func waitBlocking() -> Bool {
    var events = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&events, 1, 60_000) == 1
  }
}

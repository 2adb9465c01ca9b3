// SPDX-License-Identifier: Apache-2.0

import Glibc
import ProcessKit
import Synchronization
import WoofSystem

/// Sees to it that nothing stays behind when a benchmark is interrupted: no program it started, no folder it made.
enum Interruption {
  private static let folders = Mutex<Set<String>>([])

  /// Makes SIGINT, SIGTERM and SIGHUP clean up before they end this program; where that is impossible, they end it at
  /// once.
  static func beginHandling() {
    signal(SIGPIPE, SIG_IGN)
    try? SignalListener.start([SIGHUP, SIGINT, SIGTERM]) { signal in
      // Nothing is started any more between the end of the programs and that of this one.
      ChildProcess.killAll {
        folders.withLock { for folder in $0 { FileTree.remove(folder) } }
        _exit(128 + signal)
      }
    }
  }

  static func watch(_ folder: String) { folders.withLock { _ = $0.insert(folder) } }
  static func forget(_ folder: String) { folders.withLock { _ = $0.remove(folder) } }
}

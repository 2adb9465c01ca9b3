// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
import WoofSystem

/// Sees to it that nothing stays behind when a benchmark is interrupted: no program it started, no folder it made.
enum Interruption {
  private struct Left {
    var processes: Set<pid_t> = []
    var folders: Set<String> = []
  }

  private static let left = Mutex(Left())

  /// Makes SIGINT, SIGTERM and SIGHUP clean up before they end this program. Must be called before other threads start.
  static func beginHandling() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGHUP, SIGINT, SIGTERM] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    signal(SIGPIPE, SIG_IGN)
    let awaited = signals
    SystemThread.start(named: "interruption") {
      var signals = awaited
      var signal: Int32 = 0
      while sigwait(&signals, &signal) != 0 {}
      cleanUp()
      _exit(128 + signal)
    }
  }

  static func watch(_ process: pid_t) { left.withLock { _ = $0.processes.insert(process) } }
  static func forget(_ process: pid_t) { left.withLock { _ = $0.processes.remove(process) } }
  static func watch(_ folder: String) { left.withLock { _ = $0.folders.insert(folder) } }
  static func forget(_ folder: String) { left.withLock { _ = $0.folders.remove(folder) } }

  private static func cleanUp() {
    // The lock stays held, so that nothing new is started meanwhile.
    left.withLock { left in
      for process in left.processes { kill(process, SIGKILL) }
      for process in left.processes { waitpid(process, nil, 0) }
      for folder in left.folders { FileTree.remove(folder) }
    }
  }
}

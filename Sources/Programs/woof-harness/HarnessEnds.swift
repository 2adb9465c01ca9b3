// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import WoofCommandLine
import WoofCore

/// Watches for what stops the harness from outside: signals, and the end of standard input.
struct HarnessEnds: Sendable {
  private let stream: AsyncStream<Void>

  /// Starts to catch signals: from now on SIGTERM and SIGINT arrive here instead of ending the process.
  ///
  /// - Throws: `CommandFailure` where the process has no descriptor left.
  init(watchesInput: Bool) throws {
    let descriptor = woof_report_signals([SIGHUP, SIGINT, SIGTERM], 3)
    guard descriptor >= 0 else { throw CommandFailure("Signals cannot be caught: no descriptor is left.") }
    let (stream, end) = AsyncStream.makeStream(of: Void.self)
    self.stream = stream
    Self.read(descriptor, untilEnd: false) { end.yield() }
    if watchesInput { Self.read(0, untilEnd: true) { end.yield() } }
  }

  /// Returns at the first end, or when the other stream ends.
  func first(or other: AsyncStream<Void>) async {
    await withTaskGroup { tasks in
      tasks.addTask { for await _ in stream { return } }
      tasks.addTask { for await _ in other {} }
      await tasks.next()
      tasks.cancelAll()
    }
  }

  /// Reads on a thread of its own until something, or the end, comes.
  private static func read(_ descriptor: Int32, untilEnd: Bool, _ then: @escaping @Sendable () -> Void) {
    WorkerPool.startThread(name: "ends") {
      var byte: UInt8 = 0
      while true {
        let count = Glibc.read(descriptor, &byte, 1)
        if count < 0, errno == EINTR { continue }
        if count <= 0 || !untilEnd { return then() }
      }
    }
  }
}

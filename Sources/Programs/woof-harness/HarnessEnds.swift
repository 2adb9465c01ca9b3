// SPDX-License-Identifier: Apache-2.0

import Glibc
import WoofCommandLine
import WoofSystem

/// Watches for what stops the harness from outside: signals, and the end of standard input.
struct HarnessEnds: Sendable {
  private let stream: AsyncStream<Void>

  /// Starts to catch signals: from now on SIGTERM and SIGINT arrive here instead of ending the process.
  ///
  /// - Throws: `CommandFailure` where the process has no descriptor left.
  init(watchesInput: Bool) throws {
    let (stream, end) = AsyncStream.makeStream(of: Void.self)
    self.stream = stream
    do {
      try SignalListener.start([SIGHUP, SIGINT, SIGTERM]) { _ in end.yield() }
    } catch {
      throw CommandFailure("Signals cannot be caught: no descriptor is left.")
    }
    if watchesInput { Self.readInput { end.yield() } }
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

  /// Reads standard input on a thread of its own until its end.
  private static func readInput(_ then: @escaping @Sendable () -> Void) {
    SystemThread.start(named: "input") {
      var byte: UInt8 = 0
      while true {
        let count = Glibc.read(0, &byte, 1)
        if count < 0, errno == EINTR { continue }
        if count <= 0 { return then() }
      }
    }
  }
}

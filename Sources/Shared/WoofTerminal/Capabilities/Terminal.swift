// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import WoofCommandLine
import WoofSystem

/// The terminal from which a program was started, even if its streams are redirected.
package final class Terminal: Sendable {
  /// The descriptor by which the terminal is read and written.
  package let descriptor: Int32

  /// The terminal; `nil` where the program has none, as under `cron`.
  package init?() {
    descriptor = woof_open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY, 0)
    guard descriptor >= 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// `true` if this program is in the foreground. A program in the background would be stopped if it asked the
  /// terminal.
  package var isInForeground: Bool { tcgetpgrp(descriptor) == getpgrp() }

  /// Asks the terminal how it shows pictures, and waits for the replies; keys that are pressed meanwhile are lost.
  ///
  /// - Parameter milliseconds: The time to wait for all replies at most.
  package func replies(withinMilliseconds milliseconds: Int) -> TerminalReplies {
    var replies = TerminalReplies()
    guard isInForeground, TerminalChanges.change(descriptor, { $0.c_lflag &= ~tcflag_t(ICANON | ECHO) }) else {
      return replies
    }
    defer { TerminalChanges.undo(descriptor) }
    write(TerminalReplies.questions)
    let deadline = Self.now() + milliseconds
    while !replies.isComplete {
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let rest = deadline - Self.now()
      guard rest > 0 else { break }
      let count = poll(&entry, 1, Int32(clamping: rest))
      if count < 0, errno == EINTR { continue }
      var byte: UInt8 = 0
      guard count > 0, read(descriptor, &byte, 1) == 1 else { break }
      replies.consume(byte)
    }
    return replies
  }

  /// Writes a text, all of it, unless the terminal fails.
  package func write(_ text: String) { StandardStream.write(text, to: descriptor) }

  private static func now() -> Int { Int(KernelClock.monotonic.nanoseconds / 1_000_000) }
}

// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
import WoofCommandLine
import WoofSystem

/// The keys that are pressed, one by one, on a terminal that does not show them. The terminal's settings are put back
/// after ``stop()``.
package final class TerminalKeys: Sendable {
  /// The keys, as bytes.
  package let pressed: AsyncStream<UInt8>
  private let isListening = Mutex(true)

  /// Listens to standard input; `nil` if it is no terminal, or if this program is in the background, where it would be
  /// stopped when it reads.
  package init?() {
    let descriptor = StandardStream.input.rawValue
    guard StandardStream.input.isTerminal, tcgetpgrp(descriptor) == getpgrp(),
      TerminalChanges.change(descriptor, { $0.c_lflag &= ~tcflag_t(ICANON | ECHO) })
    else { return nil }
    let (stream, continuation) = AsyncStream.makeStream(of: UInt8.self)
    pressed = stream
    SystemThread.start(named: "keys") { [self] in
      read(descriptor, continuation)
      continuation.finish()
    }
  }

  /// Stops listening, and puts the terminal's settings back.
  package func stop() {
    isListening.withLock { $0 = false }
    TerminalChanges.undo(StandardStream.input.rawValue)
  }

  private func read(_ descriptor: Int32, _ continuation: AsyncStream<UInt8>.Continuation) {
    while isListening.withLock({ $0 }) {
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let count = poll(&entry, 1, 50)
      guard count >= 0 || errno == EINTR else { return }
      guard count > 0 else { continue }
      let isOpen = isListening.withLock { isListening in
        // What is typed after the end is for whoever reads next.
        guard isListening else { return false }
        var byte: UInt8 = 0
        guard Glibc.read(descriptor, &byte, 1) == 1 else { return false }
        continuation.yield(byte)
        return true
      }
      guard isOpen else { return }
    }
  }
}

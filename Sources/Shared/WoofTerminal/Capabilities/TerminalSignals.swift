// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
import WoofSystem

/// The signals by which a terminal, the system or a user tells a program to end or to fit another size.
package final class TerminalSignals: Sendable {
  /// The signals of this process, which are caught from the first use on.
  package static let shared = TerminalSignals()

  private struct Handlers {
    var interruption: (@Sendable (Int32) -> Void)?
    var resizing: (@Sendable () -> Void)?
  }

  private let handlers = Mutex(Handlers())

  private init() {
    // Without a descriptor left, signals do what they always do.
    try? SignalListener.start([SIGINT, SIGTERM, SIGHUP, SIGWINCH]) { [self] signal in take(signal) }
  }

  /// Has a handler called, in place of any other, when the program is asked to end; it gets the signal's number.
  package func onInterruption(_ handler: @escaping @Sendable (Int32) -> Void) {
    handlers.withLock { $0.interruption = handler }
  }

  /// Has a handler called, in place of any other, when the terminal has another size; `nil` takes it away.
  package func onResizing(_ handler: (@Sendable () -> Void)?) {
    handlers.withLock { $0.resizing = handler }
  }

  private func take(_ signal: Int32) {
    let handlers = handlers.withLock { $0 }
    if signal == SIGWINCH { handlers.resizing?() } else { handlers.interruption?(signal) }
  }
}

// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Synchronization

/// The signals by which a terminal, the system or a user tells a program to end or to fit another size.
///
/// A signal may come on any thread, those of the system's libraries included, so it is caught wherever it comes, and
/// passed on through a pipe.
public final class TerminalSignals: Sendable {
  /// The signals of this process, which are caught from the first use on.
  public static let shared = TerminalSignals()

  private struct Handlers {
    var interruption: (@Sendable (Int32) -> Void)?
    var resizing: (@Sendable () -> Void)?
  }

  private let handlers = Mutex(Handlers())

  private init() {
    let descriptor = woof_report_signals([SIGINT, SIGTERM, SIGHUP, SIGWINCH], 4)
    // Without a descriptor left, signals do what they always do.
    guard descriptor >= 0 else { return }
    Self.startThread { [self] in
      var signal: UInt8 = 0
      while true {
        let count = read(descriptor, &signal, 1)
        if count < 0, errno == EINTR { continue }
        guard count == 1 else { return }
        take(Int32(signal))
      }
    }
  }

  /// Has a handler called, in place of any other, when the program is asked to end; it gets the signal's number.
  public func onInterruption(_ handler: @escaping @Sendable (Int32) -> Void) {
    handlers.withLock { $0.interruption = handler }
  }

  /// Has a handler called, in place of any other, when the terminal has another size; `nil` takes it away.
  public func onResizing(_ handler: (@Sendable () -> Void)?) {
    handlers.withLock { $0.resizing = handler }
  }

  private func take(_ signal: Int32) {
    let handlers = handlers.withLock { $0 }
    if signal == SIGWINCH { handlers.resizing?() } else { handlers.interruption?(signal) }
  }

  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs what blocks on a thread of its own.
  static func startThread(_ body: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(Body(body))
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, box.toOpaque())
    precondition(status == 0, "no thread could be started: \(String(cString: strerror(status)))")
    pthread_detach(thread)
  }
}

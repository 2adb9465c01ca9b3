// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
import WoofSystem

/// The signals that steer the service. Made once.
struct ProcessSignals: Sendable {
  /// A request that a signal stands for.
  enum Request: Sendable {
    /// Read the certificates again.
    case hangUp
    /// Open the log anew.
    case reopenLog
    /// End the program.
    case stop
  }

  /// The signals, as they arrive.
  let arriving: AsyncStream<Request>
  private let continuation: AsyncStream<Request>.Continuation

  /// Starts to catch signals: from now on they arrive here instead of ending the process.
  ///
  /// - Throws: ``ProcessSignalsError`` where the process has no descriptor left.
  init() throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Request.self)
    arriving = stream
    self.continuation = continuation
    let isStopping = Mutex(false)
    do {
      try SignalListener.start([SIGHUP, SIGUSR1, SIGINT, SIGTERM]) { signal in
        isStopping.withLock { Self.pass(signal, on: continuation, &$0) }
      }
    } catch {
      throw ProcessSignalsError()
    }
  }

  /// Asks for a stop, as a signal would.
  func requestStop() { continuation.yield(.stop) }

  /// Passes a signal on; the second request to stop ends the process at once. What has been answered is durable, so
  /// nothing is lost by that.
  private static func pass(
    _ signal: Int32, on continuation: AsyncStream<Request>.Continuation, _ isStopping: inout Bool
  ) {
    if signal == SIGHUP {
      continuation.yield(.hangUp)
    } else if signal == SIGUSR1 {
      continuation.yield(.reopenLog)
    } else if isStopping {
      _exit(128 + signal)
    } else {
      isStopping = true
      continuation.yield(.stop)
    }
  }
}

/// The process can catch no signals.
struct ProcessSignalsError: Error, CustomStringConvertible {
  let description = "signals cannot be caught: the process has no descriptor left"
}

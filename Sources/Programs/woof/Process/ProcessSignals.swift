// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import WoofCore

/// The signals that steer the service. Made once.
///
/// A signal may come on any thread, those of the system's libraries included, so it is caught wherever it comes, and
/// passed on through a pipe.
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
    let descriptor = woof_report_signals([SIGHUP, SIGUSR1, SIGINT, SIGTERM], 4)
    guard descriptor >= 0 else { throw ProcessSignalsError() }
    let (stream, continuation) = AsyncStream.makeStream(of: Request.self)
    arriving = stream
    self.continuation = continuation
    WorkerPool.startThread(name: "signals") { Self.read(from: descriptor, continuation) }
  }

  /// Asks for a stop, as a signal would.
  func requestStop() { continuation.yield(.stop) }

  /// Passes signals on; the second request to stop ends the process at once. What has been answered is durable, so
  /// nothing is lost by that.
  private static func read(from descriptor: Int32, _ continuation: AsyncStream<Request>.Continuation) {
    var isStopping = false
    var signal: UInt8 = 0
    while true {
      guard Glibc.read(descriptor, &signal, 1) == 1 else { continue }
      if Int32(signal) == SIGHUP {
        continuation.yield(.hangUp)
      } else if Int32(signal) == SIGUSR1 {
        continuation.yield(.reopenLog)
      } else if isStopping {
        _exit(128 + Int32(signal))
      } else {
        isStopping = true
        continuation.yield(.stop)
      }
    }
  }
}

/// The process can catch no signals.
struct ProcessSignalsError: Error, CustomStringConvertible {
  let description = "signals cannot be caught: the process has no descriptor left"
}

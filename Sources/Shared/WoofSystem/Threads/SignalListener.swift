// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// The signals by which somebody steers the process.
///
/// A signal may come on any thread, those of the system's libraries included, so it is caught wherever it comes, and
/// passed on through a pipe.
package enum SignalListener {
  /// Catches signals from now on, in place of what they would do otherwise. To be called once in a process.
  ///
  /// - Parameter handler: Is given the number of each signal, one after the other, on a thread of its own.
  /// - Throws: ``SystemError`` where the process has no descriptor, or the system no thread left.
  package static func start(_ signals: [Int32], _ handler: @escaping @Sendable (Int32) -> Void) throws(SystemError) {
    let descriptor = woof_report_signals(signals, Int32(signals.count))
    guard descriptor >= 0 else { throw SystemError(call: "pipe2", number: errno) }
    try SystemThread(named: "signals") {
      var signal: UInt8 = 0
      while true {
        let count = read(descriptor, &signal, 1)
        if count < 0, errno == EINTR { continue }
        guard count == 1 else { return }
        handler(Int32(signal))
      }
    }.detach()
  }
}

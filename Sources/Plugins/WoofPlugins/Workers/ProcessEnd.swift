// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The end of a process, which can be described in words.
struct ProcessEnd: Hashable, Sendable {
  /// The status that wait(2) gives.
  var status: Int32
  /// The processor time it used.
  var processorMicroseconds: UInt64 = 0
  /// The most memory it had.
  var residentByteCount: UInt64 = 0

  /// The signal that ended it, where one did.
  var signal: Int32? {
    let signal = status & 0x7F
    return signal == 0 || signal == 0x7F ? nil : signal
  }

  /// The code it exited with, where it did.
  var exitCode: Int32? { status & 0x7F == 0 ? status >> 8 & 0xFF : nil }

  private static let names: [Int32: String] = [
    SIGSEGV: "SIGSEGV", SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGILL: "SIGILL", SIGFPE: "SIGFPE", SIGTRAP: "SIGTRAP",
    SIGKILL: "SIGKILL", SIGSYS: "SIGSYS", SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ", SIGTERM: "SIGTERM",
  ]

  /// The signal that it ended itself by. A process that was forked for a job can send itself none, and exits so.
  private var ownSignal: Int32? {
    guard let exitCode, (129...159).contains(exitCode) else { return nil }
    return exitCode - 128
  }

  private static func name(of signal: Int32) -> String { names[signal] ?? "signal \(signal)" }

  /// The description of the end, in the words of a log line.
  var description: String {
    if let signal { return "it was ended by \(Self.name(of: signal))" }
    if let ownSignal { return "it ended itself by \(Self.name(of: ownSignal))" }
    if let exitCode { return "it exited with \(exitCode) and without an answer" }
    return "it ended without an answer"
  }

  /// Returns the failure of a job whose process ended in this way without a reply.
  func failure(limits: PluginLimits) -> AttemptFailure {
    let processorLimit = UInt64(clamping: limits.processorSeconds) &* 1_000_000
    // The kernel looks at the time once a tick.
    let isOverTime = signal == SIGXCPU || signal == SIGKILL && processorMicroseconds + 100_000 >= processorLimit
    if isOverTime {
      return AttemptFailure(.limitExceeded, "it used its \(limits.processorSeconds) seconds of processor time")
    }
    // Address space is what is bounded, and what is used of it is known: most plugins do not survive its end.
    if residentByteCount >= UInt64(clamping: limits.memoryByteCount / 4 * 3) {
      return AttemptFailure(
        .limitExceeded, "\(description), with its memory of \(limits.memoryByteCount) bytes used up")
    }
    if signal == SIGKILL {
      return AttemptFailure(.limitExceeded, "\(description), as the system does when memory runs out")
    }
    return AttemptFailure(.crashed, description)
  }
}

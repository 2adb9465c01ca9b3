// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The lines of one thread that logs all the time, where they wait to be written together.
///
/// Each such thread has a lane of its own, so that its lock is nearly always free, and wakes nobody for a single line.
final class LogLane: Sendable {
  /// The reason to write what waits.
  enum Call: Hashable, Sendable {
    /// The first line has come: it may wait for others, but not for long.
    case soon
    /// So much waits that nothing is gained by waiting for more.
    case now
  }

  private struct State {
    var lines: [UInt8] = []
    var droppedCount = 0
  }

  /// The number of bytes that are worth a write by themselves.
  static let fullByteCount = 64 * 1024

  private let state = Mutex(State())
  private let byteLimit: Int
  private let call: @Sendable (LogLane, Call) -> Void

  /// Makes a lane.
  ///
  /// - Parameters:
  ///   - byteLimit: The most bytes that may wait; lines beyond are dropped and counted.
  ///   - call: Has what waits taken and written. It is called without the lane's lock.
  init(byteLimit: Int, call: @escaping @Sendable (LogLane, Call) -> Void) {
    self.byteLimit = byteLimit
    self.call = call
  }

  /// Takes a whole line.
  func append(_ line: [UInt8]) {
    let reason = state.withLock { state -> Call? in
      let before = state.lines.count
      guard before < byteLimit else {
        state.droppedCount += 1
        return nil
      }
      state.lines.append(contentsOf: line)
      if before < Self.fullByteCount, state.lines.count >= Self.fullByteCount { return .now }
      return before == 0 ? .soon : nil
    }
    if let reason { call(self, reason) }
  }

  /// Takes out what waits, and leaves an empty array in its place, whose memory is used again.
  ///
  /// - Returns: The number of lines that were dropped since the last time.
  func take(into lines: inout [UInt8]) -> Int {
    lines.removeAll(keepingCapacity: true)
    return state.withLock { state in
      swap(&state.lines, &lines)
      defer { state.droppedCount = 0 }
      return state.droppedCount
    }
  }
}

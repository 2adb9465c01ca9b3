// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Synchronization
internal import WoofCore
internal import WoofModel

/// The lines between those who log and the thread that writes.
final class LogBuffer: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var droppedCount = 0
    /// The offset in the bytes at which the destination is to be opened anew; `nil` if it stays open.
    var reopeningAt: Int?
    var isClosed = false
    /// `true` if something waits that is to be written at once.
    var isUrgent = false
    /// The time at which the lines in lanes are to be written, in nanoseconds of the monotonic clock; `nil` where none wait.
    var lanesDue: Int64?
    var refusals: RefusalSummary
    var summarisedCount = 0

    init(refusalLines: Int) { refusals = RefusalSummary(lineLimit: refusalLines) }

    /// The time at which there is something to write; `nil` where there is nothing.
    var due: Int64? { isUrgent ? .min : [lanesDue, refusals.due].compactMap(\.self).min() }
  }

  private let state: Mutex<State>
  private let hasWork = DispatchSemaphore(value: 0)
  private let hasEnded = DispatchSemaphore(value: 0)
  private let lanes = Mutex<[LogLane]>([])
  private let byteLimit: Int
  private let laneDelay: Int64
  private let format: LogSink.Format

  /// Makes a buffer.
  ///
  /// - Parameter laneDelay: The time for which a line in a lane may wait for others.
  init(byteLimit: Int, laneDelay: Duration, format: LogSink.Format, refusalLines: Int) {
    state = Mutex(State(refusalLines: refusalLines))
    self.byteLimit = byteLimit
    self.laneDelay = laneDelay.wholeNanoseconds
    self.format = format
  }

  func append(_ lines: [UInt8]) {
    change { state in
      guard !state.isClosed, state.bytes.count + lines.count <= byteLimit else {
        state.droppedCount += 1
        return
      }
      state.bytes.append(contentsOf: lines)
      state.isUrgent = true
    }
  }

  /// Makes a place for the lines of a thread that logs all the time.
  func makeLane() -> LogLane {
    let lane = LogLane(byteLimit: byteLimit) { [weak self] _, call in self?.writeLanes(call) }
    lanes.withLock { $0.append(lane) }
    return lane
  }

  private func writeLanes(_ call: LogLane.Call) {
    let due = call == .now ? Int64.min : SystemTimeSource().monotonicNanoseconds() + laneDelay
    change { $0.lanesDue = min($0.lanesDue ?? due, due) }
  }

  /// Changes the state, and wakes the thread that writes where it has to be there earlier than it knows.
  private func change(_ body: (inout State) -> Void) {
    let isEarlier = state.withLock { state in
      let before = state.due ?? .max
      body(&state)
      return state.due ?? .max < before
    }
    if isEarlier { hasWork.signal() }
  }

  /// The number of refusal lines that were counted instead of written.
  var summarisedCount: Int { state.withLock { $0.summarisedCount } }

  /// Returns `true` if the line of a refusal is to be written; otherwise, counts it for the summary.
  func admits(_ kind: RefusalSummary.Kind, from address: String) -> Bool {
    let now = SystemTimeSource().monotonicNanoseconds()
    var isAdmitted = true
    change { state in
      isAdmitted = state.refusals.admits(kind, from: address, at: now)
      if !isAdmitted { state.summarisedCount += 1 }
    }
    return isAdmitted
  }

  /// Has the destination opened anew between the lines before and those after.
  func reopen() {
    change { state in
      state.reopeningAt = state.bytes.count
      state.isUrgent = true
    }
  }

  func close() {
    change { state in
      state.isClosed = true
      state.isUrgent = true
    }
  }

  func waitUntilWritten() {
    hasEnded.wait()
    // Whoever else waits is let through too.
    hasEnded.signal()
  }

  func writeUntilClosed(to destination: LogDestination) {
    var lines: [UInt8] = []
    while true {
      waitForWork()
      let now = SystemTimeSource().monotonicNanoseconds()
      var (taken, summary) = state.withLock { state in
        let taken = state
        state.bytes = []
        state.droppedCount = 0
        state.reopeningAt = nil
        state.isUrgent = false
        state.lanesDue = nil
        return (taken, state.refusals.take(at: now, isEnd: state.isClosed))
      }
      for lane in lanes.withLock(\.self) {
        taken.droppedCount += lane.take(into: &lines)
        destination.write(lines[...])
      }
      let turn = taken.reopeningAt ?? taken.bytes.count
      destination.write(taken.bytes[..<turn])
      if taken.reopeningAt != nil { reopen(destination) }
      destination.write(taken.bytes[turn...])
      if let summary {
        destination.write(LogLine(summary, format: format, time: SystemTimeSource().now()).finish()[...])
      }
      if taken.droppedCount > 0 { destination.write(dropNotice(taken.droppedCount)[...]) }
      if taken.isClosed { break }
    }
    hasEnded.signal()
  }

  private func waitForWork() {
    while true {
      guard let due = state.withLock(\.due) else {
        hasWork.wait()
        continue
      }
      let now = SystemTimeSource().monotonicNanoseconds()
      guard due > now else { return }
      _ = hasWork.wait(timeout: .now() + .nanoseconds(Int(due - now)))
    }
  }

  private func reopen(_ destination: LogDestination) {
    do {
      try destination.reopen()
    } catch {
      var line = LogLine(
        format: format, level: .error, message: "the log stays in its old file", time: SystemTimeSource().now())
      line.add("error", error.message)
      destination.write(line.finish()[...])
    }
  }

  private func dropNotice(_ count: Int) -> [UInt8] {
    var line = LogLine(
      format: format, level: .warning, message: "log lines were dropped", time: SystemTimeSource().now())
    line.add("count", count)
    return line.finish()
  }
}

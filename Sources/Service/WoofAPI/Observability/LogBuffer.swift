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
    var refusals: RefusalSummary
    var summarisedCount = 0

    init(refusalLines: Int) { refusals = RefusalSummary(lineLimit: refusalLines) }
  }

  private let state: Mutex<State>
  private let hasWork = DispatchSemaphore(value: 0)
  private let hasEnded = DispatchSemaphore(value: 0)
  private let byteLimit: Int
  private let format: LogSink.Format

  init(byteLimit: Int, format: LogSink.Format, refusalLines: Int) {
    state = Mutex(State(refusalLines: refusalLines))
    self.byteLimit = byteLimit
    self.format = format
  }

  func append(_ lines: [UInt8]) {
    let mustWake = state.withLock { state in
      guard !state.isClosed, state.bytes.count + lines.count <= byteLimit else {
        state.droppedCount += 1
        return false
      }
      let wasEmpty = state.bytes.isEmpty
      state.bytes.append(contentsOf: lines)
      return wasEmpty
    }
    if mustWake { hasWork.signal() }
  }

  /// The number of refusal lines that were counted instead of written.
  var summarisedCount: Int { state.withLock { $0.summarisedCount } }

  /// Returns `true` if the line of a refusal is to be written; otherwise, counts it for the summary.
  func admits(_ kind: RefusalSummary.Kind, from address: String) -> Bool {
    let now = SystemTimeSource().monotonicNanoseconds()
    let (isAdmitted, mustWake) = state.withLock { state in
      let hadSummary = state.refusals.due != nil
      let isAdmitted = state.refusals.admits(kind, from: address, at: now)
      if !isAdmitted { state.summarisedCount += 1 }
      return (isAdmitted, !isAdmitted && !hadSummary)
    }
    // The thread that writes has to know when the summary is due.
    if mustWake { hasWork.signal() }
    return isAdmitted
  }

  /// Has the destination opened anew between the lines before and those after.
  func reopen() {
    state.withLock { $0.reopeningAt = $0.bytes.count }
    hasWork.signal()
  }

  func close() {
    state.withLock { $0.isClosed = true }
    hasWork.signal()
  }

  func waitUntilWritten() {
    hasEnded.wait()
    // Whoever else waits is let through too.
    hasEnded.signal()
  }

  func writeUntilClosed(to destination: LogDestination) {
    while true {
      waitForWork()
      let now = SystemTimeSource().monotonicNanoseconds()
      let (taken, summary) = state.withLock { state in
        let taken = state
        state.bytes = []
        state.droppedCount = 0
        state.reopeningAt = nil
        return (taken, state.refusals.take(at: now, isEnd: state.isClosed))
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
    guard let due = state.withLock(\.refusals.due) else { return hasWork.wait() }
    let wait = max(0, due - SystemTimeSource().monotonicNanoseconds())
    _ = hasWork.wait(timeout: .now() + .nanoseconds(Int(wait)))
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

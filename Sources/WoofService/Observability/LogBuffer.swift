internal import Dispatch
internal import Synchronization
internal import WoofCore
internal import WoofModel

/// The lines between those who log and the thread that writes.
final class LogBuffer: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var droppedCount = 0
    /// Where in the bytes the destination is to be opened anew.
    var reopeningAt: Int?
    var isClosed = false
  }

  private let state = Mutex(State())
  private let hasWork = DispatchSemaphore(value: 0)
  private let hasEnded = DispatchSemaphore(value: 0)
  private let byteLimit: Int
  private let format: LogSink.Format

  init(byteLimit: Int, format: LogSink.Format) {
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
      hasWork.wait()
      let taken = state.withLock { state in
        let taken = state
        state.bytes = []
        state.droppedCount = 0
        state.reopeningAt = nil
        return taken
      }
      let turn = taken.reopeningAt ?? taken.bytes.count
      destination.write(taken.bytes[..<turn])
      if taken.reopeningAt != nil { reopen(destination) }
      destination.write(taken.bytes[turn...])
      if taken.droppedCount > 0 { destination.write(dropNotice(taken.droppedCount)[...]) }
      if taken.isClosed { break }
    }
    hasEnded.signal()
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

internal import Dispatch
internal import Glibc
internal import Synchronization
internal import WoofCore

/// The lines between those who log and the thread that writes.
final class LogBuffer: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var droppedCount = 0
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

  func close() {
    state.withLock { $0.isClosed = true }
    hasWork.signal()
  }

  func waitUntilWritten() {
    hasEnded.wait()
    // Whoever else waits is let through too.
    hasEnded.signal()
  }

  func writeUntilClosed(to descriptor: Int32) {
    while true {
      hasWork.wait()
      let taken = state.withLock { state in
        let taken = state
        state.bytes = []
        state.droppedCount = 0
        return taken
      }
      write(taken.bytes, to: descriptor)
      if taken.droppedCount > 0 { write(dropNotice(taken.droppedCount), to: descriptor) }
      if taken.isClosed { break }
    }
    hasEnded.signal()
  }

  private func dropNotice(_ count: Int) -> [UInt8] {
    var line = LogLine(
      format: format, level: .warning, message: "log lines were dropped", time: SystemTimeSource().now())
    line.add("count", count)
    return line.finish()
  }

  private func write(_ lines: [UInt8], to descriptor: Int32) {
    var written = 0
    while written < lines.count {
      let result = lines.withUnsafeBytes { bytes in
        Glibc.write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
      }
      if result > 0 {
        written += result
      } else if result < 0, errno == EAGAIN {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, 1_000)
      } else if result == 0 || errno != EINTR {
        return
      }
    }
  }
}

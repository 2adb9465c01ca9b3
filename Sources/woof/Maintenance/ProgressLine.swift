import Glibc
import Synchronization
import WoofCommandLine
import WoofStorage

/// Shows on a terminal how far long work has come, in one line that is written over and over.
final class ProgressLine: Sendable {
  /// How often the line is written at most, in nanoseconds.
  private static let interval: Int64 = 100_000_000

  private struct State {
    var step: StorageProgress.Step?
    var lastWrite: Int64 = 0
    var isShown = false
  }

  private let isOn: Bool
  private let state = Mutex(State())

  /// Makes a line on standard error, which shows nothing where that is no terminal.
  init() { isOn = StandardStream.error.isTerminal }

  /// Shows how far the work has come.
  func show(_ progress: StorageProgress) {
    guard isOn else { return }
    let now = Self.now()
    state.withLock { state in
      guard progress.step != state.step || now - state.lastWrite >= Self.interval else { return }
      state.step = progress.step
      state.lastWrite = now
      state.isShown = true
      StandardStream.error.write("\r\u{1B}[K\(ProgressBar(progress).text(width: StandardStream.error.width ?? 80))")
    }
  }

  /// Takes the line away.
  func end() {
    state.withLock { state in
      if state.isShown { StandardStream.error.write("\r\u{1B}[K") }
      state.isShown = false
    }
  }

  private static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

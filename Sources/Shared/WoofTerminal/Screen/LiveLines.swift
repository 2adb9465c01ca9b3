import Synchronization
public import WoofCommandLine

/// Lines on standard error that are written over and over, below what is printed meanwhile. Shows nothing of them where
/// that is no terminal.
public final class LiveLines: Sendable {
  private struct State {
    var lines = RedrawnLines()
    var isPaused = false
  }

  private let isOn: Bool
  private let state = Mutex(State())

  /// Makes it with nothing shown.
  public init() { isOn = StandardStream.error.isTerminal }

  /// Whether somebody sees the lines.
  public var isShown: Bool { isOn }

  /// Shows lines in place of those before: as many as the terminal has room for, the last ones first of all.
  public func show(_ texts: [String]) {
    guard isOn else { return }
    let rows = TerminalSize(of: .error)?.rows ?? 24
    state.withLock { state in
      guard !state.isPaused else { return }
      StandardStream.error.write(state.lines.redraw(texts.suffix(max(1, rows - 1))))
    }
  }

  /// Prints a text that stays, above the lines; they come back when they are shown next.
  public func print(_ text: String, to stream: StandardStream = .output) {
    state.withLock { state in
      if isOn { StandardStream.error.write(state.lines.clear()) }
      stream.write(text)
    }
  }

  /// Takes the lines away.
  public func clear() {
    guard isOn else { return }
    state.withLock { StandardStream.error.write($0.lines.clear()) }
  }

  /// Takes the lines away and shows none for the time of `body`, which has the terminal for itself.
  public func pausing<Result>(_ body: () throws -> Result) rethrows -> Result {
    clear()
    state.withLock { $0.isPaused = true }
    defer { state.withLock { $0.isPaused = false } }
    return try body()
  }
}

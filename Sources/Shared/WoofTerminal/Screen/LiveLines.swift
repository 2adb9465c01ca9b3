// SPDX-License-Identifier: Apache-2.0

import Synchronization
package import WoofCommandLine

/// Lines on standard error that are written over and over, below texts that are printed meanwhile. If standard error is
/// no terminal, they are not shown.
package final class LiveLines: Sendable {
  private struct State {
    var lines = RedrawnLines()
    var isPaused = false
  }

  private let isOn: Bool
  private let state = Mutex(State())

  /// Makes live lines with nothing shown.
  package init() { isOn = StandardStream.error.isTerminal }

  /// `true` if the lines are shown, because standard error is a terminal.
  package var isShown: Bool { isOn }

  /// Shows lines in place of those before: as many as the terminal has room for, the last ones first of all.
  package func show(_ texts: [String]) {
    guard isOn else { return }
    let rows = TerminalSize(of: .error)?.rows ?? 24
    state.withLock { state in
      guard !state.isPaused else { return }
      StandardStream.error.write(state.lines.redraw(texts.suffix(max(1, rows - 1))))
    }
  }

  /// Prints a text that stays, above the lines; they come back when they are shown next.
  package func print(_ text: String, to stream: StandardStream = .output) {
    state.withLock { state in
      if isOn { StandardStream.error.write(state.lines.clear()) }
      stream.write(text)
    }
  }

  /// Removes the lines from the terminal.
  package func clear() {
    guard isOn else { return }
    state.withLock { StandardStream.error.write($0.lines.clear()) }
  }

  /// Removes the lines and shows none while `body` runs, which has the terminal for itself.
  package func pausing<Result>(_ body: () throws -> Result) rethrows -> Result {
    clear()
    state.withLock { $0.isPaused = true }
    defer { state.withLock { $0.isPaused = false } }
    return try body()
  }
}

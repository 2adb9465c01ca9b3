// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WoofCommandLine

/// A line on a terminal with the progress of long work, which is written over and over.
package final class ProgressLine: Sendable {
  /// The shortest time between two writes of the line.
  private static let interval = Duration.milliseconds(100)

  private struct State {
    var title: String?
    var lastWrite: ContinuousClock.Instant?
    var isShown = false
  }

  private let isOn: Bool
  private let state = Mutex(State())

  /// Makes a line on standard error, which shows nothing where that is no terminal.
  package init() { isOn = StandardStream.error.isTerminal }

  /// Shows the progress of the work; a bar with a new title is shown at once, others ten times a second at most.
  package func show(_ bar: ProgressBar) {
    guard isOn else { return }
    let now = ContinuousClock.now
    state.withLock { state in
      if bar.title == state.title, let last = state.lastWrite, now - last < Self.interval { return }
      state.title = bar.title
      state.lastWrite = now
      state.isShown = true
      StandardStream.error.write("\r\u{1B}[K\(bar.text(width: StandardStream.error.width ?? 80))")
    }
  }

  /// Takes the line away.
  package func end() {
    state.withLock { state in
      if state.isShown { StandardStream.error.write("\r\u{1B}[K") }
      state.isShown = false
    }
  }
}

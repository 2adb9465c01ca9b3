// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WoofCommandLine

/// A screen of the program's own on standard output, without a cursor; what the terminal showed before comes back when it
/// is left.
package enum FullScreen {
  private static let isEntered = Mutex(false)

  /// Switches to the program's own screen, and clears it.
  package static func enter() {
    isEntered.withLock { isEntered in
      if !isEntered { StandardStream.output.write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[H\u{1B}[2J") }
      isEntered = true
    }
  }

  /// Shows lines from the top of the screen, in place of all before; has no effect if the screen is not entered.
  package static func show(_ lines: [String]) {
    let text = "\u{1B}[H" + lines.map { "\($0)\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J"
    isEntered.withLock { if $0 { StandardStream.output.write(text) } }
  }

  /// Switches back to the terminal's normal screen.
  package static func leave() {
    isEntered.withLock { isEntered in
      if isEntered { StandardStream.output.write("\u{1B}[?25h\u{1B}[?1049l") }
      isEntered = false
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

package import Glibc
import Synchronization

/// The terminals whose settings this program has changed for a while, so that the settings can be put back in any case.
package enum TerminalChanges {
  /// The settings from before, by descriptor.
  private static let saved = Mutex<[Int32: termios]>([:])

  /// Changes a terminal's settings until they are put back, and forgets keys that were pressed already.
  ///
  /// - Parameters:
  ///   - descriptor: The terminal, which stays open until then.
  ///   - edit: Changes the settings in force.
  /// - Returns: `true` if the terminal took the settings.
  package static func change(_ descriptor: Int32, _ edit: (inout termios) -> Void) -> Bool {
    saved.withLock { saved in
      var settings = termios()
      guard tcgetattr(descriptor, &settings) == 0 else { return false }
      let old = saved[descriptor] ?? settings
      edit(&settings)
      guard tcsetattr(descriptor, TCSAFLUSH, &settings) == 0 else { return false }
      saved[descriptor] = old
      return true
    }
  }

  /// Puts a terminal's settings back; one that was not changed stays as it is.
  package static func undo(_ descriptor: Int32) {
    saved.withLock { saved in
      guard var settings = saved.removeValue(forKey: descriptor) else { return }
      tcsetattr(descriptor, TCSAFLUSH, &settings)
    }
  }

  /// Puts the settings of all changed terminals back.
  package static func undoAll() {
    for descriptor in saved.withLock({ Array($0.keys) }) { undo(descriptor) }
  }
}

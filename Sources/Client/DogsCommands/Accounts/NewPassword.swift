// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine
import WoofTerminal

/// Asks for a new password: twice on the terminal, or as one line of standard input where that is none.
enum NewPassword {
  /// Asks for it.
  ///
  /// - Throws: `PasswordError`, also where the two differ, or the password is empty.
  static func choose(_ question: String) throws -> String {
    guard StandardStream.input.isTerminal, let terminal = Terminal() else {
      return try PasswordPrompt().choose(question, again: "")
    }
    return try PasswordPrompt(input: terminal.descriptor, output: terminal.descriptor)
      .choose(question, again: "The same once more: ")
  }
}

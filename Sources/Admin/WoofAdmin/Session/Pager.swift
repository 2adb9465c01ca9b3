// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A program that shows a text page by page.
enum Pager {
  /// Returns the command that the environment names, `less` by default; `nil` if there is to be no pager.
  static func command(_ environment: [String: String]) -> String? {
    guard environment["TERM"] != "dumb" else { return nil }
    let command = environment["WOOF_PAGER"] ?? environment["PAGER"] ?? "less"
    return command.isEmpty || command == "cat" ? nil : command
  }

  /// Shows a text, and waits until the user has left the pager.
  ///
  /// - Returns: `true` if there is such a program.
  static func show(_ text: String, by command: String) -> Bool {
    // What less needs to show colours, and to leave a text alone that fits the screen.
    setenv("LESS", "FRX", 0)
    guard let stream = popen(command, "w") else { return false }
    var bytes = Array(text.utf8)
    // A pager that is left early takes no more.
    let written = bytes.withUnsafeMutableBytes { fwrite($0.baseAddress, 1, $0.count, stream) }
    let status = pclose(stream)
    return written == bytes.count || status & 0x7F == 0 && status >> 8 != 127
  }
}

// SPDX-License-Identifier: Apache-2.0

@testable import TestKit

extension TerminalProgram {
  /// Waits until the prompt of the shell has been shown so often and a line is edited. The editor takes the keys over
  /// only when the prompt stands there; a ^C or ^D that is typed before goes to the terminal instead.
  func waitForPrompt(count: Int = 1) async throws {
    try await wait(for: "woof> ", count: count)
    try await eventually { !isAsUsual }
  }
}

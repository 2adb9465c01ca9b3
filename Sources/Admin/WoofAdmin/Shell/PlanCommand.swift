// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine

/// The word before a command that changes something, by which the command only prints its plan.
struct PlanCommand: ShellCommand {
  static let name = "plan"
  static let summary = "Before a command that changes something: says what it would do, to how many, and does nothing."

  init(from reader: inout ArgumentReader) {
    _ = reader.arguments("COMMAND", completion: .service(.command), "The command, with its arguments.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    throw CommandFailure("what is to be planned? As in: plan photos delete ID", exitCode: .usage)
  }

  /// Returns the words of the command that is to be planned; `nil` if they begin another command, or ask for help.
  static func planned(_ words: ArraySlice<String>) -> ArraySlice<String>? {
    guard words.first == name, let next = words.dropFirst().first, !next.hasPrefix("-") else { return nil }
    return words.dropFirst()
  }
}

// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine
import WoofModel

/// Runs a command again and again.
struct WatchCommand: ShellCommand {
  static let name = "\\watch"
  static let summary = "Runs a command again and again, until ^C or until it fails."

  private let seconds: Int
  private let words: [String]

  init(from reader: inout ArgumentReader) {
    seconds = reader.argument(.integer("SECONDS", in: 1...86_400), otherwise: 1, "How long to wait between.")
    words = reader.arguments(
      "COMMAND", completion: .service(.command), "The command, with its arguments; by default the last one.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    let words = words.isEmpty ? context.settings.lastWords : words
    guard !words.isEmpty, !ShellCommands.isOwn(words) else {
      throw CommandFailure("which command? As in: \\watch 2 stats", exitCode: .usage)
    }
    let interpreter = ShellInterpreter(context: context)
    while true {
      if context.console.isInteractive, context.console.isTerminal { try context.console.show("\u{1B}[H\u{1B}[2J") }
      let code = await interpreter.run(words)
      guard code == .done else { return code }
      try await Task.sleep(for: .seconds(seconds))
    }
  }
}

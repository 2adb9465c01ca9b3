// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine
import WoofModel

/// Runs the commands of a shell, one after another.
struct ShellInterpreter: Sendable {
  let context: ShellContext

  /// Runs a command, shows its result or its error, and returns the exit code.
  ///
  /// - Parameter place: The file and the line of the command in a script; `nil` outside of scripts.
  func run(_ words: [String], at place: String? = nil) async -> ExitCode {
    guard !words.isEmpty else { return .done }
    if !ShellCommands.isOwn(words) { context.settings.lastWords = words }
    let start = ContinuousClock.now
    var (code, failure) = await attempt(words)
    do {
      try await context.console.flush()
    } catch {
      (code, failure) = (.failed, ShellFailure(error))
    }
    if let failure {
      context.console.note(failure.text(at: place, asJSON: context.settings.printsJSON || words.asksForJSON))
    }
    if context.settings.measuresTime, !ShellCommands.isOwn(words) {
      context.console.note("Time: \(ShortText.duration(ContinuousClock.now - start))\n")
    }
    return code
  }

  private func attempt(_ words: [String]) async -> (code: ExitCode, failure: ShellFailure?) {
    var context = context
    var words = words[...]
    if let planned = PlanCommand.planned(words) {
      context.isPlan = true
      words = planned
    }
    var called = words.first ?? ""
    do {
      switch try ShellCommands.all.parse(Array(words), width: context.console.width ?? 80) {
      case .show(let text): context.console.print(text)
      case .run(let command, let words):
        called = words
        guard !context.isPlan || command is any ChangingCommand else {
          throw CommandFailure("this changes nothing: leave out plan", exitCode: .usage)
        }
        return (try await command.run(in: context), nil)
      }
      return (.done, nil)
    } catch {
      let failure = ShellFailure(error, called)
      return (failure.exitCode, failure)
    }
  }
}

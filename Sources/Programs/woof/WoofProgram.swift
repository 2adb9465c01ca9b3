// SPDX-License-Identifier: Apache-2.0

import PluginCommands
import WoofCommandLine
import WoofConfiguration
import WoofModel
import WoofStorage
import WoofTerminal

/// The command `woof`.
enum WoofProgram: CommandLineProgram {
  static let interface = CommandLineInterface(
    name: "woof", version: WoofVersion.current, summary: "The photo service of the dogs app, and its tools.",
    commands: [
      .command(ServeCommand.self), .command(InitCommand.self),
      .group(
        name: "account", summary: "Adds and changes accounts, whether the service runs or not.",
        [
          .command(AccountAddCommand.self), .command(AccountListCommand.self), .command(AccountPasswordCommand.self),
          .command(AccountDisableCommand.self), .command(AccountEnableCommand.self),
        ]),
      PluginCommands.group, .command(BackupCommand.self), .command(RestoreCommand.self), .command(CheckCommand.self),
      .command(MoveCommand.self),
      .command(HandoverCommand<AdminShell>.self), .command(HandoverCommand<Benchmarks>.self),
      .command(HandoverCommand<TestHarness>.self),
      .command(CompletionsCommand<WoofProgram>.self), .command(ManualCommand<WoofProgram>.self),
    ],
    notes: [
      ManualNote("ENVIRONMENT", terms: [("WOOF_DATA", "The service's data folder, where --data names none.")]),
      ManualNote(
        "EXIT STATUS",
        terms: [
          ("0", "What was asked for is done."), ("1", "It was refused or failed; the message says what to do."),
          ("2", "The command line was wrong."), ("130", "It was interrupted by ^C."),
        ]),
      ManualNote("SEE ALSO", "dogs(1)"),
    ], jsonError: jsonError)

  private static let jsonError: @Sendable (any Error) -> String = { error in
    switch error {
    case let error as StorageError: ErrorLine(error, code: error.code.rawValue).json
    case is ConfigurationError: ErrorLine(error, code: "configuration").json
    default: ErrorLine(error).json
    }
  }
}

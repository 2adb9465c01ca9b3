// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine

/// Switches between results as JSON and as tables.
struct JSONCommand: ShellCommand {
  static let name = "\\json"
  static let summary = "Prints all results as JSON from now on, or as tables again."

  private let isOn: Switch?

  init(from reader: inout ArgumentReader) { isOn = reader.optionalArgument(.choice("STATE"), Switch.documentation) }

  func run(in context: ShellContext) async throws -> ExitCode {
    context.settings.printsJSON = isOn?.value ?? !context.settings.printsJSON
    context.console.note(context.settings.printsJSON ? "Results are JSON.\n" : "Results are tables.\n")
    return .done
  }
}

/// Switches the display of each command's duration on or off.
struct TimingCommand: ShellCommand {
  static let name = "\\timing"
  static let summary = "Prints how long each command takes from now on, or no longer."

  private let isOn: Switch?

  init(from reader: inout ArgumentReader) { isOn = reader.optionalArgument(.choice("STATE"), Switch.documentation) }

  func run(in context: ShellContext) async throws -> ExitCode {
    context.settings.measuresTime = isOn?.value ?? !context.settings.measuresTime
    context.console.note(context.settings.measuresTime ? "Times are shown.\n" : "Times are not shown.\n")
    return .done
  }
}

/// Redirects results to a file, or back to the terminal.
struct OutputCommand: ShellCommand {
  static let name = "\\o"
  static let summary = "Writes results to a file from now on, or to the terminal again where none is named."

  private let file: String?

  init(from reader: inout ArgumentReader) {
    file = reader.optionalArgument(.file(), "The file; one that is there is replaced.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    try context.console.redirect(to: file)
    return .done
  }
}

/// Ends the shell.
struct QuitCommand: ShellCommand {
  static let name = "\\q"
  static let summary = "Ends the shell, as ^D does; the service and its jobs go on."

  init(from reader: inout ArgumentReader) {}

  func run(in context: ShellContext) async throws -> ExitCode {
    context.settings.isEnding = true
    return .done
  }
}

/// `\q` as a word.
struct QuitWordCommand: ShellCommand {
  static let name = "quit"
  static let summary = "The same as \\q."

  private let command: QuitCommand

  init(from reader: inout ArgumentReader) { command = QuitCommand(from: &reader) }

  func run(in context: ShellContext) async throws -> ExitCode { try await command.run(in: context) }
}

/// `\q` as the word that shells have for it.
struct ExitCommand: ShellCommand {
  static let name = "exit"
  static let summary = "The same as \\q."

  private let command: QuitCommand

  init(from reader: inout ArgumentReader) { command = QuitCommand(from: &reader) }

  func run(in context: ShellContext) async throws -> ExitCode { try await command.run(in: context) }
}

/// The two states of a setting of the shell.
enum Switch: String, CaseIterable {
  case on, off

  static let documentation = "What it is to be; by default the other of the two."

  var value: Bool { self == .on }
}

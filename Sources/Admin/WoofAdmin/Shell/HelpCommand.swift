// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine

/// Tells what commands there are, and what they take.
struct HelpCommand: ShellCommand {
  static let name = "help"
  static let summary = "Tells what commands there are, or what one of them takes."

  private let words: [String]

  init(from reader: inout ArgumentReader) {
    words = reader.arguments("COMMAND", completion: .service(.command), "Which command; by default all.")
  }

  func run(in context: ShellContext) async throws -> ExitCode { try Self.show(words, in: context) }

  static func show(_ words: [String], in context: ShellContext) throws -> ExitCode {
    guard case .show(let text) = try ShellCommands.all.parse(words + ["--help"], width: context.console.width ?? 80)
    else { return .usage }
    context.console.print(text)
    return .done
  }
}

/// `help` under a short name.
struct ShortHelpCommand: ShellCommand {
  static let name = "\\?"
  static let summary = "The same as help."

  private let words: [String]

  init(from reader: inout ArgumentReader) {
    words = reader.arguments("COMMAND", completion: .service(.command), "Which command; by default all.")
  }

  func run(in context: ShellContext) async throws -> ExitCode { try HelpCommand.show(words, in: context) }
}

/// `help` under the shortest name.
struct QuestionMarkCommand: ShellCommand {
  static let name = "?"
  static let summary = "The same as help."

  private let words: [String]

  init(from reader: inout ArgumentReader) {
    words = reader.arguments("COMMAND", completion: .service(.command), "Which command; by default all.")
  }

  func run(in context: ShellContext) async throws -> ExitCode { try HelpCommand.show(words, in: context) }
}

// SPDX-License-Identifier: Apache-2.0

/// The command of a program that prints a script by which a shell completes its commands.
package struct CompletionsCommand<Program: CommandLineProgram>: Command {
  /// `completions`.
  package static var name: String { "completions" }
  /// The description of the command.
  package static var summary: String { "Prints a script by which bash, zsh or fish completes commands and options." }
  /// The place of the instructions to install the script.
  package static var discussion: String { "How the script is installed stands in its first lines." }

  private let shell: CompletionShell?

  /// Reads the name of the shell.
  package init(from reader: inout ArgumentReader) {
    let shells = CompletionShell.allCases.map(\.rawValue)
    let name = reader.argument(
      "SHELL", completion: .words(shells), "The shell: \(shells.joined(separator: ", ")).")
    shell = CompletionShell(rawValue: name)
    if shell == nil, !name.isEmpty { reader.refuse(because: "SHELL is one of \(shells.joined(separator: ", "))") }
  }

  /// Prints the script.
  package func run() async throws -> ExitCode {
    guard let shell else { return .usage }
    StandardStream.output.write(Program.interface.completions(for: shell))
    return .done
  }
}

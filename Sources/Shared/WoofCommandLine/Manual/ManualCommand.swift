// SPDX-License-Identifier: Apache-2.0

/// The command of a program that prints its page of the manual.
package struct ManualCommand<Program: CommandLineProgram>: Command {
  /// `manual`.
  package static var name: String { "manual" }
  /// The description of the command.
  package static var summary: String { "Prints the page of the manual, for man and troff." }
  /// The instructions to read the page and to install it.
  package static var discussion: String {
    let program = Program.interface.name
    return """
      To read it: \(program) manual | man -l -

      To install it: \(program) manual > ~/.local/share/man/man1/\(program).1
      """
  }

  /// Makes the command, which has no arguments.
  package init(from reader: inout ArgumentReader) {}

  /// Prints the page.
  package func run() async throws -> ExitCode {
    StandardStream.output.write(Program.interface.manual())
    return .done
  }
}

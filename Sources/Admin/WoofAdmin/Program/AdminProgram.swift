// SPDX-License-Identifier: Apache-2.0

package import WoofCommandLine
import WoofModel
import WoofTerminal

/// The program `woof-admin`, which `woof admin` hands over to.
package enum AdminProgram {
  private static let interface = CommandLineInterface(
    name: "woof", version: WoofVersion.current, summary: "A shell for those who administer a Woof service.",
    commands: [.command(AdminShellCommand.self)], jsonError: { ErrorLine($0).json })

  /// Reads the arguments and does what they ask for.
  package static func run(_ arguments: [String]) async -> ExitCode {
    await interface.run([AdminShellCommand.name] + arguments)
  }

  /// The page of the manual, in the man macros of roff.
  static var manual: String {
    ShellCommands.all.manual(
      ofShell: "woof-admin", version: WoofVersion.current, options: { _ = AdminShellOptions(from: &$0) },
      advice: "Without any of them, it is a shell: \(AdminShellCommand.discussion)",
      notes: [
        ManualNote(
          "ENVIRONMENT",
          terms: [
            ("WOOF_DATA", "The service's data folder, where --data names none."),
            ("WOOF_USER, WOOF_PASSWORD", "The administrator who signs in, and the password, with --url."),
            ("WOOF_PAGER, PAGER", "What shows results that are longer than the screen; by default less."),
            ("VISUAL, EDITOR", "What texts are edited with; by default vi."),
            ("XDG_STATE_HOME", "Where the folder woof with the history is; by default ~/.local/state."),
          ]),
        ManualNote(
          "EXIT STATUS",
          terms: [
            ("0", "What was asked for is done."),
            ("1", "It was refused or failed, or found something wrong; the message says what to do."),
            ("2", "The command line, or a command, was wrong."), ("130", "It was interrupted by ^C."),
          ]),
        ManualNote("SEE ALSO", "woof(1)"),
      ])
  }
}

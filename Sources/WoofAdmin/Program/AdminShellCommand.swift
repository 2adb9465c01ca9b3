import Foundation
import Glibc
import WoofCommandLine
import WoofTerminal

/// The shell, as it is called from a command line.
struct AdminShellCommand: Command {
  static let name = "admin"
  static let summary = "A shell for those who administer a running service."
  static let discussion = """
    Reads commands from the terminal; \\? lists them, and Tab completes them. With --command or --file it runs those \
    instead, and where standard input is no terminal, what comes there. Such a script stops at the first command that \
    fails, whose exit code is the shell's.

    The shell reaches the service by admin.sock in its data folder, which root and the service's user may open.
    """

  private let options: AdminShellOptions

  init(from reader: inout ArgumentReader) { options = AdminShellOptions(from: &reader) }

  func run() async throws -> ExitCode {
    if options.printsManual {
      StandardStream.output.write(AdminProgram.manual)
      return .done
    }
    if options.printsReference {
      StandardStream.output.write(ShellCommands.all.reference(headingLevel: 3))
      return .done
    }
    return try await AdminShell(options).run()
  }
}

/// What the shell is told on its command line.
struct AdminShellOptions: Sendable {
  let folder: String
  let commands: [String]
  let file: String?
  let printsJSON: Bool
  let printsManual: Bool
  let printsReference: Bool

  init(from reader: inout ArgumentReader) {
    let named = reader.option(
      "--data", .folder("DIR"), "The service's data folder; by default what WOOF_DATA names, or else woof-data.")
    let environment = ProcessInfo.processInfo.environment["WOOF_DATA"].flatMap { $0.isEmpty ? nil : $0 }
    folder = named ?? environment ?? "woof-data"
    commands = reader.options("--command", short: "-c", .text("COMMAND"), "Runs this command, and ends.")
    file = reader.option("--file", short: "-f", .file(), "Runs the commands of a file, and ends.")
    printsJSON = reader.flag("--json", "Prints results as JSON.")
    printsManual = reader.flag("--manual", "Prints the page of the manual, for man and troff, and ends.")
    printsReference = reader.flag(
      "--reference", "Prints what there is to know of every command, as Markdown, and ends.")
    if !commands.isEmpty, file != nil {
      reader.refuse(because: "--command and --file do not go together: leave one out")
    }
  }
}

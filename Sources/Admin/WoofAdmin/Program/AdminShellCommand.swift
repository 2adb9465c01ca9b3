// SPDX-License-Identifier: Apache-2.0

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

    A command may follow by itself, as in woof admin accounts list; options behind it are that command's.

    The shell reaches the service by admin.sock in its data folder, which root and the service's user may open. With --url, \
    it reaches a service elsewhere, over TLS, where administration.tcp of that service's configuration is on. Who signs in \
    is an administrator: WOOF_USER with WOOF_PASSWORD, or whoever answers on the terminal.
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

/// The options on the shell's command line.
struct AdminShellOptions: Sendable {
  let folder: String
  /// The address of a service elsewhere; `nil` for the one of the folder.
  let address: String?
  /// A file with certificates to trust; `nil` for those of the system.
  let authority: String?
  let commands: [String]
  /// The words of a command that follows by itself.
  let words: [String]
  let file: String?
  let printsJSON: Bool
  let printsManual: Bool
  let printsReference: Bool

  init(from reader: inout ArgumentReader) {
    let named = reader.option(
      "--data", .folder("DIR"), "The service's data folder; by default what WOOF_DATA names, or else woof-data.")
    let environment = ProcessInfo.processInfo.environment["WOOF_DATA"].flatMap { $0.isEmpty ? nil : $0 }
    folder = named ?? environment ?? "woof-data"
    address = reader.option(
      "--url", .text("URL"), "The address of a service elsewhere, as https://photos.example.org; in place of --data.")
    authority = reader.option(
      "--ca", .file(), "A file with certificates that the service of --url is trusted by, PEM; by default the system's."
    )
    commands = reader.options("--command", short: "-c", .text("COMMAND"), "Runs this command, and ends.")
    file = reader.option("--file", short: "-f", .file(), "Runs the commands of a file, and ends.")
    printsJSON = reader.flag("--json", "Prints results as JSON.")
    printsManual = reader.flag("--manual", "Prints the page of the manual, for man and troff, and ends.")
    printsReference = reader.flag(
      "--reference", "Prints what there is to know of every command, as Markdown, and ends.")
    words = reader.remainder("WORD", completion: .named(ServiceValue.command.rawValue), "A command: runs it, and ends.")
    if [!commands.isEmpty, file != nil, !words.isEmpty].count(where: { $0 }) > 1 {
      reader.refuse(because: "--command, --file and a command by itself do not go together: leave all but one out")
    }
    if address != nil, named != nil { reader.refuse(because: "--url and --data do not go together: leave one out") }
    if authority != nil, address == nil { reader.refuse(because: "--ca is for --url; add it") }
  }
}

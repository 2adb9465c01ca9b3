// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import WoofClient
import WoofCommandLine
import WoofModel
import WoofTerminal

/// A shell that is connected to one service.
struct AdminShell: Sendable {
  private let options: AdminShellOptions
  private let interpreter: ShellInterpreter
  private let running = RunningCommand()
  private let isInteractive: Bool

  /// - Throws: `CommandFailure` where the address or the file with certificates cannot be used.
  init(_ options: AdminShellOptions) throws {
    self.options = options
    isInteractive =
      options.commands.isEmpty && options.file == nil && options.words.isEmpty && StandardStream.input.isTerminal
    let environment = ProcessInfo.processInfo.environment
    interpreter = ShellInterpreter(
      context: ShellContext(
        client: try Self.client(options, environment),
        console: ShellConsole(isInteractive: isInteractive, pager: Pager.command(environment)), dialog: ShellDialog(),
        settings: ShellSettings(printsJSON: options.printsJSON), environment: environment))
  }

  /// Runs what there is to run.
  ///
  /// - Throws: `CommandFailure` where the file cannot be read.
  func run() async throws -> ExitCode {
    catchSignals()
    // A session at a terminal begins with saying it, and what prints JSON is asked for it by the command status.
    let client = interpreter.context.client
    if !isInteractive, !options.printsJSON, !options.words.asksForJSON {
      interpreter.context.console.note("\(client.target.description.printable)\n")
    }
    if case .remote = client.target { try await connect() }
    if !options.words.isEmpty {
      let (words, interpreter) = (options.words, interpreter)
      return await running.run { await interpreter.run(words) }
    }
    if let file = options.file { return try await run(file: file) }
    for command in options.commands {
      let code = await ShellScript(.bytes(Array(command.utf8))).run(running, interpreter)
      guard code == .done, !interpreter.context.settings.isEnding else { return code }
    }
    guard options.commands.isEmpty else { return .done }
    guard isInteractive else {
      return await ShellScript(.descriptor(StandardStream.input.rawValue), name: "stdin").run(running, interpreter)
    }
    return await InteractiveSession(interpreter, running).run()
  }

  /// The client of what the options name.
  private static func client(_ options: AdminShellOptions, _ environment: [String: String]) throws -> AdminClient {
    guard let address = options.address else { return AdminClient(AdminSocket(folder: options.folder)) }
    guard let url = URL(string: address), ["http", "https"].contains(url.scheme), url.host != nil else {
      throw CommandFailure(
        "\(address.printable) is no address of a service: one begins with https:// and a host", exitCode: .usage)
    }
    if let file = options.authority, access(file, R_OK) != 0 {
      throw CommandFailure("\(file.printable) cannot be read: --ca names a file with certificates, PEM")
    }
    return AdminClient(
      url, trusting: options.authority.map { URL(fileURLWithPath: $0) },
      signIn: .asking(AdminSignIn(environment: environment)))
  }

  /// Signs in before anything else, so that the user is not asked in the middle of a line.
  private func connect() async throws {
    do {
      try await interpreter.context.client.connect()
    } catch let error as WoofError {
      let cause = (error.cause as? any ExitCoding).map { " (\($0))" } ?? ""
      throw CommandFailure(error.description + cause)
    }
  }

  private func run(file: String) async throws -> ExitCode {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0, let bytes = try? FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).readToEnd()
    else {
      throw CommandFailure("\(file.printable) cannot be read: \(String(cString: strerror(errno)))")
    }
    return await ShellScript(.bytes(Array(bytes)), name: file).run(running, interpreter)
  }

  /// Handles signals: ^C ends the running command, and any other signal to end ends the shell, with the terminal as it
  /// was before.
  private func catchSignals() {
    // A pager that is left early is no reason to end.
    if isInteractive { signal(SIGPIPE, SIG_IGN) }
    let (running, isInteractive) = (running, isInteractive)
    var settings = termios()
    let hasTerminal = tcgetattr(StandardStream.input.rawValue, &settings) == 0
    let asBefore = settings
    TerminalSignals.shared.onInterruption { number in
      if number == SIGINT, running.cancel() || isInteractive { return }
      FullScreen.leave()
      TerminalChanges.undoAll()
      if hasTerminal {
        // A line may be being edited.
        var settings = asBefore
        tcsetattr(StandardStream.input.rawValue, TCSANOW, &settings)
      }
      _exit(128 + number)
    }
  }
}

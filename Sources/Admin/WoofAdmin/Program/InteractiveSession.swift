// SPDX-License-Identifier: Apache-2.0

internal import WoofAdministration
import WoofCommandLine
import WoofModel

/// A session of a user at a terminal: lines are edited, completed and remembered, and no failure ends it.
struct InteractiveSession: Sendable {
  private let interpreter: ShellInterpreter
  private let running: RunningCommand
  private let completer: LineCompleter

  init(_ interpreter: ShellInterpreter, _ running: RunningCommand) {
    self.interpreter = interpreter
    self.running = running
    let values = ServiceValues(client: interpreter.context.client)
    completer = LineCompleter { await values.candidates($0, $1) }
  }

  /// Runs what is typed, until the end.
  func run() async -> ExitCode {
    let context = interpreter.context
    let file = HistoryFile(environment: context.environment)
    var history = file?.read() ?? CommandHistory()
    guard let editor = LineEditor(history: history.lines) else {
      context.console.note("The terminal cannot be used: send commands by --command, or to standard input.\n")
      return .failed
    }
    await greet()
    var lexer = CommandLexer()
    while !context.settings.isEnding {
      let line = await editor.readLine(
        Self.prompt(lexer), completing: completing(lexer), hinting: hinting(lexer, context.environment))
      switch line {
      case .interrupted: lexer = CommandLexer()
      case .ended:
        context.console.note("\n")
        context.settings.isEnding = true
      case .line(let line):
        if history.add(line) {
          editor.remember(line)
          file?.append(line)
        }
        await take(line, &lexer)
      }
    }
    file?.trim()
    return .done
  }

  private func take(_ line: String, _ lexer: inout CommandLexer) async {
    for byte in Array(line.utf8) + [UInt8(ascii: "\n")] {
      switch lexer.consume(byte) {
      case nil: continue
      case .success(let command): _ = await running.run { await interpreter.run(command.words) }
      case .failure(let mistake):
        let context = interpreter.context
        context.console.note(ShellFailure(mistake).text(at: nil, asJSON: context.settings.printsJSON))
      }
    }
  }

  /// Prints the version and folder of the service, or the error because of which it cannot be reached.
  private func greet() async {
    let console = interpreter.context.console
    do {
      let status = try await interpreter.context.ask(AdminAPI.status)
      console.note("Woof \(status.version.printable) on \(status.folder.printable), process \(status.processID).\n")
    } catch {
      console.note(ShellFailure(error).text(at: nil, asJSON: interpreter.context.settings.printsJSON))
    }
    console.note("\\? lists the commands, Tab completes them, ^D ends.\n")
  }

  private func completing(_ lexer: CommandLexer) -> LineEditor.Completing {
    let completer = completer
    return { text, width in
      ServiceValues.wait(
        for: { await completer.complete(text, after: lexer, width: width) }, otherwise: LineCompleter.Outcome())
    }
  }

  private func hinting(_ lexer: CommandLexer, _ environment: [String: String]) -> LineEditor.Hinting? {
    // Without a grey of its own, a hint would look as if it had been typed.
    let isPlain = environment["NO_COLOR"]?.isEmpty == false || environment["TERM"] ?? "dumb" == "dumb"
    guard !isPlain else { return nil }
    return { LineHint.hint(behind: $0, after: lexer) }
  }

  private static func prompt(_ lexer: CommandLexer) -> String {
    switch lexer.opening {
    case .none: "woof> "
    case .singleQuote: "woof'> "
    case .doubleQuote: "woof\"> "
    case .backslash: "woof\\> "
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// A program's commands, and all that follows from their declaration: parsing, help, version, and a reference.
package struct CommandLineInterface: Sendable {
  /// The commands, which run without a context.
  package let commandSet: CommandSet<Void>
  /// The program's version.
  package let version: String
  /// The further sections of the manual.
  package let notes: [ManualNote]
  private let jsonError: (@Sendable (any Error) -> String)?

  /// The program's name.
  package var name: String { commandSet.name }
  /// The description of the program, in a sentence.
  package var summary: String { commandSet.summary }
  /// Its commands, in the order in which help shows them.
  package var commands: [CommandNode] { commandSet.commands }

  /// Makes an interface of its commands.
  ///
  /// - Parameters:
  ///   - commonOptions: Declares the options that nearly all commands share. Each command declares them in its own
  ///     initialiser too, so they may stand before the command as well as after it. None by default.
  ///   - notes: The further sections of the manual; none by default.
  ///   - jsonError: A closure that makes the line of JSON for an error, also for that of a wrong command line, if
  ///     `--json` is among the arguments; by default every error is text.
  package init(
    name: String, version: String, summary: String, commands: [CommandNode],
    commonOptions: (inout ArgumentReader) -> Void = { _ in }, notes: [ManualNote] = [],
    jsonError: (@Sendable (any Error) -> String)? = nil
  ) {
    commandSet = CommandSet(
      name: name, version: version, summary: summary, commands: commands, commonOptions: commonOptions)
    self.version = version
    self.notes = notes
    self.jsonError = jsonError
  }

  /// Reads a command line.
  ///
  /// - Parameters:
  ///   - arguments: The arguments after the program's name.
  ///   - width: The number of columns that a text to be shown may have.
  /// - Throws: ``UsageError``, which names the mistake and the nearest known word.
  package func parse(_ arguments: [String], width: Int = 80) throws(UsageError) -> CommandSet<Void>.Request {
    try commandSet.parse(arguments, width: width)
  }

  /// Reads a command line, runs its command, and returns the exit code.
  ///
  /// Errors go to standard error, after the program's name, or as JSON. It is an error, too, if standard output has not
  /// taken everything.
  package func run(_ arguments: [String] = Array(CommandLine.arguments.dropFirst())) async -> ExitCode {
    var words = name
    do {
      switch try parse(arguments, width: StandardStream.output.width ?? 80) {
      case .show(let text):
        StandardStream.output.write(text)
        try StandardStream.checkOutput()
        return .done
      case .run(let command, let called):
        words = called
        let code = try await command.run(in: ())
        // What ends with another code has told why.
        if code == .done { try StandardStream.checkOutput() }
        return code
      }
    } catch {
      return report(error, of: words, arguments)
    }
  }

  /// Writes an error to standard error, after the words that called the command, or as JSON where the arguments ask for it.
  ///
  /// - Returns: The code that the program ends with.
  package func report(_ error: any Error, of words: String, _ arguments: [String]) -> ExitCode {
    let words = (error as? UsageError)?.command ?? words
    let json = arguments.asksForJSON ? jsonError?(error) : nil
    StandardStream.error.write(json ?? "\(words): \(error)\n")
    return (error as? any ExitCoding)?.exitCode ?? .failed
  }
}

extension Collection<String> {
  /// `true` if the arguments ask for JSON by `--json`, even if they are not a valid command line.
  ///
  /// The value of an option never begins with a hyphen, so an argument that looks like the option is the option.
  package var asksForJSON: Bool {
    prefix { $0 != "--" }.contains { $0 == "--json" || $0.hasPrefix("--json=") }
  }
}

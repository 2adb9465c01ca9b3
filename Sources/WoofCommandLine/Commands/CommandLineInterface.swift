import WoofConfiguration

/// A program's commands, and all that follows from their declaration: parsing, help, version, and a reference.
public struct CommandLineInterface: Sendable {
  /// The program's name.
  public let name: String
  /// The program's version.
  public let version: String
  /// What the program is, in a sentence.
  public let summary: String
  /// Its commands, in the order in which help shows them.
  public let commands: [CommandNode]
  /// What the manual tells besides.
  public let notes: [ManualNote]
  /// The options that may stand before the command too.
  let commonOptions: ArgumentTable

  /// Makes an interface of its commands.
  ///
  /// - Parameters:
  ///   - commonOptions: Declares the options that nearly all commands share, each command by its own initialiser too: they
  ///     may stand before the command as well as after it. None by default.
  ///   - notes: What the manual tells besides; nothing by default.
  public init(
    name: String, version: String, summary: String, commands: [CommandNode],
    commonOptions: (inout ArgumentReader) -> Void = { _ in }, notes: [ManualNote] = []
  ) {
    self.name = name
    self.version = version
    self.summary = summary
    self.commands = commands
    self.notes = notes
    var reader = ArgumentReader()
    commonOptions(&reader)
    self.commonOptions = reader.table
  }

  /// What a command line asks for.
  public enum Request: Sendable {
    /// To run a command, which `words` called.
    case run(any Command, words: String)
    /// To show a text and be done.
    case show(String)
  }

  /// Reads a command line.
  ///
  /// - Parameters:
  ///   - arguments: What comes after the program's name.
  ///   - width: How many columns a text to be shown may have.
  /// - Throws: ``UsageError`` which names what is wrong, and the nearest of what is known.
  public func parse(_ arguments: [String], width: Int = 80) throws(UsageError) -> Request {
    var words = name
    var nodes = commands
    var about = summary
    var rest = arguments[...]
    let leading = try takeCommonOptions(&rest)
    while let word = rest.popFirst() {
      if ArgumentTable.helpNames.contains(word) {
        let options = words == name ? commonOptions : nil
        return .show(HelpPage.group(words, summary: about, nodes, options: options).text(width: width))
      }
      if word == "--version", words == name { return .show("\(name) \(version)\n") }
      guard let node = nodes.first(where: { $0.name == word }) else { throw unknown(word, in: nodes, after: words) }
      words += " \(word)"
      switch node {
      case .command(let type): return try read(type, words: words, leading + rest, width: width)
      case .group(_, let summary, let inner): (nodes, about) = (inner, summary)
      }
    }
    throw UsageError(
      command: words, message: "a command is missing; there are \(nodes.map(\.name).joined(separator: ", "))")
  }

  /// Reads a command line, does what it asks for, and says how it went.
  ///
  /// Errors go to standard error, after the program's name.
  public func run(_ arguments: [String] = Array(CommandLine.arguments.dropFirst())) async -> ExitCode {
    var words = name
    do {
      switch try parse(arguments, width: StandardStream.output.width ?? 80) {
      case .show(let text):
        StandardStream.output.write(text)
        return .done
      case .run(let command, let called):
        words = called
        return try await command.run()
      }
    } catch {
      words = (error as? UsageError)?.command ?? words
      StandardStream.error.write("\(words): \(error)\n")
      return (error as? any ExitCoding)?.exitCode ?? .failed
    }
  }

  /// Takes the common options before the command: they are read as if they came after it.
  private func takeCommonOptions(_ rest: inout ArraySlice<String>) throws(UsageError) -> [String] {
    let start = rest
    while let word = rest.first, word.hasPrefix("-"),
      commonOptions.option(named: word.split(separator: "=").first.map(String.init) ?? word) != nil
    {
      rest.removeFirst()
      do throws(ArgumentMistake) {
        _ = try ArgumentParser.option(word, &rest, commonOptions)
      } catch {
        throw UsageError(command: name, message: error.message)
      }
    }
    return Array(start[..<rest.startIndex])
  }

  private func read<Called: Command>(
    _ type: Called.Type, words: String, _ arguments: [String], width: Int
  ) throws(UsageError) -> Request {
    var sample = ArgumentReader()
    _ = Called(from: &sample)
    do throws(ArgumentMistake) {
      guard let parsed = try ArgumentParser.parse(arguments, sample.table) else {
        return .show(HelpPage.command(words, type, sample.table).text(width: width))
      }
      var reader = ArgumentReader(parsed)
      let command = Called(from: &reader)
      if let mistake = reader.mistakes.first { throw mistake }
      return .run(command, words: words)
    } catch {
      throw UsageError(command: words, message: error.message)
    }
  }

  private func unknown(_ word: String, in nodes: [CommandNode], after words: String) -> UsageError {
    let names = nodes.map(\.name)
    let advice = names.nearest(to: word).map { "did you mean \($0)?" } ?? "there are \(names.joined(separator: ", "))"
    let kind = word.hasPrefix("-") ? "option" : "command"
    return UsageError(command: words, message: "unknown \(kind) \(word.quoted); \(advice)")
  }
}

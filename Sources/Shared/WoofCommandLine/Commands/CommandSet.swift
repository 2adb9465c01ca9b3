import WoofConfiguration

/// Commands that are called by words, and all that follows from their declaration: parsing, help, completion, a
/// reference and a manual.
public struct CommandSet<Context: Sendable>: Sendable {
  /// What stands before the words of every command: a program's name; nothing in a shell.
  public let name: String
  /// The program's version, which `--version` shows; `nil` where there is no such option.
  public let version: String?
  /// What the program is, in a sentence.
  public let summary: String
  /// The commands, in the order in which help shows them.
  public let commands: [ContextualCommandNode<Context>]
  /// The options that may stand before the command too.
  let commonOptions: ArgumentTable

  /// Makes a set of its commands.
  ///
  /// - Parameters:
  ///   - name: What stands before the words of every command; nothing by default.
  ///   - version: What `--version` shows; by default there is no such option.
  ///   - commonOptions: Declares the options that nearly all commands share, each command by its own initialiser too: they
  ///     may stand before the command as well as after it. None by default.
  public init(
    name: String = "", version: String? = nil, summary: String, commands: [ContextualCommandNode<Context>],
    commonOptions: (inout ArgumentReader) -> Void = { _ in }
  ) {
    self.name = name
    self.version = version
    self.summary = summary
    self.commands = commands
    var reader = ArgumentReader()
    commonOptions(&reader)
    self.commonOptions = reader.table
  }

  /// What a command line asks for.
  public enum Request: Sendable {
    /// To run a command, which `words` called.
    case run(any ContextualCommand<Context>, words: String)
    /// To show a text and be done.
    case show(String)
  }

  /// Reads a command line; a program that is called by its name alone shows its help.
  ///
  /// - Parameters:
  ///   - arguments: What comes after the program's name.
  ///   - width: How many columns a text to be shown may have.
  /// - Throws: ``UsageError`` which names what is wrong, and the nearest of what is known.
  public func parse(_ arguments: [String], width: Int = 80) throws(UsageError) -> Request {
    var words = name
    var nodes = commands
    var about = summary
    var rest = arguments.isEmpty && version != nil ? ["--help"] : arguments[...]
    let leading = try takeCommonOptions(&rest)
    while let word = rest.popFirst() {
      if ArgumentTable.helpNames.contains(word) {
        let page = HelpPage.group(words, summary: about, nodes, program: words == name ? self : nil)
        return .show(page.text(width: width))
      }
      if let version, word == "--version", words == name { return .show("\(name) \(version)\n") }
      guard let node = nodes.first(where: { $0.name == word }) else { throw unknown(word, in: nodes, after: words) }
      words = words.following(with: word)
      switch node {
      case .command(let type): return try read(type, words: words, leading + rest, width: width)
      case .group(_, let summary, let inner): (nodes, about) = (inner, summary)
      }
    }
    throw UsageError(
      command: words, message: "a command is missing; there are \(nodes.map(\.name).joined(separator: ", "))")
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

  private func read<Called: ContextualCommand<Context>>(
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

  private func unknown(
    _ word: String, in nodes: [ContextualCommandNode<Context>], after words: String
  ) -> UsageError {
    let names = nodes.map(\.name)
    let advice = names.nearest(to: word).map { "did you mean \($0)?" } ?? "there are \(names.joined(separator: ", "))"
    let kind = word.hasPrefix("-") ? "option" : "command"
    return UsageError(command: words, message: "unknown \(kind) \(word.quoted); \(advice)")
  }
}

extension String {
  /// The words of a command with one more.
  func following(with word: String) -> String { isEmpty ? word : "\(self) \(word)" }
}

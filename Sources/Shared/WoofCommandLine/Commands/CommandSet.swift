// SPDX-License-Identifier: Apache-2.0

import WoofConfiguration

/// A set of commands that are called by words, with all that follows from their declaration: parsing, help, completion,
/// a reference and a manual.
package struct CommandSet<Context: Sendable>: Sendable {
  /// The words before those of every command: a program's name; empty in a shell.
  package let name: String
  /// The program's version, which `--version` shows; `nil` if there is no such option.
  package let version: String?
  /// The description of the program, in a sentence.
  package let summary: String
  /// The commands, in the order in which help shows them.
  package let commands: [ContextualCommandNode<Context>]
  /// The options that may stand before the command too.
  let commonOptions: ArgumentTable

  /// Makes a set of its commands.
  ///
  /// - Parameters:
  ///   - name: The words before those of every command; empty by default.
  ///   - version: The version that `--version` shows; by default there is no such option.
  ///   - commonOptions: Declares the options that nearly all commands share. Each command declares them in its own
  ///     initialiser too, so they may stand before the command as well as after it. None by default.
  package init(
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

  /// A request that a command line makes.
  package enum Request: Sendable {
    /// A command is to be run, which `words` called.
    case run(any ContextualCommand<Context>, words: String)
    /// A text is to be shown, and nothing more.
    case show(String)
  }

  /// Reads a command line; a program that is called by its name alone shows its help.
  ///
  /// - Parameters:
  ///   - arguments: The arguments after the program's name.
  ///   - width: The number of columns that a text to be shown may have.
  /// - Throws: ``UsageError``, which names the mistake and the nearest known word.
  package func parse(_ arguments: [String], width: Int = 80) throws(UsageError) -> Request {
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

extension CommandSet {
  /// A reference of every command, in Markdown: the pages of help under headings.
  ///
  /// - Parameter level: The level of the headings, from 1; 2 by default.
  package func reference(headingLevel level: Int = 2) -> String {
    let heading = String(repeating: "#", count: max(1, level))
    return Self.pages(commands, after: name).map { words, text in
      "\(heading) `\(words)`\n\n```text\n\(text)```\n"
    }.joined(separator: "\n")
  }

  private static func pages(
    _ nodes: [ContextualCommandNode<Context>], after words: String
  ) -> [(words: String, text: String)] {
    nodes.flatMap { node in
      let words = words.following(with: node.name)
      switch node {
      case .command(let type): return [(words, page(of: type, words: words))]
      case .group(_, _, let inner): return pages(inner, after: words)
      }
    }
  }

  private static func page<Called: ContextualCommand>(of type: Called.Type, words: String) -> String {
    var reader = ArgumentReader()
    _ = Called(from: &reader)
    return HelpPage.command(words, type, reader.table).text(width: 80)
  }
}

extension CommandLineInterface {
  /// A reference of every command, in Markdown: the pages of help under headings.
  package func reference() -> String { commandSet.reference() }
}

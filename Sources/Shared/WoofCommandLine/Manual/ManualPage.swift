// SPDX-License-Identifier: Apache-2.0

extension CommandLineInterface {
  /// The program's page of the manual, in the man macros of roff: `program manual | man -l -`.
  package func manual() -> String {
    ManualPage(
      name: name, version: version, summary: summary,
      synopsis: "[\\fIOPTION\\fR]... \\fICOMMAND\\fR [\\fIARGUMENT\\fR]...",
      options: commandSet.commonOptions, optionAdvice: "These may stand before the command or after it.",
      sharesOptions: true,
      commands: CommandGrammar(commandSet).commands, notes: notes
    ).text
  }
}

extension CommandSet {
  /// The page of the manual of a program that is a shell for these commands.
  ///
  /// - Parameters:
  ///   - name: The program's name.
  ///   - version: Its version.
  ///   - options: Declares the options of the program.
  ///   - advice: The paragraph before the options.
  ///   - notes: The further sections of the page.
  package func manual(
    ofShell name: String, version: String, options: (inout ArgumentReader) -> Void, advice: String,
    notes: [ManualNote]
  ) -> String {
    var reader = ArgumentReader()
    options(&reader)
    return ManualPage(
      name: name, version: version, summary: summary, synopsis: "[\\fIOPTION\\fR]...", options: reader.table,
      optionAdvice: advice, sharesOptions: false, commands: CommandGrammar(self).commands, notes: notes
    ).text
  }
}

/// A page of the manual, made of the declarations that help is made of.
struct ManualPage {
  var name: String
  var version: String
  var summary: String
  /// The rest of the synopsis after the name, in roff.
  var synopsis: String
  var options: ArgumentTable
  var optionAdvice: String
  /// `true` if the commands have these options too, which are then described only once.
  var sharesOptions: Bool
  var commands: [CommandGrammar.Node]
  var notes: [ManualNote]

  var text: String {
    var lines = [".TH \(name.uppercased()) 1 \"\" \"\(name) \(version)\" \"User Commands\""]
    lines += [".SH NAME", "\(Self.escaped(name)) \\- \(Self.escaped(summary))"]
    lines += [".SH SYNOPSIS", ".B \(Self.escaped(name))", synopsis]
    if !options.options.isEmpty {
      lines += [".SH OPTIONS", Self.escaped(optionAdvice)]
      lines += options.options.flatMap { Self.term($0.term, $0.documentation) }
    }
    lines.append(".SH COMMANDS")
    for command in commands { lines += section(of: command) }
    for note in notes {
      lines.append(".SH \(Self.escaped(note.heading))")
      lines += Self.paragraphs(note.text)
      lines += note.terms.flatMap { Self.term($0.term, $0.meaning) }
    }
    return lines.map { "\($0)\n" }.joined()
  }

  private func section(of command: CommandGrammar.Node) -> [String] {
    let common = sharesOptions ? Set(options.options.map(\.name)) : []
    let own = command.table.options.filter { !common.contains($0.name) }
    let synopsis = [command.words] + own.map(\.synopsis) + command.table.positionals.map(\.synopsis)
    var lines = [".SS \"\(Self.escaped(synopsis.joined(separator: " ")))\""]
    lines += Self.paragraphs(command.summary + (command.discussion.isEmpty ? "" : "\n\n\(command.discussion)"))
    lines += command.table.positionals.flatMap { Self.term($0.synopsis, $0.documentation) }
    lines += own.flatMap { Self.term($0.term, $0.documentation) }
    return lines
  }

  private static func paragraphs(_ text: String) -> [String] {
    let paragraphs = text.split(separator: "\n\n").map { escaped(String($0)) }
    return Array(paragraphs.map { [$0] }.joined(separator: [".PP"]))
  }

  private static func term(_ term: String, _ meaning: String) -> [String] {
    [".TP", "\\fB\(escaped(term))\\fR", escaped(meaning)]
  }

  /// Returns a text in which nothing is an instruction of roff; line breaks stay.
  private static func escaped(_ text: String) -> String {
    let text = text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("\"", with: "\\(dq")
      .replacing("…", with: "...").replacing("‘", with: "\\(oq").replacing("’", with: "\\(cq")
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&\($0)" : "\($0)" }.joined(separator: "\n")
  }
}

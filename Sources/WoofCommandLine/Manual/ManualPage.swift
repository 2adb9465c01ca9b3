extension CommandLineInterface {
  /// The program's page of the manual, in the man macros of roff: `program manual | man -l -`.
  public func manual() -> String { ManualPage(self).text }
}

/// A page of the manual, made of the declarations that help is made of.
struct ManualPage {
  private let interface: CommandLineInterface
  private let grammar: CommandGrammar

  init(_ interface: CommandLineInterface) {
    self.interface = interface
    grammar = CommandGrammar(interface)
  }

  var text: String {
    let name = interface.name
    var lines = [".TH \(name.uppercased()) 1 \"\" \"\(name) \(interface.version)\" \"User Commands\""]
    lines += [".SH NAME", "\(Self.escaped(name)) \\- \(Self.escaped(interface.summary))"]
    lines += [".SH SYNOPSIS", ".B \(Self.escaped(name))", "[\\fIOPTION\\fR]... \\fICOMMAND\\fR [\\fIARGUMENT\\fR]..."]
    if !grammar.program.table.options.isEmpty {
      lines += [".SH OPTIONS", "These may stand before the command or after it."]
      lines += grammar.program.table.options.flatMap { Self.term($0.term, $0.documentation) }
    }
    lines.append(".SH COMMANDS")
    for command in grammar.commands { lines += section(of: command) }
    for note in interface.notes {
      lines.append(".SH \(Self.escaped(note.heading))")
      lines += Self.paragraphs(note.text)
      lines += note.terms.flatMap { Self.term($0.term, $0.meaning) }
    }
    return lines.map { "\($0)\n" }.joined()
  }

  private func section(of command: CommandGrammar.Node) -> [String] {
    let common = Set(grammar.program.table.options.map(\.name))
    let options = command.table.options.filter { !common.contains($0.name) }
    let synopsis = [command.words] + options.map(\.synopsis) + command.table.positionals.map(\.synopsis)
    var lines = [".SS \"\(Self.escaped(synopsis.joined(separator: " ")))\""]
    lines += Self.paragraphs(command.summary + (command.discussion.isEmpty ? "" : "\n\n\(command.discussion)"))
    lines += command.table.positionals.flatMap { Self.term($0.synopsis, $0.documentation) }
    lines += options.flatMap { Self.term($0.term, $0.documentation) }
    return lines
  }

  private static func paragraphs(_ text: String) -> [String] {
    let paragraphs = text.split(separator: "\n\n").map { escaped(String($0)) }
    return Array(paragraphs.map { [$0] }.joined(separator: [".PP"]))
  }

  private static func term(_ term: String, _ meaning: String) -> [String] {
    [".TP", "\\fB\(escaped(term))\\fR", escaped(meaning)]
  }

  /// A text in which nothing is an instruction; lines stay lines.
  private static func escaped(_ text: String) -> String {
    let text = text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("\"", with: "\\(dq")
      .replacing("…", with: "...").replacing("‘", with: "\\(oq").replacing("’", with: "\\(cq")
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&\($0)" : "\($0)" }.joined(separator: "\n")
  }
}

/// Completions for fish.
struct FishCompletion {
  private let program: CommandGrammar.Node

  init(_ grammar: CommandGrammar) { program = grammar.program }

  var script: String {
    """
    # Completions of \(program.words) for fish. For all sessions:
    # \(program.words) completions fish > ~/.config/fish/completions/\(program.words).fish
    complete -c \(program.words) -f
    \(program.all.flatMap(lines).joined(separator: "\n"))

    """
  }

  private func lines(_ node: CommandGrammar.Node) -> [String] {
    let condition = condition(of: node)
    let commands = node.children.map { "\(condition) -a \($0.name) -d '\(Self.quoted($0.summary))'" }
    let options = node.table.options.map { option in
      let short = option.short.map { " -s \($0.dropFirst())" } ?? ""
      let value =
        option.placeholder.map { _ in (option.completion == .files ? " -r" : " -x") + Self.argument(option.completion) }
        ?? ""
      return "\(condition) -l \(option.name.dropFirst(2))\(short)\(value) -d '\(Self.quoted(option.documentation))'"
    }
    let positionals = node.table.positionals.map(\.completion).filter { $0 != .nothing }
      .map { "\(condition)\(Self.argument($0))" }
    return commands + options + positionals + ["\(condition) -s h -l help -d 'Shows help.'"]
  }

  private func condition(of node: CommandGrammar.Node) -> String {
    let words = node.words.split(separator: " ").dropFirst()
    let seen = words.map { "__fish_seen_subcommand_from \($0)" }
    let unseen =
      node.children.isEmpty
      ? [] : ["not __fish_seen_subcommand_from \(node.children.map(\.name).joined(separator: " "))"]
    return "complete -c \(program.words) -n '\((seen + unseen).joined(separator: "; and "))'"
  }

  private static func argument(_ completion: ValueCompletion) -> String {
    switch completion {
    case .nothing, .named: ""
    case .files: " -F"
    case .folders: " -a '(__fish_complete_directories)'"
    case .words(let words): " -a '\(words.joined(separator: " "))'"
    }
  }

  /// A text inside single quotes.
  private static func quoted(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
  }
}

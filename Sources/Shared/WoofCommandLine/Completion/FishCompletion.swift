// SPDX-License-Identifier: Apache-2.0

/// The script by which fish completes the commands.
struct FishCompletion {
  private let program: CommandGrammar.Node

  init(_ grammar: CommandGrammar) { program = grammar.program }

  var script: String {
    let calls = program.all.dropFirst().map { "'\($0.words)'" }.joined(separator: " ")
    return """
      # Completions of \(program.words) for fish. For all sessions:
      # \(program.words) completions fish > ~/.config/fish/completions/\(program.words).fish
      function __\(program.words)_calls -d 'Whether the line calls a command'
        set -l words \(program.words)
        for word in (commandline -opc)[2..-1]
          contains -- "$words $word" \(calls); and set words "$words $word"
        end
        test "$words" = "$argv"
      end
      complete -c \(program.words) -f
      \(program.all.flatMap(lines).joined(separator: "\n"))

      """
  }

  private func lines(_ node: CommandGrammar.Node) -> [String] {
    let condition = "complete -c \(program.words) -n '__\(program.words)_calls \(node.words)'"
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

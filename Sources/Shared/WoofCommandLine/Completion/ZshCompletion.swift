// SPDX-License-Identifier: Apache-2.0

/// The script by which the Z shell completes the commands.
struct ZshCompletion {
  private let program: CommandGrammar.Node

  init(_ grammar: CommandGrammar) { program = grammar.program }

  var script: String {
    """
    #compdef \(program.words)
    # Completions of \(program.words) for zsh. For all sessions, into a folder of $fpath:
    # \(program.words) completions zsh > ~/.zfunc/_\(program.words)

    \(program.all.map(function).joined(separator: "\n\n"))

    if [[ $funcstack[1] == _\(program.words) ]]; then
      _\(program.words) "$@"
    else
      compdef _\(program.words) \(program.words)
    fi

    """
  }

  private func function(_ node: CommandGrammar.Node) -> String {
    let name = Self.functionName(node)
    let options = node.table.options.flatMap(Self.option) + ["'(-h --help)'{-h,--help}'[Shows help.]'"]
    guard !node.children.isEmpty else {
      let arguments = (options + node.table.positionals.map(Self.positional)).joined(separator: " \\\n    ")
      return "\(name)() {\n  _arguments -s \\\n    \(arguments)\n}"
    }
    let commands = node.children.map { "    '\(Self.escaped($0.name, ":")):\(Self.quoted($0.summary))'" }
    let calls = node.children.map { "        \($0.name)) \(Self.functionName($0)) ;;" }
    return """
      \(name)() {
        local context state line
        local -a commands=(
      \(commands.joined(separator: "\n"))
        )
        _arguments -C \\
          \(options.joined(separator: " \\\n    ")) \\
          '1:command:->command' '*::argument:->argument'
        case $state in
          command) _describe command commands ;;
          argument)
            case $words[1] in
      \(calls.joined(separator: "\n"))
            esac ;;
        esac
      }
      """
  }

  private static func functionName(_ node: CommandGrammar.Node) -> String {
    "_" + node.words.replacing(" ", with: "_").replacing("-", with: "_")
  }

  private static func option(_ option: ArgumentTable.Option) -> [String] {
    let exclusion = option.isRepeatable ? "'*'" : "'(\(option.names.joined(separator: " ")))'"
    let value = option.placeholder.map { ":\(escaped($0, ":")):\(action(option.completion))" } ?? ""
    let note = "[\(escaped(quoted(option.documentation), "[]"))]"
    return option.names.map { name in
      // A value may also stand behind an equals sign.
      let sign = name.hasPrefix("--") && option.placeholder != nil ? "=" : ""
      return "\(exclusion)'\(name)\(sign)\(note)\(value)'"
    }
  }

  private static func positional(_ positional: ArgumentTable.Positional) -> String {
    let count =
      switch positional.count {
      case .one: ":"
      case .oneOrNone: "::"
      case .any, .rest: "*:"
      }
    return "'\(count)\(escaped(positional.name, ":")):\(action(positional.completion))'"
  }

  private static func action(_ completion: ValueCompletion) -> String {
    switch completion {
    case .nothing, .named: " "
    case .files: "_files"
    case .folders: "_files -/"
    case .words(let words): "(\(words.joined(separator: " ")))"
    }
  }

  /// A text inside single quotes.
  private static func quoted(_ text: String) -> String { text.replacing("'", with: "'\\''") }

  private static func escaped(_ text: String, _ characters: String) -> String {
    characters.reduce(text) { $0.replacing(String($1), with: "\\\($1)") }
  }
}

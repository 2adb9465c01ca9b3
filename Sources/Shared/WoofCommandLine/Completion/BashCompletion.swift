// SPDX-License-Identifier: Apache-2.0

/// The script by which bash completes the commands.
struct BashCompletion {
  private let program: CommandGrammar.Node
  private let nodes: [CommandGrammar.Node]

  init(_ grammar: CommandGrammar) {
    program = grammar.program
    nodes = grammar.program.all
  }

  var script: String {
    let calls = nodes.dropFirst().map { "\"\($0.words)\"" }.joined(separator: " | ")
    return """
      # Completions of \(program.words) for bash. For one session: source <(\(program.words) completions bash)
      # For all: \(program.words) completions bash > ~/.local/share/bash-completion/completions/\(program.words)
      _\(program.words)() {
        local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD - 1]}"
        local words="\(program.words)" offered="" index
        COMPREPLY=()
        for ((index = 1; index < COMP_CWORD; index++)); do
          case "$words ${COMP_WORDS[index]}" in
            \(calls)) words="$words ${COMP_WORDS[index]}" ;;
          esac
        done
        case "$words:$previous" in
      \(nodes.flatMap(values).joined(separator: "\n"))
        esac
        case "$words" in
      \(nodes.map(offers).joined(separator: "\n"))
        esac
        if [[ $current != -* ]]; then
          case "$words" in
      \(nodes.compactMap(files).joined(separator: "\n"))
          esac
        fi
        COMPREPLY+=($(compgen -W "$offered" -- "$current"))
      }
      complete -F _\(program.words) \(program.words)

      """
  }

  /// Returns the cases of the script for the options that take a value, with the completion after each.
  private func values(_ node: CommandGrammar.Node) -> [String] {
    node.table.options.filter { $0.placeholder != nil }.map { option in
      let pattern = option.names.map { "\"\(node.words):\($0)\"" }.joined(separator: " | ")
      let action =
        switch option.completion {
        case .nothing, .named: ""
        case .files: "compopt -o filenames; COMPREPLY=($(compgen -f -- \"$current\")); "
        case .folders: "compopt -o filenames; COMPREPLY=($(compgen -d -- \"$current\")); "
        case .words(let words): "COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$current\")); "
        }
      return "    \(pattern)) \(action)return ;;"
    }
  }

  private func offers(_ node: CommandGrammar.Node) -> String {
    var words = node.children.map(\.name) + node.table.options.map(\.name) + ["--help"]
    for positional in node.table.positionals {
      if case .words(let choices) = positional.completion { words += choices }
    }
    return "    \"\(node.words)\") offered=\"\(words.joined(separator: " "))\" ;;"
  }

  private func files(_ node: CommandGrammar.Node) -> String? {
    switch node.table.positionals.last?.completion {
    case .files: "      \"\(node.words)\") compopt -o filenames; COMPREPLY+=($(compgen -f -- \"$current\")) ;;"
    case .folders: "      \"\(node.words)\") compopt -o filenames; COMPREPLY+=($(compgen -d -- \"$current\")) ;;"
    default: nil
    }
  }
}

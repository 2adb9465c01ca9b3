// SPDX-License-Identifier: Apache-2.0

/// A shell for which completions can be generated.
package enum CompletionShell: String, CaseIterable, Sendable {
  /// GNU bash, from version 4.
  case bash
  /// The Z shell.
  case zsh
  /// The friendly interactive shell.
  case fish
}

extension CommandLineInterface {
  /// A script that makes a shell complete the program's commands, options and values.
  ///
  /// How it is installed stands in its first lines.
  package func completions(for shell: CompletionShell) -> String {
    let grammar = CommandGrammar(commandSet)
    return switch shell {
    case .bash: BashCompletion(grammar).script
    case .zsh: ZshCompletion(grammar).script
    case .fish: FishCompletion(grammar).script
    }
  }
}

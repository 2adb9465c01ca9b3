// SPDX-License-Identifier: Apache-2.0

/// The commands as plain data, from which scripts and pages are generated.
struct CommandGrammar: Sendable {
  /// A command, or a word with commands under it.
  struct Node: Sendable {
    /// The words that call it, the program's name first.
    var words: String
    var summary: String
    var discussion = ""
    var table = ArgumentTable()
    var children: [Node] = []

    /// The last of the words.
    var name: String { words.split(separator: " ").last.map(String.init) ?? words }
    /// The node and all nodes below it.
    var all: [Node] { [self] + children.flatMap(\.all) }
  }

  /// The program itself, or in a shell what stands above its commands.
  let program: Node

  init<Context>(_ set: CommandSet<Context>) {
    program = Node(
      words: set.name, summary: set.summary, table: set.commonOptions,
      children: set.commands.map { Self.node($0, after: set.name) })
  }

  /// The commands, without the words that only stand above some.
  var commands: [Node] { program.all.filter(\.children.isEmpty) }

  private static func node<Context>(_ node: ContextualCommandNode<Context>, after words: String) -> Node {
    let words = words.following(with: node.name)
    switch node {
    case .command(let type): return command(type, words: words)
    case .group(_, let summary, let inner):
      return Node(words: words, summary: summary, children: inner.map { Self.node($0, after: words) })
    }
  }

  private static func command<Called: ContextualCommand>(_ type: Called.Type, words: String) -> Node {
    var reader = ArgumentReader()
    _ = Called(from: &reader)
    return Node(words: words, summary: type.summary, discussion: type.discussion, table: reader.table)
  }
}

extension ArgumentTable.Option {
  /// The names of the option, the long one first.
  var names: [String] { [name] + (short.map { [$0] } ?? []) }
}

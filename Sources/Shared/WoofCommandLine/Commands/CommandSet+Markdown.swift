extension CommandSet {
  /// A reference of every command, in Markdown: the pages of help under headings.
  ///
  /// - Parameter level: The level of the headings, from 1; 2 by default.
  public func reference(headingLevel level: Int = 2) -> String {
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
  public func reference() -> String { commandSet.reference() }
}

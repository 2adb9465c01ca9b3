extension CommandLineInterface {
  /// A reference of every command, in Markdown: the pages of help under headings.
  public func reference() -> String {
    Self.pages(commands, after: name).map { words, text in
      "## `\(words)`\n\n```text\n\(text)```\n"
    }.joined(separator: "\n")
  }

  private static func pages(_ nodes: [CommandNode], after words: String) -> [(words: String, text: String)] {
    nodes.flatMap { node in
      switch node {
      case .command(let type): [("\(words) \(node.name)", page(of: type, words: "\(words) \(node.name)"))]
      case .group(_, _, let inner): pages(inner, after: "\(words) \(node.name)")
      }
    }
  }

  private static func page<Called: Command>(of type: Called.Type, words: String) -> String {
    var reader = ArgumentReader()
    _ = Called(from: &reader)
    return HelpPage.command(words, type, reader.table).text(width: 80)
  }
}

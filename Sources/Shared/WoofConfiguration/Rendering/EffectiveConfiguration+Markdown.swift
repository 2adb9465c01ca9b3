// SPDX-License-Identifier: Apache-2.0

extension EffectiveConfiguration {
  /// A reference of every key, in Markdown: a table for each section, under a heading of its path.
  package func reference() -> String {
    MarkdownReference.sections(of: entries, path: [], documentation: "").joined(separator: "\n\n") + "\n"
  }
}

/// Writes entries as tables of Markdown.
private enum MarkdownReference {
  static func sections(of entries: [ConfigurationEntry], path: [String], documentation: String) -> [String] {
    var blocks: [String] = []
    if !path.isEmpty { blocks += ["## `\(path.joined(separator: "."))`", documentation] }
    var rows: [String] = []
    var inner: [String] = []
    for entry in entries {
      switch entry {
      case .key(let key): rows.append(row(key))
      case .section(let name, let documentation, let entries):
        inner += sections(of: entries, path: path + [name], documentation: documentation)
      case .list(let name, let documentation, let element, _, _):
        inner += sections(of: element, path: path + ["\(name)[]"], documentation: documentation)
      }
    }
    if !rows.isEmpty {
      let head = "| key | kind | default | allowed | what it is for |\n|---|---|---|---|---|\n"
      blocks.append(head + rows.joined(separator: "\n"))
    }
    return blocks + inner
  }

  private static func row(_ key: ConfigurationKey) -> String {
    let cells = ["`\(key.name)`", key.kind, "`\(key.standard)`", key.allowed ?? "any", key.documentation]
    return "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
  }
}

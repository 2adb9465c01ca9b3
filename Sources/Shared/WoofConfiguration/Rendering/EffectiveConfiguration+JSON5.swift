// SPDX-License-Identifier: Apache-2.0

extension EffectiveConfiguration {
  /// Returns the configuration in force as commented JSON5: every key with its documentation, its kind and allowed
  /// values, its default and its value. Read again, it gives the same configuration.
  package func rendered() -> String {
    var writer = CommentedJSON5Writer()
    writer.writeSection(entries)
    return writer.text + "\n"
  }
}

/// Writes entries as JSON5 with comments.
private struct CommentedJSON5Writer {
  private static let lineLength = 100

  private(set) var text = ""
  private var depth = 0

  private var indentation: String { String(repeating: "  ", count: depth) }

  mutating func writeSection(_ entries: [ConfigurationEntry]) {
    guard !entries.isEmpty else {
      text += "{}"
      return
    }
    text += "{\n"
    depth += 1
    for (index, entry) in entries.enumerated() {
      if index > 0 { text += "\n" }
      write(entry)
    }
    depth -= 1
    text += "\(indentation)}"
  }

  private mutating func write(_ entry: ConfigurationEntry) {
    switch entry {
    case .key(let key):
      writeComment(key.documentation)
      writeComment(key.terms)
      writeName(key.name)
      text += key.value
    case .section(let name, let documentation, let entries):
      writeComment(documentation)
      writeName(name)
      writeSection(entries)
    case .list(let name, let documentation, let element, let items, _):
      writeComment(documentation)
      writeComment("A list of sections with \(element.map(\.name).joined(separator: ", ")).")
      writeName(name)
      writeList(items)
    }
    text += ",\n"
  }

  private mutating func writeList(_ items: [[ConfigurationEntry]]) {
    guard !items.isEmpty else {
      text += "[]"
      return
    }
    text += "[\n"
    depth += 1
    for item in items {
      text += indentation
      writeSection(item)
      text += ",\n"
    }
    depth -= 1
    text += "\(indentation)]"
  }

  private mutating func writeName(_ name: String) {
    text += "\(indentation)\(JSON5Grammar.isIdentifier(name) ? name : JSON5Grammar.literal(name)): "
  }

  private mutating func writeComment(_ comment: String) {
    let start = "\(indentation)//"
    var line = start
    for word in comment.split(whereSeparator: \.isWhitespace) {
      if line.count + 1 + word.count > Self.lineLength, line != start {
        text += "\(line)\n"
        line = start
      }
      line += " \(word)"
    }
    if line != start { text += "\(line)\n" }
  }
}

extension ConfigurationKey {
  /// A line about the key: the kind, the allowed values, the default, and the origin of the value.
  fileprivate var terms: String {
    var parts = [kind]
    if let allowed { parts.append(allowed) }
    if let option {
      parts.append("set by \(option); default \(standard)")
    } else if layer == .administrator {
      parts.append("set by an administrator; default \(standard)")
    } else {
      parts.append(isChanged ? "changed; default \(standard)" : "default")
    }
    return "(" + parts.joined(separator: "; ") + ")"
  }
}

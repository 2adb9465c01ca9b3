// SPDX-License-Identifier: Apache-2.0

/// The text of `--help`, before it is laid out.
struct HelpPage {
  /// A section of rows under a heading.
  struct Section {
    var heading: String
    var rows: [(term: String, documentation: String)]
  }

  var title: String
  var usage: String
  var discussion: String
  var sections: [Section]

  /// The page of a program or of a word with commands under it.
  ///
  /// - Parameter program: The program, with its common options; `nil` for a word.
  static func group<Context>(
    _ words: String, summary: String, _ nodes: [ContextualCommandNode<Context>], program: CommandSet<Context>?
  ) -> HelpPage {
    var own = program?.commonOptions.options.map { ($0.term, $0.documentation) } ?? []
    if program?.version != nil { own.append(version) }
    let command = words.following(with: "COMMAND")
    return HelpPage(
      title: title(words, summary), usage: "\(command) …",
      discussion: "`\(command) --help` tells more of a command.",
      sections: [
        Section(heading: "Commands", rows: nodes.map { ($0.name, $0.summary) }),
        Section(heading: "Options", rows: own + [help]),
      ])
  }

  /// The page of a command.
  static func command<Called: ContextualCommand>(
    _ words: String, _ type: Called.Type, _ table: ArgumentTable
  ) -> HelpPage {
    let usage = [words] + table.options.map(\.synopsis) + table.positionals.map(\.synopsis)
    return HelpPage(
      title: title(words, type.summary), usage: usage.joined(separator: " "), discussion: type.discussion,
      sections: [
        Section(heading: "Arguments", rows: table.positionals.map { ($0.synopsis, $0.documentation) }),
        Section(heading: "Options", rows: table.options.map { ($0.term, $0.documentation) } + [help]),
      ])
  }

  private static func title(_ words: String, _ summary: String) -> String {
    words.isEmpty ? summary : "\(words): \(summary)"
  }

  private static let version = (term: "--version", documentation: "Shows the version.")
  private static let help = (term: "-h, --help", documentation: "Shows this text.")

  /// The page in lines of at most `width` columns, but at least 40.
  func text(width: Int) -> String {
    let layout = TextLayout(width: max(40, min(width, 100)))
    var blocks = [layout.paragraph(title), layout.paragraph(usage, first: "Usage: ", indentation: 9)]
    blocks += discussion.split(separator: "\n\n").map { layout.paragraph(String($0)) }
    for section in sections where !section.rows.isEmpty {
      blocks.append("\(section.heading):\n" + layout.columns(section.rows))
    }
    return blocks.joined(separator: "\n\n") + "\n"
  }
}

extension ArgumentTable.Option {
  /// The option as the line of usage shows it, such as `[--limit NUMBER]`.
  var synopsis: String {
    "[" + name + (placeholder.map { " \($0)" } ?? "") + "]" + (isRepeatable ? "…" : "")
  }

  /// The option as the list of options shows it, such as `-f, --file FILE`.
  var term: String {
    (short.map { "\($0), " } ?? "") + name + (placeholder.map { " \($0)" } ?? "")
  }
}

extension ArgumentTable.Positional {
  /// The argument as the line of usage and the list of arguments show it, such as `[NAME]`.
  var synopsis: String {
    switch count {
    case .one: name
    case .oneOrNone: "[\(name)]"
    case .any, .rest: "[\(name)…]"
    }
  }
}

/// A layout of text in lines of limited width.
struct TextLayout {
  /// The number of columns that a line may have.
  let width: Int

  /// Returns a paragraph whose lines after the first are indented. Text in brackets is kept on one line.
  func paragraph(_ text: String, first: String = "", indentation: Int = 0) -> String {
    var lines: [String] = []
    var line = first
    var isEmpty = true
    for word in words(of: text) {
      if !isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = String(repeating: " ", count: indentation)
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return (lines + [line]).joined(separator: "\n")
  }

  /// Returns rows of two columns, of terms and their meanings; a long term has a line of its own.
  func columns(_ rows: [(term: String, documentation: String)]) -> String {
    let limit = width / 3
    let longest = rows.map(\.term.count).filter { $0 <= limit }.max() ?? 0
    let indentation = longest + 4
    return rows.map { row in
      let padding = String(repeating: " ", count: max(0, indentation - 2 - row.term.count))
      guard row.term.count <= longest else {
        let blank = String(repeating: " ", count: indentation)
        return "  \(row.term)\n" + paragraph(row.documentation, first: blank, indentation: indentation)
      }
      return paragraph(row.documentation, first: "  \(row.term)\(padding)", indentation: indentation)
    }.joined(separator: "\n")
  }

  private func words(of text: String) -> [String] {
    var words: [String] = []
    var isOpen = false
    for word in text.split(whereSeparator: \.isWhitespace) {
      if isOpen, let last = words.popLast() {
        words.append("\(last) \(word)")
      } else {
        words.append(String(word))
      }
      if word.hasPrefix("[") { isOpen = true }
      if word.contains("]") { isOpen = false }
    }
    return words
  }
}

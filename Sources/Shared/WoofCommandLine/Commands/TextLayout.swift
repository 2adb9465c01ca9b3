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

// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The public calls of the harness with their signatures, but for deprecated ones, as the page for test authors has
/// them.
///
/// It reads lines, not syntax, and relies on the sources being formatted: two spaces a level, and a brace at the end of the
/// line that opens a body.
struct HarnessReference {
  private struct Section {
    var summary = ""
    var lines: [String] = []
  }

  /// The types that a test author meets first, in this order; the others follow by name.
  private static let first = [
    "WoofHarness", "Trait", "HarnessConfiguration", "HarnessContents", "HarnessContents.Account",
    "HarnessContents.Photos", "HarnessContents.Album", "HarnessContents.Link", "HarnessContents.Link.Target",
    "HarnessContents.AppPassword", "HarnessAdditions", "HarnessAdditions.AppPassword", "DrawnPicture",
    "DrawnPicture.Metadata", "FaultBook", "FaultRule", "Fault",
    "StubbedResponse", "RequestPattern", "Journal", "RecordedExchange", "RequestExpectation", "HarnessClock",
    "CommittedChange", "Recording",
  ]
  /// The types that the page leaves out: those for the command `woof harness`, and those that only serve others.
  private static let others: Set = ["HarnessControl", "HarnessTrait", "LeftoverFolders"]

  private var sections: [String: Section] = [:]
  /// The types that a test can name; an extension of another module's type counts for itself.
  private var visible: Set = ["Trait"]

  init(of folders: [URL]) throws {
    var files: [URL] = []
    for folder in folders {
      let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
      while let file = found?.nextObject() as? URL {
        if file.pathExtension == "swift" { files.append(file) }
      }
    }
    for file in files.sorted(by: Self.comesFirst) {
      read(try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n"))
    }
  }

  /// Returns `true` if a file is read before another: that of a type comes before those of its extensions.
  private static func comesFirst(_ file: URL, _ other: URL) -> Bool {
    let places = [file, other].map { first.firstIndex(of: $0.deletingPathExtension().lastPathComponent) ?? .max }
    return places[0] == places[1] ? file.path < other.path : places[0] < places[1]
  }

  /// The page's section in Markdown.
  var text: String {
    let names = sections.keys.filter { name in
      visible.contains(name) && !Self.others.contains(name) && sections[name]?.lines.isEmpty == false
    }
    let order = names.sorted { left, right in
      let (one, other) = (Self.first.firstIndex(of: left) ?? .max, Self.first.firstIndex(of: right) ?? .max)
      return one == other ? left < right : one < other
    }
    return order.map { name in
      let section = sections[name] ?? Section()
      let heading = name == "Trait" ? "### `@Test(.woof)`" : "### `\(name)`"
      let summary = section.summary.isEmpty ? "" : "\(section.summary)\n\n"
      return "\(heading)\n\n\(summary)```swift\n\(section.lines.joined(separator: "\n"))\n```\n"
    }.joined(separator: "\n")
  }

  private mutating func read(_ lines: [String]) {
    var types: [(indent: Int, name: String, isEnum: Bool)] = []
    var summary = ""
    var isDeprecated = false
    var index = 0
    while index < lines.count {
      let line = lines[index]
      let text = line.trimmingCharacters(in: .whitespaces)
      let indent = line.prefix { $0 == " " }.count
      index += 1
      if text.hasPrefix("///") {
        if summary.isEmpty { summary = Self.sentence(of: lines[(index - 1)...]) }
        continue
      }
      if text.hasPrefix("@") && !text.contains(" ") { continue }
      if text.hasPrefix("@available(*, deprecated") {
        isDeprecated = true
        continue
      }
      defer {
        summary = ""
        isDeprecated = false
      }
      if isDeprecated { continue }
      if text.hasPrefix("}"), let last = types.last, last.indent >= indent {
        types.removeLast()
      } else if let name = Self.type(text, in: types.last?.name) {
        if text.hasPrefix("public") {
          visible.insert(name)
          sections[name, default: Section()].summary = summary
        }
        if text.hasSuffix("{") { types.append((indent, name, text.contains("enum "))) }
      } else if let type = types.last, indent == type.indent + 2,
        text.hasPrefix("public ") || type.isEnum && text.hasPrefix("case ")
      {
        let declaration = Self.declaration(lines[(index - 1)...], indent: indent)
        guard !declaration.contains("import "), !declaration.contains("Decoder"), !declaration.contains("Encoder")
        else {
          continue
        }
        if !summary.isEmpty { sections[type.name, default: Section()].lines.append("// \(summary)") }
        sections[type.name, default: Section()].lines.append(declaration)
      }
    }
  }

  private static func type(_ text: String, in parent: String?) -> String? {
    let pattern = #/^(?:public )?(?:final |indirect )*(?:struct|class|enum|extension) (\w[\w.]*)/#
    guard let match = text.firstMatch(of: pattern), !text.hasPrefix("private"), !text.hasPrefix("fileprivate") else {
      return nil
    }
    return parent.map { "\($0).\(match.1)" } ?? String(match.1)
  }

  /// The first sentence of a documentation comment.
  private static func sentence(of lines: ArraySlice<String>) -> String {
    let comment = lines.prefix { $0.trimmingCharacters(in: .whitespaces).hasPrefix("/// ") }
      .map { $0.trimmingCharacters(in: .whitespaces).dropFirst(4) }.joined(separator: " ")
    let end = comment.firstRange(of: ". ")?.lowerBound ?? comment.endIndex
    let sentence = String(comment[..<end])
    return sentence.hasSuffix(".") ? sentence : sentence + "."
  }

  /// A declaration without its body, as it stands in the source.
  private static func declaration(_ lines: ArraySlice<String>, indent: Int) -> String {
    var result: [String] = []
    for line in lines {
      var text = String(line.dropFirst(indent))
      let isLast = !opens(result + [text])
      if isLast, let body = text.hasSuffix("{") ? text.range(of: " {", options: .backwards) : text.firstRange(of: " {")
      {
        text = String(text[..<body.lowerBound])
      }
      result.append(text)
      if isLast { break }
    }
    return result.joined(separator: "\n").replacing("public ", with: "").replacing("internal(set) ", with: "")
  }

  private static func opens(_ lines: [String]) -> Bool {
    let text = lines.joined()
    return text.count { $0 == "(" } > text.count { $0 == ")" }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The public declarations in a folder of Swift sources: for each type, protocol or extended type its members.
///
/// It reads lines, not syntax, and relies on the sources being formatted: two spaces a level, one declaration a line,
/// a closing brace below the beginning of what it closes. What every publisher has – `Output`, `Failure`, `Input`
/// and `receive(subscriber:)` – it leaves out.
struct PublicDeclarations {
  private(set) var members: [String: Set<String>] = [:]

  private struct Container {
    let indent: Int
    let name: String
    let kind: Substring
    let isVisible: Bool
    let isPublic: Bool
  }

  private static let containerWords: Set<Substring> = ["struct", "class", "enum", "protocol", "extension"]
  private static let memberWords = ["func", "var", "let", "init", "subscript", "case", "associatedtype"]

  private static let ignored: Set = ["Output", "Failure", "Input", "receive(subscriber:)"]

  init(under folder: URL) throws {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      read(try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n"))
    }
  }

  private mutating func read(_ lines: [String]) {
    var containers: [Container] = []
    for (index, line) in lines.enumerated() {
      let text = line.trimmingCharacters(in: .whitespaces)
      let indent = line.prefix { $0 == " " }.count
      if text.isEmpty || text.hasPrefix("//") { continue }
      if text.hasPrefix("}") {
        while let last = containers.last, last.indent >= indent { containers.removeLast() }
      } else if let container = container(text, indent, in: containers.last) {
        if container.isVisible, container.kind != "extension" { members[container.name, default: []].formUnion([]) }
        let head = Self.joined(lines[index...]) { $0.contains("{") }
        if head.count(of: "{") > head.count(of: "}") { containers.append(container) }
      } else if let container = containers.last, container.isVisible, indent == container.indent + 2 {
        for name in names(of: lines[index...], in: container) where !Self.ignored.contains(name) {
          members[container.name, default: []].insert(name)
        }
      }
    }
  }

  private func container(_ text: String, _ indent: Int, in parent: Container?) -> Container? {
    let pattern =
      #/^(?:@[\w.]+(?:\([^)]*\))? )*(?:(public|open|internal|private|fileprivate) )?(?:final |indirect )*(struct|class|enum|protocol|extension) (?!func |var |subscript)([\w.]+)/#
    guard text.split(separator: " ").contains(where: Self.containerWords.contains),
      let match = text.firstMatch(of: pattern)
    else { return nil }
    let isPublic = match.1 == "public" || match.1 == "open"
    let isVisible = match.2 == "extension" || (isPublic && parent?.isVisible ?? true)
    let name = parent.map { "\($0.name).\(match.3)" } ?? String(match.3)
    return Container(indent: indent, name: name, kind: match.2, isVisible: isVisible, isPublic: isPublic)
  }

  /// The names that the declaration at the beginning of some lines gives to a public member.
  private func names(of lines: ArraySlice<String>, in container: Container) -> [String] {
    let pattern =
      #/^(?:@[\w.]+(?:\([^)]*\))? )*(?:(public|open|internal|private|fileprivate)(?:\(set\))? )?(?:(?:private|internal|fileprivate)\(set\) )?(?:static |class |override |required |mutating |nonmutating |convenience |final |nonisolated |lazy |weak )*(func|var|let|init|subscript|case|associatedtype)\b(.*)$/#
    guard let text = lines.first?.trimmingCharacters(in: .whitespaces),
      text.split(separator: " ").contains(where: { word in Self.memberWords.contains(where: word.hasPrefix) }),
      let match = text.firstMatch(of: pattern)
    else { return [] }
    let kind = match.2
    let isImplied = match.1 == nil && container.isPublic && (container.kind == "protocol" || kind == "case")
    let isInherited = match.1 == nil && container.isPublic && container.kind == "extension"
    guard match.1 == "public" || match.1 == "open" || isImplied || isInherited else { return [] }
    switch kind {
    case "case":
      return String(match.3).replacing(#/\([^)]*\)/#, with: "").split(separator: ",").map(Self.word)
    case "var", "let", "associatedtype":
      return [Self.word(match.3)]
    default:
      return [Self.signature(kind: String(kind), lines, after: String(match.3))]
    }
  }

  /// The name and the labels of a function, an initializer or a subscript.
  private static func signature(kind: String, _ lines: ArraySlice<String>, after rest: String) -> String {
    var name = kind
    if kind == "func" {
      let base = rest.drop { $0 == " " || $0 == "`" }
      name = String(base.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
      if name.isEmpty { return String(base.prefix { "+-*/<>=!".contains($0) }) }
    }
    let declaration = joined(lines) { labels(in: $0, after: name) != nil }
    return "\(name)(\((labels(in: declaration, after: name) ?? []).map { $0 + ":" }.joined()))"
  }

  /// The labels of the parameters that follow a name, once all of them are there.
  private static func labels(in text: String, after name: String) -> [String]? {
    let pattern = name == "init" || name == "subscript" ? name : "func \(name)"
    guard
      let start = text.replacingOccurrences(of: "`", with: "").range(of: pattern).map({
        text.replacingOccurrences(of: "`", with: "")[$0.upperBound...]
      })
    else { return nil }
    var angles = 0
    var depth = 0
    var parameters: [String] = []
    var current = ""
    var previous: Character = " "
    for character in start {
      defer { previous = character }
      if character == "<" { angles += 1 }
      if character == ">", previous != "-" { angles -= 1 }
      if "([{".contains(character), depth > 0 || angles == 0 { depth += 1 }
      if ")]}".contains(character), depth > 0 { depth -= 1 }
      if depth == 0, character == ")" {
        if current.contains(where: { $0 != " " }) { parameters.append(current) }
        return parameters.map { word($0[...]) }
      }
      guard depth > 0 else { continue }
      if depth == 1, angles == 0, character == "," {
        parameters.append(current)
        current = ""
      } else if !(depth == 1 && character == "(") {
        current.append(character)
      }
    }
    return nil
  }

  private static func word(_ text: Substring) -> String {
    String(text.drop { $0 == " " || $0 == "`" }.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
  }

  /// As many lines as it takes, as one.
  private static func joined(_ lines: ArraySlice<String>, until isEnough: (String) -> Bool) -> String {
    var text = ""
    for line in lines {
      text += line.trimmingCharacters(in: .whitespaces) + " "
      if isEnough(text) { break }
    }
    return text
  }
}

extension String {
  fileprivate func count(of character: Character) -> Int {
    count { $0 == character }
  }
}

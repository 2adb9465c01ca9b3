// SPDX-License-Identifier: Apache-2.0

/// An element of a document: its text and its children, without attributes, which no response needs.
package struct XMLElement: Hashable, Sendable {
  /// The name, with its prefix where it has one.
  package let name: String
  /// All text between the tags, without that of children.
  package fileprivate(set) var text = ""
  /// The elements within, in their order.
  package fileprivate(set) var children: [XMLElement] = []

  init(name: String) { self.name = name }

  /// The first child of a name.
  func child(_ name: String) -> XMLElement? { children.first { $0.name == name } }

  /// The children of a name, in their order.
  func children(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

  /// The text of the first child of a name.
  func text(of name: String) -> String? { child(name)?.text }

  /// The number that is the text of the first child of a name; `nil` where there is none, or no number.
  func number(of name: String) -> Int64? { text(of: name).flatMap { Int64($0) } }
}

/// The elements that have begun and not ended.
struct XMLStack: Sendable {
  private var open: [XMLElement] = []
  /// The first element, once it has ended.
  private(set) var root: XMLElement?

  var depth: Int { open.count }

  mutating func begin(_ name: String) { open.append(XMLElement(name: name)) }

  mutating func append(_ text: String) {
    guard !open.isEmpty else { return }
    open[open.count - 1].text += text
  }

  /// Ends the innermost element; `false` where it has another name.
  mutating func end(_ name: String) -> Bool {
    guard open.last?.name == name, let ended = open.popLast() else { return false }
    if open.isEmpty {
      root = ended
    } else {
      open[open.count - 1].children.append(ended)
    }
    return true
  }

  /// Ends the innermost element, which has no text and no end tag.
  mutating func endEmpty() {
    guard let name = open.last?.name else { return }
    _ = end(name)
  }
}

// SPDX-License-Identifier: Apache-2.0

/// A parser that makes a tree of values of a JSON5 text (json5.org, version 1.0.0).
///
/// It keeps the place of every value and member, and keeps duplicate members, so that the reader can name both;
/// Foundation's decoder does neither.
struct JSON5Parser {
  /// The depth to which values may be nested.
  static let maximumDepth = 32

  let scalars: [Unicode.Scalar]
  var position = 0

  /// Reads the one value of a text.
  ///
  /// - Throws: ``JSON5SyntaxError`` at the first place that breaks the grammar.
  static func parse(_ scalars: [Unicode.Scalar]) throws(JSON5SyntaxError) -> ConfigurationValue {
    var parser = JSON5Parser(scalars: scalars)
    try parser.skipBlanks()
    let value = try parser.value(depth: 0)
    try parser.skipBlanks()
    guard parser.next == nil else { throw parser.unexpected(expected: "the end of the text") }
    return value
  }

  /// The scalar at the position; `nil` at the end.
  var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  /// Takes the next scalar if it is the one given.
  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    position += 1
    return true
  }

  func unexpected(expected: String) -> JSON5SyntaxError {
    guard let next else { return JSON5SyntaxError(offset: position, message: "expected \(expected), found the end") }
    let found = next.properties.generalCategory == .control ? "a control character" : "‘\(next)’"
    return JSON5SyntaxError(offset: position, message: "expected \(expected), found \(found)")
  }

  private mutating func skipBlanks() throws(JSON5SyntaxError) {
    while let scalar = next {
      if JSON5Grammar.isWhiteSpace(scalar) {
        position += 1
      } else if scalar == "/" {
        try skipComment()
      } else {
        return
      }
    }
  }

  private mutating func skipComment() throws(JSON5SyntaxError) {
    let start = position
    position += 1
    if take("/") {
      while let scalar = next, !JSON5Grammar.isLineTerminator(scalar) { position += 1 }
      return
    }
    guard take("*") else { throw unexpected(expected: "‘/’ or ‘*’ of a comment") }
    while next != nil {
      if take("*"), next == "/" {
        position += 1
        return
      } else if next != "*" {
        position += 1
      }
    }
    throw JSON5SyntaxError(offset: start, message: "this comment does not end")
  }

  private mutating func value(depth: Int) throws(JSON5SyntaxError) -> ConfigurationValue {
    guard depth < Self.maximumDepth else {
      throw JSON5SyntaxError(offset: position, message: "values are nested more than \(Self.maximumDepth) deep")
    }
    let start = position
    let content: ConfigurationValue.Content
    switch next {
    case "{": content = .section(try section(depth: depth))
    case "[": content = .list(try list(depth: depth))
    case "\"", "'": content = .string(try string())
    case "+", "-", ".", "I", "N": content = try number()
    case let digit? where JSON5Grammar.isDigit(digit): content = try number()
    default: content = try word()
    }
    return ConfigurationValue(content: content, origin: .file(offset: start))
  }

  private mutating func section(depth: Int) throws(JSON5SyntaxError) -> ConfigurationTable {
    var table = ConfigurationTable()
    position += 1
    try skipBlanks()
    while !take("}") {
      let start = position
      let name = next == "\"" || next == "'" ? try string() : try identifier()
      try skipBlanks()
      guard take(":") else { throw unexpected(expected: "‘:’ after the key \(JSON5Grammar.literal(name))") }
      try skipBlanks()
      let value = try value(depth: depth + 1)
      table.members.append(.init(name: name, origin: .file(offset: start), value: value))
      try skipSeparator(before: "}")
    }
    return table
  }

  private mutating func list(depth: Int) throws(JSON5SyntaxError) -> [ConfigurationValue] {
    var values: [ConfigurationValue] = []
    position += 1
    try skipBlanks()
    while !take("]") {
      values.append(try value(depth: depth + 1))
      try skipSeparator(before: "]")
    }
    return values
  }

  private mutating func skipSeparator(before end: Unicode.Scalar) throws(JSON5SyntaxError) {
    try skipBlanks()
    if take(",") {
      try skipBlanks()
    } else if next != end {
      throw unexpected(expected: "‘,’ or ‘\(end)’")
    }
  }

  private mutating func word() throws(JSON5SyntaxError) -> ConfigurationValue.Content {
    for (word, content) in [("true", .boolean(true)), ("false", .boolean(false)), ("null", .null)]
      as [(String, ConfigurationValue.Content)]
    where takeWord(word) { return content }
    throw unexpected(expected: "a value")
  }

  /// Takes a word that no letter or digit follows.
  mutating func takeWord(_ word: String) -> Bool {
    let end = position + word.unicodeScalars.count
    guard end <= scalars.count, scalars[position..<end].elementsEqual(word.unicodeScalars),
      end == scalars.count || !JSON5Grammar.continuesIdentifier(scalars[end])
    else { return false }
    position = end
    return true
  }
}

/// A fault in a text that breaks the grammar of JSON5.
struct JSON5SyntaxError: Error, Equatable {
  /// The offset of the scalar that shows it.
  var offset: Int
  /// The message, as a sentence without its full stop.
  var message: String
}

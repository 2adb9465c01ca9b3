// SPDX-License-Identifier: Apache-2.0

/// A kind of value that a key may have, which reads, checks and writes the values.
///
/// The standard kinds are static members, so that a call reads `.integer(in: 1...100)`;
/// ``init(name:allowed:parse:text:)`` makes a new kind of values that are written as strings.
package struct ConfigurationKind<Value: Equatable & Sendable>: Sendable {
  /// The name of the kind, as in “duration”.
  package let name: String
  /// The allowed values; `nil` if all of the kind are.
  package let allowed: String?
  let read: @Sendable (ConfigurationValue) throws(ConfigurationMismatch) -> Value
  let literal: @Sendable (Value) -> String

  init(
    name: String, allowed: String? = nil,
    read: @escaping @Sendable (ConfigurationValue) throws(ConfigurationMismatch) -> Value,
    literal: @escaping @Sendable (Value) -> String
  ) {
    self.name = name
    self.allowed = allowed
    self.read = read
    self.literal = literal
  }

  /// Makes a kind of value that is written as a string.
  ///
  /// - Parameters:
  ///   - name: The name of the kind.
  ///   - allowed: The allowed texts, for documentation and errors; `nil` by default, for any.
  ///   - parse: A closure that makes the value of its text; `nil` refuses the text.
  ///   - text: A closure that returns the text of a value, which `parse` must be able to read.
  package init(
    name: String, allowed: String? = nil, parse: @escaping @Sendable (String) -> Value?,
    text: @escaping @Sendable (Value) -> String
  ) {
    self.init(name: name, allowed: allowed) { found throws(ConfigurationMismatch) in
      guard case .string(let string) = found.content else { throw ConfigurationMismatch(.wrongType, found) }
      guard let value = parse(string) else { throw ConfigurationMismatch(.notAllowed, found) }
      return value
    } literal: { value in
      JSON5Grammar.literal(text(value))
    }
  }
}

/// A value that is not of the kind of its key.
struct ConfigurationMismatch: Error {
  var code: ConfigurationProblem.Code
  /// The value itself or the part of it that is wrong.
  var found: ConfigurationValue
  /// The allowed word that was probably meant.
  var suggestion: String?

  init(_ code: ConfigurationProblem.Code, _ found: ConfigurationValue, suggestion: String? = nil) {
    self.code = code
    self.found = found
    self.suggestion = suggestion
  }
}

extension ConfigurationKind where Value == Bool {
  /// `true` or `false`.
  package static var boolean: Self {
    Self(name: "boolean") { found throws(ConfigurationMismatch) in
      guard case .boolean(let flag) = found.content else { throw ConfigurationMismatch(.wrongType, found) }
      return flag
    } literal: {
      "\($0)"
    }
  }
}

extension ConfigurationKind where Value == Int {
  /// A whole number.
  package static func integer(in range: ClosedRange<Int>) -> Self {
    Self(name: "integer", allowed: "\(range.lowerBound) … \(range.upperBound)") { found throws(ConfigurationMismatch) in
      guard case .integer(let number) = found.content else { throw ConfigurationMismatch(.wrongType, found) }
      guard let value = Int(exactly: number), range.contains(value) else {
        throw ConfigurationMismatch(.notAllowed, found)
      }
      return value
    } literal: {
      "\($0)"
    }
  }
}

extension ConfigurationKind where Value == ByteCount {
  /// A number of bytes, written as a number or as a string with a unit: `4096`, `"50 MB"`, `"1 GiB"`.
  package static func byteCount(in range: ClosedRange<ByteCount>) -> Self {
    Self(name: "byte count", allowed: "\(range.lowerBound) … \(range.upperBound)") {
      found throws(ConfigurationMismatch) in
      let count: ByteCount?
      switch found.content {
      case .integer(let bytes): count = ByteCount(bytes: bytes)
      case .string(let text): count = ByteCount(text)
      default: throw ConfigurationMismatch(.wrongType, found)
      }
      guard let count, range.contains(count) else { throw ConfigurationMismatch(.notAllowed, found) }
      return count
    } literal: {
      JSON5Grammar.literal($0.description)
    }
  }
}

extension ConfigurationKind where Value == Duration {
  /// A length of time, written as a string with a unit: `"250ms"`, `"15s"`, `"5m"`, `"12h"`, `"30d"`.
  package static func duration(in range: ClosedRange<Duration>) -> Self {
    Self(name: "duration", allowed: "\(range.lowerBound.spelling) … \(range.upperBound.spelling)") { text in
      Duration(spelling: text).flatMap { range.contains($0) ? $0 : nil }
    } text: {
      $0.spelling
    }
  }
}

extension ConfigurationKind where Value == String {
  /// Any text.
  package static var string: Self {
    Self(name: "string") {
      $0
    } text: {
      $0
    }
  }
}

extension ConfigurationKind where Value: CaseIterable & RawRepresentable<String> {
  /// One of the words that an enumeration's cases are, or `true` or `false` for two of them: for keys that had no other
  /// values before.
  package static func choice(of type: Value.Type = Value.self, forFalse: Value, forTrue: Value) -> Self {
    let words = choice(of: type)
    return Self(name: words.name, allowed: words.allowed) { found throws(ConfigurationMismatch) in
      guard case .boolean(let flag) = found.content else { return try words.read(found) }
      return flag ? forTrue : forFalse
    } literal: {
      words.literal($0)
    }
  }

  /// One of the words that an enumeration's cases are.
  package static func choice(of type: Value.Type = Value.self) -> Self {
    let words = type.allCases.map(\.rawValue)
    return Self(name: "word", allowed: words.map(JSON5Grammar.literal).joined(separator: ", ")) {
      found throws(ConfigurationMismatch) in
      guard case .string(let word) = found.content else { throw ConfigurationMismatch(.wrongType, found) }
      guard let value = Value(rawValue: word) else {
        throw ConfigurationMismatch(.notAllowed, found, suggestion: words.nearest(to: word))
      }
      return value
    } literal: {
      JSON5Grammar.literal($0.rawValue)
    }
  }
}

extension ConfigurationKind {
  /// Any number of values of another kind, in their order.
  package static func list<Element>(of element: ConfigurationKind<Element>) -> Self where Value == [Element] {
    Self(name: "list of \(element.name)s", allowed: element.allowed.map { "each \($0)" }) {
      found throws(ConfigurationMismatch) in
      guard case .list(let elements) = found.content else { throw ConfigurationMismatch(.wrongType, found) }
      var values: [Element] = []
      for found in elements { values.append(try element.read(found)) }
      return values
    } literal: { values in
      "[" + values.map(element.literal).joined(separator: ", ") + "]"
    }
  }

  /// A value of another kind, or none, which is written `null`.
  package static func optional<Wrapped>(_ kind: ConfigurationKind<Wrapped>) -> Self where Value == Wrapped? {
    Self(name: "\(kind.name) or null", allowed: kind.allowed) { found throws(ConfigurationMismatch) in
      if case .null = found.content { return nil }
      return try kind.read(found)
    } literal: { value in
      value.map(kind.literal) ?? "null"
    }
  }
}

/// A kind of value that a key may have, which reads, checks and writes the values.
///
/// The standard kinds are static members, so that a call reads `.integer(in: 1...100)`;
/// ``init(name:allowed:parse:text:)`` makes a new kind of values that are written as strings.
public struct ConfigurationKind<Value: Equatable & Sendable>: Sendable {
  /// The name of the kind, as in “duration”.
  public let name: String
  /// The allowed values; `nil` if all of the kind are.
  public let allowed: String?
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
  public init(
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

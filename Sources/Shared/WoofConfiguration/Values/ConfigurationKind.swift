/// A kind of value that a key may have: how it is read and checked, and how it is written.
///
/// The kinds at hand are static members, so that a call reads `.integer(in: 1...100)`; ``init(name:allowed:parse:text:)``
/// makes a new one of a text.
public struct ConfigurationKind<Value: Equatable & Sendable>: Sendable {
  /// What the kind is called, as in “duration”.
  public let name: String
  /// Which values are allowed, where not all of the kind are.
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
  ///   - name: What the kind is called.
  ///   - allowed: Which texts are allowed, for documentation and errors.
  ///   - parse: Makes the value of its text; `nil` refuses the text.
  ///   - text: The text of a value, which `parse` must read again.
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

/// A value is not of the kind that its key wants.
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

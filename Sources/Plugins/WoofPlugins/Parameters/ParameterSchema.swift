import WoofModel

/// The rules for the parameters of a step: a documented part of JSON Schema (draft 2020-12).
///
/// The known keywords are `type`, `enum`, `const`, `properties`, `required`, `additionalProperties` (true or false),
/// `items`, `minItems`, `maxItems`, `minimum`, `maximum`, `minLength` and `maxLength`; `title`, `description`,
/// `default`, `examples`, `$schema`, `$id` and `$comment` are passed over. A schema with anything else is refused, so
/// that no rule of an author goes unchecked. Unlike in JSON Schema, members that `properties` does not name are refused
/// unless `additionalProperties` is true: a misspelt parameter would otherwise have no effect.
public struct ParameterSchema: Hashable, Sendable {
  /// The types a value may have; any where there is none.
  var types: Set<JSONType> = []
  /// The values it may be; any where there is none.
  var values: [JSONValue] = []
  /// The members of an object; any where it is absent.
  var properties: [String: ParameterSchema]?
  /// The members that an object must have.
  var required: [String] = []
  /// `true` if an object may have members that ``properties`` does not name; `false` by default.
  var allowsFurther = false
  /// The elements of a list, boxed in a list of one; any where it is empty.
  var elements: [ParameterSchema] = []
  /// The numbers of elements that a list may have; any by default.
  var elementCounts: ClosedRange<Int64> = 0...Int64.max
  /// The numbers of characters that a string may have; any by default.
  var lengths: ClosedRange<Int64> = 0...Int64.max
  /// The least a number may be.
  var minimum: Double?
  /// The most a number may be.
  var maximum: Double?
}

/// The types of JSON values, as a schema names them.
enum JSONType: String, Hashable, Sendable {
  case null, boolean, integer, number, string, array, object
}

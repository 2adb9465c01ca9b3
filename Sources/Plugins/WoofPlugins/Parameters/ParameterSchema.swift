// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// The rules for the parameters of a step: a documented part of JSON Schema (draft 2020-12).
///
/// The known keywords are `type`, `enum`, `const`, `properties`, `required`, `additionalProperties` (true or false),
/// `items`, `minItems`, `maxItems`, `minimum`, `maximum`, `minLength` and `maxLength`; `title`, `description`,
/// `default`, `examples`, `$schema`, `$id` and `$comment` are passed over. A schema with anything else is refused, so
/// that no rule of an author goes unchecked. Unlike in JSON Schema, members that `properties` does not name are refused
/// unless `additionalProperties` is true: a misspelt parameter would otherwise have no effect.
package struct ParameterSchema: Hashable, Sendable {
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

extension ParameterSchema {
  private static let remarks = ["title", "description", "default", "examples", "$schema", "$id", "$comment"]

  /// Reads a schema.
  ///
  /// - Throws: ``PluginError`` with the code `manifest` where it is none, or more than this part of JSON Schema.
  package init(_ schema: JSONValue) throws(PluginError) { try self.init(schema, place: "parameters") }

  private init(_ schema: JSONValue, place: String) throws(PluginError) {
    var members = try JSONMembers(schema, place)
    for remark in Self.remarks { _ = members.take(remark) }
    types = try Self.types(&members)
    if let constant = members.take("const") { values = [constant] }
    if let choices = members.take("enum") {
      guard case .array(let choices) = choices, !choices.isEmpty else {
        throw members.fault("enum", "has to be a list of values")
      }
      values = choices
    }
    try readObject(&members, place)
    if let element = members.take("items") { elements = [try ParameterSchema(element, place: "\(place).items")] }
    elementCounts = try Self.range("minItems", "maxItems", &members)
    lengths = try Self.range("minLength", "maxLength", &members)
    minimum = try Self.number("minimum", &members)
    maximum = try Self.number("maximum", &members)
    try members.finish()
  }

  private mutating func readObject(_ members: inout JSONMembers, _ place: String) throws(PluginError) {
    if let value = members.take("properties") {
      guard case .object(let schemas) = value else { throw members.fault("properties", "has to be an object") }
      var properties: [String: ParameterSchema] = [:]
      for (name, schema) in schemas { properties[name] = try ParameterSchema(schema, place: "\(place).\(name)") }
      self.properties = properties
    }
    required = try members.texts("required") ?? []
    switch members.take("additionalProperties") {
    case nil: break
    case .bool(let allows)?: allowsFurther = allows
    default: throw members.fault("additionalProperties", "has to be true or false")
    }
  }

  private static func types(_ members: inout JSONMembers) throws(PluginError) -> Set<JSONType> {
    let names: [String]
    switch members.take("type") {
    case nil: return []
    case .string(let name)?: names = [name]
    case .array(let list)?: names = list.map { if case .string(let name) = $0 { name } else { "" } }
    default: names = [""]
    }
    var types: Set<JSONType> = []
    for name in names {
      guard let type = JSONType(rawValue: name) else { throw members.fault("type", "names no type of JSON") }
      types.insert(type)
    }
    return types
  }

  private static func range(
    _ least: String, _ most: String, _ members: inout JSONMembers
  ) throws(PluginError) -> ClosedRange<Int64> {
    let lower = try members.integer(least, in: 0...Int64.max) ?? 0
    let upper = try members.integer(most, in: 0...Int64.max) ?? Int64.max
    guard lower <= upper else { throw members.fault(least, "is more than \(most)") }
    return lower...upper
  }

  private static func number(_ name: String, _ members: inout JSONMembers) throws(PluginError) -> Double? {
    switch members.take(name) {
    case nil: return nil
    case .integer(let number)?: return Double(number)
    case .number(let number)?: return number
    default: throw members.fault(name, "has to be a number")
    }
  }
}

extension ParameterSchema {
  /// Checks the parameters of a step, which are always an object.
  ///
  /// - Throws: ``PluginError`` with the code `parameters`, which names the member and what it may be.
  package func validate(_ parameters: JSONValue) throws(PluginError) {
    guard case .object = parameters else { throw PluginError(.parameters, "the parameters have to be an object") }
    try check(parameters, at: "parameters")
  }

  private func check(_ value: JSONValue, at place: String) throws(PluginError) {
    let actual = value.types
    guard types.isEmpty || !types.isDisjoint(with: actual) else {
      let names = types.map(\.rawValue).sorted().joined(separator: " or ")
      throw Self.fault(place, "has to be of type \(names)")
    }
    guard values.isEmpty || values.contains(value) else {
      let texts = values.map { String(decoding: JSONText.bytes(of: $0), as: UTF8.self) }.joined(separator: ", ")
      throw Self.fault(place, "has to be \(texts)")
    }
    switch value {
    case .integer(let number): try check(Double(number), at: place)
    case .number(let number): try check(number, at: place)
    case .string(let text):
      try Self.check(text.unicodeScalars.count, in: lengths, "characters", at: place)
    case .array(let list):
      try Self.check(list.count, in: elementCounts, "elements", at: place)
      guard let schema = elements.first else { return }
      for (index, element) in list.enumerated() { try schema.check(element, at: "\(place)[\(index)]") }
    case .object(let members): try check(members, at: place)
    case .null, .bool: break
    }
  }

  private func check(_ number: Double, at place: String) throws(PluginError) {
    if let minimum, number < minimum { throw Self.fault(place, "has to be at least \(minimum)") }
    if let maximum, number > maximum { throw Self.fault(place, "has to be at most \(maximum)") }
  }

  private func check(_ members: [String: JSONValue], at place: String) throws(PluginError) {
    for name in required where members[name] == nil { throw Self.fault("\(place).\(name)", "is missing") }
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      if let schema = properties?[name] {
        try schema.check(value, at: "\(place).\(name)")
      } else if !allowsFurther {
        let known = (properties ?? [:]).keys.sorted().joined(separator: ", ")
        throw Self.fault("\(place).\(name)", known.isEmpty ? "is not known" : "is not known; there are \(known)")
      }
    }
  }

  private static func check(
    _ count: Int, in range: ClosedRange<Int64>, _ unit: String, at place: String
  ) throws(PluginError) {
    guard !range.contains(Int64(count)) else { return }
    let bound =
      Int64(count) < range.lowerBound ? "at least \(range.lowerBound)" : "at most \(range.upperBound)"
    throw fault(place, "has to have \(bound) \(unit)")
  }

  private static func fault(_ place: String, _ reason: String) -> PluginError {
    PluginError(.parameters, "\(place) \(reason)")
  }
}

extension JSONValue {
  /// The types of a schema that the value is of: an integer is a number, too.
  fileprivate var types: Set<JSONType> {
    switch self {
    case .null: [.null]
    case .bool: [.boolean]
    case .integer: [.integer, .number]
    case .number(let number): number == number.rounded() ? [.integer, .number] : [.number]
    case .string: [.string]
    case .array: [.array]
    case .object: [.object]
    }
  }
}

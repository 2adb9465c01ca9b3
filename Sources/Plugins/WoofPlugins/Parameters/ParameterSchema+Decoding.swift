public import WoofModel

extension ParameterSchema {
  private static let remarks = ["title", "description", "default", "examples", "$schema", "$id", "$comment"]

  /// Reads a schema.
  ///
  /// - Throws: ``PluginError`` with the code `manifest` where it is none, or more than this part of JSON Schema.
  public init(_ schema: JSONValue) throws(PluginError) { try self.init(schema, place: "parameters") }

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

public import WoofModel

extension ParameterSchema {
  /// Checks the parameters of a step, which are always an object.
  ///
  /// - Throws: ``PluginError`` with the code `parameters`, which names the member and what it may be.
  public func validate(_ parameters: JSONValue) throws(PluginError) {
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

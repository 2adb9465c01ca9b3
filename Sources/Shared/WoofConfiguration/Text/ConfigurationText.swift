// SPDX-License-Identifier: Apache-2.0

/// The conversion of texts in the form of the configuration, for programs that send values to a service.
package enum ConfigurationText {
  /// The same value as JSON: of a text in JSON5, as a configuration file has it.
  ///
  /// - Returns: `nil` where the text is no JSON5, or holds what JSON has no form for: `Infinity`, `NaN`, or a member twice.
  package static func json(_ text: String) -> String? {
    guard let value = try? JSON5Parser.parse(Array(text.unicodeScalars)) else { return nil }
    return json(of: value)
  }

  private static func json(of value: ConfigurationValue) -> String? {
    switch value.content {
    case .null: return "null"
    case .boolean(let flag): return "\(flag)"
    case .integer(let number): return "\(number)"
    case .number(let number): return number.isFinite ? "\(number)" : nil
    case .string(let text): return JSON5Grammar.literal(text)
    case .list(let values):
      let elements = values.compactMap { json(of: $0) }
      return elements.count == values.count ? "[\(elements.joined(separator: ","))]" : nil
    case .section(let table):
      let members = table.members.compactMap { member in
        json(of: member.value).map { "\(JSON5Grammar.literal(member.name)):\($0)" }
      }
      guard Set(table.members.map(\.name)).count == members.count else { return nil }
      return "{\(members.joined(separator: ","))}"
    }
  }
}

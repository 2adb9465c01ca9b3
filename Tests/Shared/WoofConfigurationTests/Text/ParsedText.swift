// SPDX-License-Identifier: Apache-2.0

@testable import WoofConfiguration

/// Parses a text.
func parsed(_ text: String) throws(JSON5SyntaxError) -> ConfigurationValue {
  try JSON5Parser.parse(Array(text.unicodeScalars))
}

extension ConfigurationValue {
  /// The value as one line, with its members in order.
  var shape: String {
    switch content {
    case .null: "null"
    case .boolean(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .string(let text): JSON5Grammar.literal(text)
    case .list(let values): "[" + values.map(\.shape).joined(separator: ", ") + "]"
    case .section(let table): "{" + table.members.map { "\($0.name): \($0.value.shape)" }.joined(separator: ", ") + "}"
    }
  }
}

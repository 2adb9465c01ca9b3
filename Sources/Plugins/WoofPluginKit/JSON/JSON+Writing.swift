// SPDX-License-Identifier: Apache-2.0

extension JSON: CustomStringConvertible {
  /// The value as JSON text without spaces. A number that is not finite, for which JSON has no word, is `null`.
  public var description: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .number(let value): value.isFinite ? value.description : "null"
    case .string(let value): Self.quoted(value)
    case .array(let values): "[" + values.map(\.description).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\(Self.quoted($0.name)):\($0.value)" }.joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        quoted.unicodeScalars.append("\\")
        quoted.unicodeScalars.append(scalar)
      case "\0"..." ":
        if scalar == " " {
          quoted += " "
        } else {
          quoted += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
        }
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

// SPDX-License-Identifier: Apache-2.0

/// A JSON value (RFC 8259).
public indirect enum JSON: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number without fraction that an `Int` can hold.
  case integer(Int)
  /// Any other number.
  case number(Double)
  /// A string.
  case string(String)
  /// A list of values.
  case array([JSON])
  /// An object: its members in their order.
  case object([Member])

  /// A member of an object.
  public struct Member: Hashable, Sendable {
    /// The name of the member.
    public let name: String
    /// The value of the member.
    public let value: JSON

    /// Makes a member.
    public init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  /// The value of an object's member, the last of those of a name; `nil` where there is none.
  public subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }

  /// The boolean, where it is one.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The whole number, where it is one.
  public var integer: Int? { if case .integer(let value) = self { value } else { nil } }

  /// The number, where it is one.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// The string, where it is one.
  public var string: String? { if case .string(let value) = self { value } else { nil } }

  /// The values, where it is a list.
  public var elements: [JSON]? { if case .array(let values) = self { values } else { nil } }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
  /// Makes a string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Makes a whole number.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// Makes a boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

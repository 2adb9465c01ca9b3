extension Subscribers {
  /// A requested number of items, sent to a publisher from a subscriber through the subscription.
  ///
  /// Arithmetic never traps: what no longer fits is ``unlimited``, and what is ``unlimited`` stays so.
  public struct Demand: Equatable, Hashable, Sendable {
    /// The number; `Int.min`, which no number of items reaches, stands for unlimited.
    @usableFromInline let rawValue: Int

    @inlinable
    init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// A request for as many values as the publisher can produce.
    @inlinable public static var unlimited: Demand { Demand(rawValue: .min) }

    /// A request for no elements from the publisher: the same as `.max(0)`.
    @inlinable public static var none: Demand { Demand(rawValue: 0) }

    /// Makes a demand for at most so many elements.
    ///
    /// - Parameter value: The number; it must not be negative. A negative one is an error of the program and traps.
    @inlinable public static func max(_ value: Int) -> Demand {
      precondition(value >= 0, "a demand for a negative number of values")
      return Demand(rawValue: value)
    }

    /// The number of requested values; `nil` if unlimited.
    @inlinable public var max: Int? { rawValue == .min ? nil : rawValue }
  }
}

extension Subscribers.Demand: CustomStringConvertible {
  /// `unlimited`, or `max(n)`.
  public var description: String { max.map { "max(\($0))" } ?? "unlimited" }
}

extension Subscribers.Demand: Codable {
  private enum CodingKeys: String, CodingKey {
    case rawValue
  }

  /// Decodes a demand, as the number of values or one above the greatest `Int` for unlimited.
  ///
  /// - Throws: What the decoder throws where there is no such number.
  public init(from decoder: any Decoder) throws {
    let number = try decoder.container(keyedBy: CodingKeys.self).decode(UInt.self, forKey: .rawValue)
    self.init(rawValue: Int(bitPattern: number))
  }

  /// Encodes the number of values, one above the greatest `Int` for unlimited.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(UInt(bitPattern: rawValue), forKey: .rawValue)
  }
}

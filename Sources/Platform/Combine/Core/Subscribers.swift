// SPDX-License-Identifier: Apache-2.0

/// A namespace for types related to the ``Subscriber`` protocol.
public enum Subscribers {}

extension Subscribers {
  /// A signal that a publisher doesn't produce additional elements, either due to normal completion or an error.
  public enum Completion<Failure: Error>: Sendable {
    /// The publisher finished normally.
    case finished

    /// The publisher stopped publishing due to the indicated error.
    case failure(Failure)
  }
}

extension Subscribers.Completion: Equatable where Failure: Equatable {}

extension Subscribers.Completion: Hashable where Failure: Hashable {}

extension Subscribers.Completion {
  private enum CodingKeys: String, CodingKey {
    case success
    case error
  }
}

extension Subscribers.Completion: Encodable where Failure: Encodable {
  /// Encodes whether the completion is a success, and the error if it is not.
  ///
  /// - Throws: Any error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .finished:
      try container.encode(true, forKey: .success)
    case .failure(let error):
      try container.encode(false, forKey: .success)
      try container.encode(error, forKey: .error)
    }
  }
}

extension Subscribers.Completion: Decodable where Failure: Decodable {
  /// Decodes a completion.
  ///
  /// - Throws: The error of the decoder where there is none.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if try container.decode(Bool.self, forKey: .success) {
      self = .finished
    } else {
      self = .failure(try container.decode(Failure.self, forKey: .error))
    }
  }
}

extension Subscribers.Completion {
  /// This completion with another kind of error.
  @inlinable func mapError<NewFailure: Error>(
    _ transform: (Failure) -> NewFailure
  ) -> Subscribers.Completion<NewFailure> {
    switch self {
    case .finished: .finished
    case .failure(let error): .failure(transform(error))
    }
  }

  /// This completion where any error is allowed.
  @inlinable var erased: Subscribers.Completion<any Error> { mapError { $0 } }
}

extension Subscribers.Demand {
  /// The demand for a number of values that has come out of a calculation, unlimited where that has overflowed.
  @inlinable
  init(_ result: (partialValue: Int, overflow: Bool)) {
    self.init(rawValue: result.overflow ? .min : result.partialValue)
  }

  /// The sum of two demands. Whatever is added to unlimited, the result is unlimited.
  @inlinable public static func + (lhs: Self, rhs: Self) -> Self {
    if lhs == .unlimited || rhs == .unlimited { return .unlimited }
    return Self(lhs.rawValue.addingReportingOverflow(rhs.rawValue))
  }

  /// Adds a demand to this one. Whatever is added to unlimited, the result is unlimited.
  @inlinable public static func += (lhs: inout Self, rhs: Self) {
    lhs = lhs + rhs
  }

  /// The sum of a demand and a number of values. Whatever is added to unlimited, the result is unlimited.
  @inlinable public static func + (lhs: Self, rhs: Int) -> Self {
    if lhs == .unlimited { return .unlimited }
    return Self(lhs.rawValue.addingReportingOverflow(rhs))
  }

  /// Adds a number of values to this demand. Whatever is added to unlimited, the result is unlimited.
  @inlinable public static func += (lhs: inout Self, rhs: Int) {
    lhs = lhs + rhs
  }

  /// The product of a demand and a number. Unlimited times anything is unlimited.
  @inlinable public static func * (lhs: Self, rhs: Int) -> Self {
    if lhs == .unlimited { return .unlimited }
    return Self(lhs.rawValue.multipliedReportingOverflow(by: rhs))
  }

  /// Multiplies this demand by a number. Unlimited times anything is unlimited.
  @inlinable public static func *= (lhs: inout Self, rhs: Int) {
    lhs = lhs * rhs
  }

  /// The difference of two demands.
  ///
  /// Unlimited less anything, itself included, is unlimited; anything else less unlimited is none. The
  /// difference may be negative; a subscription cannot be asked for such a demand.
  @inlinable public static func - (lhs: Self, rhs: Self) -> Self {
    if lhs == .unlimited { return .unlimited }
    if rhs == .unlimited { return .none }
    return Self(lhs.rawValue.subtractingReportingOverflow(rhs.rawValue))
  }

  /// Subtracts a demand from this one.
  ///
  /// Unlimited less anything, itself included, is unlimited; anything else less unlimited is none.
  @inlinable public static func -= (lhs: inout Self, rhs: Self) {
    lhs = lhs - rhs
  }

  /// The difference of a demand and a number of values. Unlimited less anything is unlimited.
  @inlinable public static func - (lhs: Self, rhs: Int) -> Self {
    if lhs == .unlimited { return .unlimited }
    return Self(lhs.rawValue.subtractingReportingOverflow(rhs))
  }

  /// Subtracts a number of values from this demand. Unlimited less anything is unlimited.
  @inlinable public static func -= (lhs: inout Self, rhs: Int) {
    lhs = lhs - rhs
  }
}

extension Subscribers.Demand: Comparable {
  /// A number that orders demands: unlimited, which wraps round, comes last.
  @inlinable
  var rank: UInt { UInt(bitPattern: rawValue &- (.min + 1)) }

  /// Returns `true` if the first demand is for fewer values. Unlimited is greater than any other and not less than
  /// itself.
  @inlinable public static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.rank < rhs.rank
  }
}

extension Subscribers.Demand {
  /// Returns `true` if a demand is for exactly the given number of values. Unlimited is greater than every number.
  @inlinable public static func == (lhs: Self, rhs: Int) -> Bool {
    lhs.max == rhs
  }

  /// Returns `true` if a demand is not for exactly the given number of values. Unlimited is greater than every number.
  @inlinable public static func != (lhs: Self, rhs: Int) -> Bool {
    lhs.max != rhs
  }

  /// Returns `true` if a demand is for fewer values than the given number. Unlimited is greater than every number.
  @inlinable public static func < (lhs: Self, rhs: Int) -> Bool {
    lhs.max.map { $0 < rhs } ?? false
  }

  /// Returns `true` if a demand is for at most the given number of values. Unlimited is greater than every number.
  @inlinable public static func <= (lhs: Self, rhs: Int) -> Bool {
    lhs.max.map { $0 <= rhs } ?? false
  }

  /// Returns `true` if a demand is for more values than the given number. Unlimited is greater than every number.
  @inlinable public static func > (lhs: Self, rhs: Int) -> Bool {
    lhs.max.map { $0 > rhs } ?? true
  }

  /// Returns `true` if a demand is for at least the given number of values. Unlimited is greater than every number.
  @inlinable public static func >= (lhs: Self, rhs: Int) -> Bool {
    lhs.max.map { $0 >= rhs } ?? true
  }

  /// Returns `true` if a demand, on the right, is for exactly the given number of values. Unlimited is greater than
  /// every number.
  @inlinable public static func == (lhs: Int, rhs: Self) -> Bool {
    rhs == lhs
  }

  /// Returns `true` if a demand, on the right, is not for exactly the given number of values. Unlimited is greater than
  /// every number.
  @inlinable public static func != (lhs: Int, rhs: Self) -> Bool {
    rhs != lhs
  }

  /// Returns `true` if a demand, on the right, is for more values than the given number. Unlimited is greater than
  /// every number.
  @inlinable public static func < (lhs: Int, rhs: Self) -> Bool {
    rhs > lhs
  }

  /// Returns `true` if a demand, on the right, is for at least the given number of values. Unlimited is greater than
  /// every number.
  @inlinable public static func <= (lhs: Int, rhs: Self) -> Bool {
    rhs >= lhs
  }

  /// Returns `true` if a demand, on the right, is for fewer values than the given number. Unlimited is greater than
  /// every number.
  @inlinable public static func > (lhs: Int, rhs: Self) -> Bool {
    rhs < lhs
  }

  /// Returns `true` if a demand, on the right, is for at most the given number of values. Unlimited is greater than
  /// every number.
  @inlinable public static func >= (lhs: Int, rhs: Self) -> Bool {
    rhs <= lhs
  }
}

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
  /// - Throws: The error of the decoder where there is no such number.
  public init(from decoder: any Decoder) throws {
    let number = try decoder.container(keyedBy: CodingKeys.self).decode(UInt.self, forKey: .rawValue)
    self.init(rawValue: Int(bitPattern: number))
  }

  /// Encodes the number of values, one above the greatest `Int` for unlimited.
  ///
  /// - Throws: Any error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(UInt(bitPattern: rawValue), forKey: .rawValue)
  }
}

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

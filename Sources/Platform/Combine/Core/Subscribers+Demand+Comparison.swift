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

// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension OperationQueue.SchedulerTimeType {
  /// A length of time, in seconds.
  public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
    Hashable,
    Codable, Sendable
  {
    /// The seconds.
    public var magnitude: TimeInterval

    /// The seconds.
    public var timeInterval: TimeInterval { magnitude }

    /// Makes a length of seconds.
    public init(_ timeInterval: TimeInterval) {
      magnitude = timeInterval
    }

    /// Makes a length of seconds.
    public init(floatLiteral value: TimeInterval) {
      self.init(value)
    }

    /// Makes a length of seconds.
    public init(integerLiteral value: TimeInterval) {
      self.init(value)
    }

    /// Makes a length of seconds, unless their number cannot be kept exactly.
    public init?<T: BinaryInteger>(exactly source: T) {
      guard let seconds = TimeInterval(exactly: source) else { return nil }
      self.init(seconds)
    }

    /// Returns `true` if the first length is the lesser.
    public static func < (lhs: Stride, rhs: Stride) -> Bool { lhs.magnitude < rhs.magnitude }

    /// The sum of two lengths.
    public static func + (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude + rhs.magnitude) }

    /// The difference of two lengths.
    public static func - (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude - rhs.magnitude) }

    /// The product of two lengths, in seconds.
    public static func * (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude * rhs.magnitude) }

    /// Adds a length.
    public static func += (lhs: inout Stride, rhs: Stride) { lhs = lhs + rhs }

    /// Subtracts a length.
    public static func -= (lhs: inout Stride, rhs: Stride) { lhs = lhs - rhs }

    /// Multiplies by a length, in seconds.
    public static func *= (lhs: inout Stride, rhs: Stride) { lhs = lhs * rhs }

    /// A length of whole seconds.
    public static func seconds(_ s: Int) -> Stride { Stride(TimeInterval(s)) }

    /// A length of seconds and their fractions.
    public static func seconds(_ s: Double) -> Stride { Stride(s) }

    /// A length of whole milliseconds.
    public static func milliseconds(_ ms: Int) -> Stride { Stride(TimeInterval(ms) / 1000) }

    /// A length of whole microseconds.
    public static func microseconds(_ us: Int) -> Stride { Stride(TimeInterval(us) / 1_000_000) }

    /// A length of nanoseconds.
    public static func nanoseconds(_ ns: Int) -> Stride { Stride(TimeInterval(ns) / 1_000_000_000) }
  }
}

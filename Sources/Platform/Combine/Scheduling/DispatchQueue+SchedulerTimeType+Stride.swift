// SPDX-License-Identifier: Apache-2.0

public import Dispatch

extension DispatchQueue.SchedulerTimeType {
  /// A length of time, in nanoseconds. Arithmetic stops at the greatest and the least number instead of trapping.
  public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
    Hashable,
    Codable, Sendable
  {
    /// The nanoseconds.
    public var magnitude: Int

    /// The length as Dispatch writes it.
    public var timeInterval: DispatchTimeInterval { .nanoseconds(magnitude) }

    private init(nanoseconds: Int) {
      magnitude = nanoseconds
    }

    /// Makes a length of one of Dispatch. `never` is the greatest there is.
    public init(_ timeInterval: DispatchTimeInterval) {
      switch timeInterval {
      case .seconds(let seconds): self = .seconds(seconds)
      case .milliseconds(let milliseconds): self = .milliseconds(milliseconds)
      case .microseconds(let microseconds): self = .microseconds(microseconds)
      case .nanoseconds(let nanoseconds): self = .nanoseconds(nanoseconds)
      case .never: self = .nanoseconds(.max)
      @unknown default: self = .nanoseconds(.max)
      }
    }

    /// Makes a length of seconds.
    public init(floatLiteral value: Double) {
      self = .seconds(value)
    }

    /// Makes a length of seconds.
    public init(integerLiteral value: Int) {
      self = .seconds(value)
    }

    /// Makes a length of nanoseconds, unless they are too many.
    public init?<T: BinaryInteger>(exactly source: T) {
      guard let nanoseconds = Int(exactly: source) else { return nil }
      self.init(nanoseconds: nanoseconds)
    }

    /// Returns `true` if the first length is the lesser.
    public static func < (lhs: Stride, rhs: Stride) -> Bool { lhs.magnitude < rhs.magnitude }

    /// The sum of two lengths.
    public static func + (lhs: Stride, rhs: Stride) -> Stride {
      Stride(nanoseconds: lhs.magnitude.addingSaturating(rhs.magnitude))
    }

    /// The difference of two lengths.
    public static func - (lhs: Stride, rhs: Stride) -> Stride {
      Stride(nanoseconds: lhs.magnitude.subtractingSaturating(rhs.magnitude))
    }

    /// The product of two lengths, in nanoseconds.
    public static func * (lhs: Stride, rhs: Stride) -> Stride {
      Stride(nanoseconds: lhs.magnitude.multipliedSaturating(by: rhs.magnitude))
    }

    /// Adds a length.
    public static func += (lhs: inout Stride, rhs: Stride) { lhs = lhs + rhs }

    /// Subtracts a length.
    public static func -= (lhs: inout Stride, rhs: Stride) { lhs = lhs - rhs }

    /// Multiplies by a length, in nanoseconds.
    public static func *= (lhs: inout Stride, rhs: Stride) { lhs = lhs * rhs }

    /// A length of seconds and their fractions, to the nanosecond.
    public static func seconds(_ s: Double) -> Stride {
      let nanoseconds = (s * 1_000_000_000).rounded()
      if let exact = Int(exactly: nanoseconds) { return Stride(nanoseconds: exact) }
      return Stride(nanoseconds: nanoseconds < 0 ? .min : .max)
    }

    /// A length of whole seconds.
    public static func seconds(_ s: Int) -> Stride {
      Stride(nanoseconds: s.multipliedSaturating(by: 1_000_000_000))
    }

    /// A length of whole milliseconds.
    public static func milliseconds(_ ms: Int) -> Stride {
      Stride(nanoseconds: ms.multipliedSaturating(by: 1_000_000))
    }

    /// A length of whole microseconds.
    public static func microseconds(_ us: Int) -> Stride {
      Stride(nanoseconds: us.multipliedSaturating(by: 1000))
    }

    /// A length of nanoseconds.
    public static func nanoseconds(_ ns: Int) -> Stride {
      Stride(nanoseconds: ns)
    }
  }
}

extension Int {
  fileprivate func addingSaturating(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  fileprivate func subtractingSaturating(_ other: Int) -> Int {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }

  fileprivate func multipliedSaturating(by other: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? ((self < 0) == (other < 0) ? .max : .min) : product
  }
}

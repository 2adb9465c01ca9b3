// SPDX-License-Identifier: Apache-2.0

/// A scheduler that performs every action at once, on the thread that schedules it.
///
/// Its time stands still: what is scheduled for later, or again and again, is performed at once, and once.
public struct ImmediateScheduler: Scheduler {
  /// The options of the scheduler: there are none.
  public typealias SchedulerOptions = Never

  /// The one scheduler there is.
  public static let shared = ImmediateScheduler()

  /// The present, which never passes.
  public var now: SchedulerTimeType { SchedulerTimeType() }

  /// The least tolerance: none.
  public var minimumTolerance: SchedulerTimeType.Stride { 0 }

  /// Performs the action.
  public func schedule(options: Never?, _ action: @escaping () -> Void) {
    action()
  }

  /// Performs the action, whatever the date.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?, _ action: @escaping () -> Void
  ) {
    action()
  }

  /// Performs the action once, whatever the date.
  ///
  /// - Returns: A cancellable that does nothing.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    action()
    return Subscriptions.empty
  }
}

extension ImmediateScheduler: Sendable {}

extension ImmediateScheduler {
  /// The time of a scheduler for which there is only the present: all instants are the same.
  public struct SchedulerTimeType: Strideable, Sendable {
    /// No time: the distance of any two instants.
    public func distance(to other: SchedulerTimeType) -> Stride {
      0
    }

    /// The same instant.
    public func advanced(by n: Stride) -> SchedulerTimeType {
      self
    }
  }
}

extension ImmediateScheduler.SchedulerTimeType {
  /// A length of time that nothing measures: a number that can be calculated with.
  public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
    Hashable,
    Codable, Sendable
  {
    /// The number.
    public var magnitude: Int

    /// Makes a length of the number given.
    public init(_ value: Int) {
      magnitude = value
    }

    /// Makes a length of the whole part of the number given.
    public init(floatLiteral value: Double) {
      self.init(Int(exactly: value.rounded(.towardZero)) ?? 0)
    }

    /// Makes a length of the number given.
    public init(integerLiteral value: Int) {
      self.init(value)
    }

    /// Makes a length of the number given, unless it is too great.
    public init?<T: BinaryInteger>(exactly source: T) {
      guard let value = Int(exactly: source) else { return nil }
      self.init(value)
    }

    /// Returns `true` if the first length is the lesser.
    public static func < (lhs: Stride, rhs: Stride) -> Bool { lhs.magnitude < rhs.magnitude }

    /// The sum of two lengths.
    public static func + (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude &+ rhs.magnitude) }

    /// The difference of two lengths.
    public static func - (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude &- rhs.magnitude) }

    /// The product of two lengths.
    public static func * (lhs: Stride, rhs: Stride) -> Stride { Stride(lhs.magnitude &* rhs.magnitude) }

    /// Adds a length.
    public static func += (lhs: inout Stride, rhs: Stride) { lhs = lhs + rhs }

    /// Subtracts a length.
    public static func -= (lhs: inout Stride, rhs: Stride) { lhs = lhs - rhs }

    /// Multiplies by a length.
    public static func *= (lhs: inout Stride, rhs: Stride) { lhs = lhs * rhs }

    /// No length: the scheduler has no seconds.
    public static func seconds(_ s: Int) -> Stride { 0 }

    /// No length: the scheduler has no seconds.
    public static func seconds(_ s: Double) -> Stride { 0 }

    /// No length: the scheduler has no seconds.
    public static func milliseconds(_ ms: Int) -> Stride { 0 }

    /// No length: the scheduler has no seconds.
    public static func microseconds(_ us: Int) -> Stride { 0 }

    /// No length: the scheduler has no seconds.
    public static func nanoseconds(_ ns: Int) -> Stride { 0 }
  }
}

// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension OperationQueue {
  /// The scheduler time type used by the operation queue.
  public struct SchedulerTimeType: Strideable, Hashable, Codable, Sendable {
    /// The date represented by this type.
    public var date: Date

    /// Makes an instant of a date.
    public init(_ date: Date) {
      self.date = date
    }

    /// The time from this instant to another one.
    public func distance(to other: SchedulerTimeType) -> Stride {
      Stride(other.date.timeIntervalSince(date))
    }

    /// The instant that is so much later.
    public func advanced(by n: Stride) -> SchedulerTimeType {
      SchedulerTimeType(date.addingTimeInterval(n.timeInterval))
    }

    /// Returns `true` if the first instant is earlier.
    public static func < (lhs: SchedulerTimeType, rhs: SchedulerTimeType) -> Bool {
      lhs.date < rhs.date
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

public import Dispatch

extension DispatchQueue {
  /// The scheduler time type used by the dispatch queue.
  public struct SchedulerTimeType: Strideable, Hashable, Codable, Sendable {
    /// The dispatch time represented by this type.
    public var dispatchTime: DispatchTime

    /// Makes an instant of a dispatch time.
    public init(_ time: DispatchTime) {
      dispatchTime = time
    }

    /// Decodes an instant from nanoseconds of the machine's clock, which are of use only until that starts again.
    ///
    /// - Throws: Any error of the decoder.
    public init(from decoder: any Decoder) throws {
      self.init(DispatchTime(uptimeNanoseconds: try decoder.singleValueContainer().decode(UInt64.self)))
    }

    /// Encodes the instant as nanoseconds of the machine's clock.
    ///
    /// - Throws: Any error of the encoder.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(dispatchTime.uptimeNanoseconds)
    }

    /// The time from this instant to another one.
    public func distance(to other: SchedulerTimeType) -> Stride {
      let (from, to) = (dispatchTime.uptimeNanoseconds, other.dispatchTime.uptimeNanoseconds)
      let nanoseconds = Int(clamping: max(from, to) - min(from, to))
      return .nanoseconds(from <= to ? nanoseconds : -nanoseconds)
    }

    /// The instant that is so much later.
    public func advanced(by n: Stride) -> SchedulerTimeType {
      let from = dispatchTime.uptimeNanoseconds
      let (sum, overflow) =
        n.magnitude < 0
        ? from.subtractingReportingOverflow(UInt64(n.magnitude.magnitude))
        : from.addingReportingOverflow(UInt64(n.magnitude.magnitude))
      if overflow { return SchedulerTimeType(n.magnitude < 0 ? DispatchTime(uptimeNanoseconds: 1) : .distantFuture) }
      return SchedulerTimeType(DispatchTime(uptimeNanoseconds: sum))
    }

    /// Hashes the time.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(dispatchTime.rawValue)
    }

    /// Returns `true` if the first instant is earlier.
    public static func < (lhs: SchedulerTimeType, rhs: SchedulerTimeType) -> Bool {
      lhs.dispatchTime < rhs.dispatchTime
    }

    /// Returns `true` if both are the same instant.
    public static func == (lhs: SchedulerTimeType, rhs: SchedulerTimeType) -> Bool {
      lhs.dispatchTime == rhs.dispatchTime
    }
  }
}

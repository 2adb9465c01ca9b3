// SPDX-License-Identifier: Apache-2.0

/// A protocol that provides a scheduler with an expression for relative time.
public protocol SchedulerTimeIntervalConvertible {
  /// An interval of whole seconds.
  static func seconds(_ s: Int) -> Self

  /// An interval of seconds and their fractions.
  static func seconds(_ s: Double) -> Self

  /// An interval of whole milliseconds.
  static func milliseconds(_ ms: Int) -> Self

  /// An interval of whole microseconds.
  static func microseconds(_ us: Int) -> Self

  /// An interval of whole nanoseconds.
  static func nanoseconds(_ ns: Int) -> Self
}

// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// The times at which the values gathered so far go out as an array.
  public enum TimeGroupingStrategy<Context: Scheduler> {
    /// At the end of each interval of the length given, measured by the scheduler given.
    case byTime(Context, Context.SchedulerTimeType.Stride)

    /// At the end of each interval of the length given, and whenever there are as many as the number given.
    case byTimeOrCount(Context, Context.SchedulerTimeType.Stride, Int)
  }
}

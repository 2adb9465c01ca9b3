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

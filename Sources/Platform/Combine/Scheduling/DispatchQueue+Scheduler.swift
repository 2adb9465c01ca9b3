// SPDX-License-Identifier: Apache-2.0

public import Dispatch

extension DispatchQueue: Scheduler {
  /// Options that affect the operation of the dispatch queue scheduler.
  public struct SchedulerOptions {
    /// The quality of service of the work; unspecified by default.
    public var qos: DispatchQoS

    /// Flags of the work; none by default.
    public var flags: DispatchWorkItemFlags

    /// The group to which the work belongs, from when it is scheduled; none by default.
    public var group: DispatchGroup?

    /// Makes options, by default those that change nothing.
    public init(qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [], group: DispatchGroup? = nil) {
      self.qos = qos
      self.flags = flags
      self.group = group
    }
  }

  /// The present.
  public var now: SchedulerTimeType { SchedulerTimeType(.now()) }

  /// The least tolerance: none.
  public var minimumTolerance: SchedulerTimeType.Stride { .zero }

  /// Performs the action on the queue, as soon as it gets to it.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    let options = options ?? SchedulerOptions()
    let action = Handed(action)
    async(group: options.group, qos: options.qos, flags: options.flags) { action.value() }
  }

  /// Performs the action on the queue after the date.
  ///
  /// - Parameter tolerance: Without effect: the queue is as punctual as it can be.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    let options = options ?? SchedulerOptions()
    let action = Handed(action)
    let group = options.group
    group?.enter()
    asyncAfter(deadline: date.dispatchTime, qos: options.qos, flags: options.flags) {
      action.value()
      group?.leave()
    }
  }

  /// Performs the action on the queue after the date, and again after each interval.
  ///
  /// - Returns: A cancellable that ends the repetition, also when released.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let action = Handed(action)
    let timer = DispatchSource.makeTimerSource(queue: self)
    timer.schedule(deadline: date.dispatchTime, repeating: interval.timeInterval, leeway: tolerance.timeInterval)
    timer.setEventHandler(qos: options?.qos ?? .unspecified, flags: options?.flags ?? []) { action.value() }
    timer.resume()
    return AnyCancellable { timer.cancel() }
  }
}

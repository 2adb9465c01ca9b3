// SPDX-License-Identifier: Apache-2.0

import Dispatch
public import Foundation

extension OperationQueue: Scheduler {
  /// Options that affect the operation of the operation queue scheduler: there are none.
  public struct SchedulerOptions {}

  /// The present.
  public var now: SchedulerTimeType { SchedulerTimeType(Date()) }

  /// The least tolerance: none.
  public var minimumTolerance: SchedulerTimeType.Stride { 0 }

  /// Performs the action in an operation of the queue.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    let action = Handed(action)
    addOperation { action.value() }
  }

  /// Performs the action in an operation that joins the queue after the date.
  ///
  /// - Parameter tolerance: Without effect: the operation is as punctual as it can be.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    let action = Handed(action)
    let delay = max(0, date.date.timeIntervalSinceNow)
    DispatchQueue.global().asyncAfter(deadline: .now() + delay) {
      self.addOperation { action.value() }
    }
  }

  /// Performs the action in an operation that joins the queue after the date, and in another after each interval.
  ///
  /// - Returns: A cancellable that ends the repetition, also when released.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let action = Handed(action)
    let delay = max(0, date.date.timeIntervalSinceNow)
    let timer = DispatchSource.makeTimerSource(queue: .global())
    timer.schedule(
      deadline: .now() + delay, repeating: interval.timeInterval,
      leeway: DispatchQueue.SchedulerTimeType.Stride.seconds(tolerance.timeInterval).timeInterval)
    timer.setEventHandler { self.addOperation { action.value() } }
    timer.resume()
    return AnyCancellable { timer.cancel() }
  }
}

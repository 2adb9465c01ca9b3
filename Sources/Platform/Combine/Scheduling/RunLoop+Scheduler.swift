// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension RunLoop: Scheduler {
  /// Options that affect the operation of the run loop scheduler: there are none.
  public struct SchedulerOptions {}

  /// The present.
  public var now: SchedulerTimeType { SchedulerTimeType(Date()) }

  /// The least tolerance: none.
  public var minimumTolerance: SchedulerTimeType.Stride { 0 }

  /// Performs the action when the run loop gets to it, in its default mode.
  ///
  /// May be called on any thread. The action waits for as long as nobody runs the run loop.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    let action = Handed(action)
    perform(inModes: [.default]) { action.value() }
    wakeUp()
  }

  /// Performs the action when the run loop gets to it after the date, in its default mode.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) {
    let action = Handed(action)
    let timer = Timer(fire: date.date, interval: 0, repeats: false) { _ in action.value() }
    timer.tolerance = tolerance.timeInterval
    add(timer, forMode: .default)
  }

  /// Performs the action when the run loop gets to it after the date, and again after each interval, in its default mode.
  ///
  /// - Returns: A cancellable that ends the repetition, also when released.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let action = Handed(action)
    let timer = Timer(fire: date.date, interval: interval.timeInterval, repeats: true) { _ in action.value() }
    timer.tolerance = tolerance.timeInterval
    add(timer, forMode: .default)
    return AnyCancellable { timer.invalidate() }
  }

  /// Makes a run loop that sleeps look at what it has to perform: a timer that is due does that, a block does not.
  private func wakeUp() {
    add(Timer(fire: .distantPast, interval: 0, repeats: false) { _ in }, forMode: .default)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Combine
import Dispatch
import Foundation

/// A scheduler whose time moves only when a test moves it. Actions may be scheduled from any thread.
final class VirtualScheduler: Scheduler {
  typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType
  typealias SchedulerOptions = Never

  private struct Job {
    let id: Int
    var time: SchedulerTimeType
    let interval: SchedulerTimeType.Stride?
    let action: () -> Void
  }

  /// Whether an action is being performed.
  private(set) var isPerforming = false

  private let lock = NSLock()
  // Under the lock.
  private var currentTime = SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1_000_000_000))
  private var jobs: [Job] = []
  private var lastID = 0

  var now: SchedulerTimeType { lock.withLock { currentTime } }

  var minimumTolerance: SchedulerTimeType.Stride { .zero }

  /// How many actions wait.
  var waiting: Int { lock.withLock { jobs.count } }

  func schedule(options: Never?, _ action: @escaping () -> Void) {
    _ = add(at: now, action)
  }

  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?, _ action: @escaping () -> Void
  ) {
    _ = add(at: date, action)
  }

  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
    options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let id = add(at: date, interval: interval, action)
    return AnyCancellable { self.remove(id) }
  }

  /// Performs, in their order, all actions that are due by the end of the time given.
  func advance(by time: SchedulerTimeType.Stride) {
    let end = now.advanced(by: time)
    while let job = takeNext(until: end) {
      isPerforming = true
      job.action()
      isPerforming = false
    }
    lock.withLock { currentTime = end }
  }

  /// Performs what is due now.
  func run() {
    advance(by: .zero)
  }

  private func add(
    at time: SchedulerTimeType, interval: SchedulerTimeType.Stride? = nil, _ action: @escaping () -> Void
  ) -> Int {
    lock.withLock {
      lastID += 1
      jobs.append(Job(id: lastID, time: time, interval: interval, action: action))
      return lastID
    }
  }

  private func remove(_ id: Int) {
    let removed = lock.withLock {
      defer { jobs.removeAll { $0.id == id } }
      return jobs.filter { $0.id == id }
    }
    // What goes with an action may schedule and cancel others: the lock is free by then.
    withExtendedLifetime(removed) {}
  }

  /// Takes the next action out, and moves the time to its.
  private func takeNext(until end: SchedulerTimeType) -> Job? {
    lock.withLock {
      let due = jobs.indices.filter { jobs[$0].time <= end }
      guard let next = due.min(by: { jobs[$0].time < jobs[$1].time }) else { return nil }
      let job = jobs.remove(at: next)
      if let interval = job.interval {
        var repetition = job
        repetition.time = job.time.advanced(by: interval)
        jobs.append(repetition)
      }
      currentTime = max(currentTime, job.time)
      return job
    }
  }
}

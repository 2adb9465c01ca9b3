import Combine
import Dispatch

/// A scheduler whose time moves only when a test moves it.
final class VirtualScheduler: Scheduler {
  typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType
  typealias SchedulerOptions = Never

  private struct Job {
    let id: Int
    var time: SchedulerTimeType
    let interval: SchedulerTimeType.Stride?
    let action: () -> Void
  }

  private(set) var now = SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1_000_000_000))

  /// Whether an action is being performed.
  private(set) var isPerforming = false

  private var jobs: [Job] = []
  private var lastID = 0

  var minimumTolerance: SchedulerTimeType.Stride { .zero }

  /// How many actions wait.
  var waiting: Int { jobs.count }

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
    return AnyCancellable { self.jobs.removeAll { $0.id == id } }
  }

  /// Performs, in their order, all actions that are due by the end of the time given.
  func advance(by time: SchedulerTimeType.Stride) {
    let end = now.advanced(by: time)
    while let job = takeNext(until: end) {
      now = max(now, job.time)
      isPerforming = true
      job.action()
      isPerforming = false
    }
    now = end
  }

  /// Performs what is due now.
  func run() {
    advance(by: .zero)
  }

  private func add(
    at time: SchedulerTimeType, interval: SchedulerTimeType.Stride? = nil, _ action: @escaping () -> Void
  ) -> Int {
    lastID += 1
    jobs.append(Job(id: lastID, time: time, interval: interval, action: action))
    return lastID
  }

  private func takeNext(until end: SchedulerTimeType) -> Job? {
    let due = jobs.indices.filter { jobs[$0].time <= end }
    guard let next = due.min(by: { jobs[$0].time < jobs[$1].time }) else { return nil }
    var job = jobs.remove(at: next)
    let result = job
    if let interval = job.interval {
      job.time = job.time.advanced(by: interval)
      jobs.append(job)
    }
    return result
  }
}

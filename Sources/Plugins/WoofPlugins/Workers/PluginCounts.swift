/// What a plugin has done, and what it is doing.
public struct PluginCounts: Hashable, Sendable {
  /// Jobs that were accepted, refused and failed, by the name of the outcome: `accepted`, `refused`, `crashed`,
  /// `timedOut`, `limitExceeded`, `lied`, `overloaded`, `unavailable`.
  public var outcomes: [String: Int] = [:]
  /// Attempts that failed, jobs that were tried again among them.
  public var failedAttemptCount = 0
  /// System calls that jobs were denied, at most eight a job.
  public var deniedCallCount = 0
  /// Workers that were started.
  public var startedWorkerCount = 0
  /// Workers that run now.
  public var workerCount = 0
  /// Jobs that are being done.
  public var busyCount = 0
  /// Jobs that wait.
  public var waitingCount = 0
  /// Whether the plugin is switched off.
  public var isSwitchedOff = false
  /// Processor time of all jobs, in microseconds.
  public var processorMicroseconds: UInt64 = 0
  /// Time from asking to the answer, of all jobs, in microseconds.
  public var waitedMicroseconds: UInt64 = 0

  /// The sum of both, of the same plugin in two places.
  public func adding(_ other: PluginCounts) -> PluginCounts {
    var sum = self
    sum.outcomes.merge(other.outcomes) { $0 + $1 }
    sum.failedAttemptCount += other.failedAttemptCount
    sum.deniedCallCount += other.deniedCallCount
    sum.startedWorkerCount += other.startedWorkerCount
    sum.workerCount += other.workerCount
    sum.busyCount += other.busyCount
    sum.waitingCount += other.waitingCount
    sum.isSwitchedOff = isSwitchedOff || other.isSwitchedOff
    sum.processorMicroseconds &+= other.processorMicroseconds
    sum.waitedMicroseconds &+= other.waitedMicroseconds
    return sum
  }
}

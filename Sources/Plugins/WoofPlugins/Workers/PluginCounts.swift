// SPDX-License-Identifier: Apache-2.0

/// The counts of the work that a plugin has done and is doing.
package struct PluginCounts: Hashable, Sendable {
  /// The numbers of jobs by the name of their outcome: `accepted`, `refused`, `crashed`, `timedOut`, `limitExceeded`,
  /// `lied`, `overloaded`, `unavailable`.
  package var outcomes: [String: Int] = [:]
  /// The number of failed attempts, also of jobs that were tried again.
  package var failedAttemptCount = 0
  /// The number of system calls that jobs were denied, at most eight a job.
  package var deniedCallCount = 0
  /// The number of workers that were started.
  package var startedWorkerCount = 0
  /// The number of workers that run now.
  package var workerCount = 0
  /// The number of jobs that workers are doing.
  package var busyCount = 0
  /// The number of jobs that wait.
  package var waitingCount = 0
  /// `true` while the plugin is switched off.
  package var isSwitchedOff = false
  /// The processor time of all jobs, in microseconds.
  package var processorMicroseconds: UInt64 = 0
  /// The time that all jobs took from the request to the reply together, in microseconds.
  package var waitedMicroseconds: UInt64 = 0

  /// Returns the sum of these counts and those of the same plugin in another place.
  package func adding(_ other: PluginCounts) -> PluginCounts {
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

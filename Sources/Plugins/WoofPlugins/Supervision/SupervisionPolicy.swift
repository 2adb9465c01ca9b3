// SPDX-License-Identifier: Apache-2.0

/// The limits of a plugin's workers and queues, and the rules by which the plugin is switched off.
struct SupervisionPolicy: Hashable, Sendable {
  /// The number of jobs that run at once; 2 by default. One worker more is kept ready.
  var workerCount = 2
  /// The number of jobs that may wait; 256 by default. Further ones fail as `overloaded`.
  var queueLimit = 256
  /// The number of jobs after which a worker that does several in one process is replaced; `nil` if each job has a
  /// process of its own.
  var jobsPerWorker: Int?
  /// The number of times that a job is tried; 2 by default.
  var attempts = 2
  /// The number of failures on different pictures within the window that switch the plugin off; 3 by default.
  var failureLimit = 3
  /// The length of the window in nanoseconds; one minute by default.
  var failureWindow: Int64 = 60_000_000_000
  /// The number of workers that fail to start in a row that switches the plugin off; 3 by default.
  var startFailureLimit = 3
  /// The time in nanoseconds for which it is switched off first; 10 seconds by default. It doubles each time in a row.
  var shortestPause: Int64 = 10_000_000_000
  /// The longest time in nanoseconds for which it is switched off; 10 minutes by default.
  var longestPause: Int64 = 600_000_000_000

  /// Returns the length in nanoseconds of the pause after `earlier` others in a row, at most ``longestPause``.
  func pause(after earlier: Int) -> Int64 {
    let (pause, overflows) = shortestPause.multipliedReportingOverflow(by: 1 << Int64(min(earlier, 30)))
    return overflows ? longestPause : min(pause, longestPause)
  }
}

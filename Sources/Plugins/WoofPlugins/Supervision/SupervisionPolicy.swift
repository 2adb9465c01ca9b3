/// How many workers a plugin has, how much may wait, and when it is switched off.
struct SupervisionPolicy: Hashable, Sendable {
  /// How many jobs run at once. One worker more is kept ready.
  var workerCount = 2
  /// How many jobs may wait.
  var queueLimit = 256
  /// After so many jobs a worker that does several is replaced; `nil` where each has a process of its own.
  var jobsPerWorker: Int?
  /// How often a job is tried.
  var attempts = 2
  /// So many failures on different pictures within the window switch the plugin off.
  var failureLimit = 3
  /// The window, in nanoseconds.
  var failureWindow: Int64 = 60_000_000_000
  /// So many workers in a row that cannot be started switch the plugin off.
  var startFailureLimit = 3
  /// For how long it is switched off the first time, in nanoseconds; each time in a row it is twice as long.
  var shortestPause: Int64 = 10_000_000_000
  /// For how long it is switched off at most, in nanoseconds.
  var longestPause: Int64 = 600_000_000_000

  /// How long the pause is after so many in a row.
  func pause(after earlier: Int) -> Int64 {
    let (pause, overflows) = shortestPause.multipliedReportingOverflow(by: 1 << Int64(min(earlier, 30)))
    return overflows ? longestPause : min(pause, longestPause)
  }
}

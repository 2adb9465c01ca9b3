// SPDX-License-Identifier: Apache-2.0

/// The bounds of a pool.
package struct PostgreSQLPoolConfiguration: Hashable, Sendable {
  /// The most connections; 4 by default.
  package var size: Int
  /// The most batches that are under way on one connection; 16 by default.
  package var depthLimit: Int
  /// The most batches that wait for a connection; 1,000 by default, and more are refused.
  package var waitingLimit: Int
  /// The longest that a batch waits, for a connection and for its answer; 10 s by default.
  package var deadline: Duration
  /// The rule for making connections anew, and for repeating what may be repeated.
  package var retry: RetryPolicy
  /// `true` if statements are prepared once a connection; `false` by default, as poolers before pgbouncer 1.21 need in
  /// transaction mode.
  package var preparesStatements: Bool
  /// The time after which an idle connection is tried; 30 s by default.
  package var idleLimit: Duration

  /// Makes bounds.
  package init(
    size: Int = 4, depthLimit: Int = 16, waitingLimit: Int = 1000, deadline: Duration = .seconds(10),
    retry: RetryPolicy = RetryPolicy(), preparesStatements: Bool = false, idleLimit: Duration = .seconds(30)
  ) {
    self.size = size
    self.depthLimit = depthLimit
    self.waitingLimit = waitingLimit
    self.deadline = deadline
    self.retry = retry
    self.preparesStatements = preparesStatements
    self.idleLimit = idleLimit
  }
}

/// The state of a pool, for metrics and for whoever asks whether the service is ready.
package struct PostgreSQLPoolStatistics: Hashable, Sendable {
  /// The connections that there are.
  package var connectionCount: Int
  /// The batches that are under way.
  package var activeCount: Int
  /// The batches that wait for a connection.
  package var waitingCount: Int
  /// The reason why the last connection could not be made, or was lost; `nil` since one has been made.
  package var lastFailure: PostgreSQLError?
}

// SPDX-License-Identifier: Apache-2.0

/// The times and limits of upkeep.
package struct PostgresUpkeepConfiguration: Sendable {
  /// The time between two rounds; a minute by default.
  package var interval = Duration.seconds(60)
  /// The time after which another node takes over from one that says nothing more; 150 seconds by default.
  package var leaseDuration = Duration.seconds(150)
  /// The maximum number of idempotency keys that are kept of an account; 10,000 by default.
  package var responseLimitPerAccount = 10_000
  /// The maximum number of numbers of edits that are kept of an account; 10,000 by default.
  package var editLimitPerAccount = 10_000
  /// Waits between rounds; throws where there are to be no more.
  package var pause: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

  /// Makes the standard configuration.
  package init() {}
}

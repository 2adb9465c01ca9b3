// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
package import WoofModel

/// The idempotency keys of requests that have no response yet, of one node or of all that share their records.
///
/// It saves the work of a request that comes again while it is being worked on. That nothing is done twice is up to the record
/// store, which decides on the key in the transaction that keeps the response.
package protocol RunningIdempotencyKeys: Sendable {
  /// Does the work of a request, as the only one of its key.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `conflict` where a request with this key is being worked on, `unavailable`
  ///   or `internal`; what `body` throws.
  func claim<Result: Sendable>(_ key: IdempotencyKey, during body: () async throws -> Result) async throws -> Result
}

/// The idempotency keys that this process works on.
package final class LocalIdempotencyKeys: RunningIdempotencyKeys {
  private let keys = Mutex<Set<IdempotencyKey>>([])

  /// Makes an empty set.
  package init() {}

  /// Does the work of a request, as the only one of its key in this process.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `conflict` where one is being worked on; what `body` throws.
  package func claim<Result: Sendable>(
    _ key: IdempotencyKey, during body: () async throws -> Result
  ) async throws -> Result {
    guard keys.withLock({ $0.insert(key).inserted }) else { throw WoofError.keyIsRunning }
    defer { _ = keys.withLock { $0.remove(key) } }
    return try await body()
  }
}

extension WoofError {
  /// Refuses a request whose idempotency key another one came with that has no response yet.
  package static var keyIsRunning: WoofError {
    WoofError(.conflict, "A request with this idempotency key is still running.", retryAfter: 1)
  }
}

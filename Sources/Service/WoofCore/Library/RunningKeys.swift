// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofModel

/// The idempotency keys of requests that have not been answered yet.
final class RunningKeys: Sendable {
  private let keys = Mutex<Set<IdempotencyKey>>([])

  /// Marks a key as running.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `conflict` where it runs already.
  func begin(_ key: IdempotencyKey) throws(WoofError) {
    guard keys.withLock({ $0.insert(key).inserted }) else {
      throw WoofError(.conflict, "A request with this idempotency key is still running.", retryAfter: 1)
    }
  }

  /// Marks a key as no longer running.
  func end(_ key: IdempotencyKey) { _ = keys.withLock { $0.remove(key) } }
}

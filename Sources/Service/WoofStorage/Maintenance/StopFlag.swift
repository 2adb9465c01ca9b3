// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Tells work on another thread that nobody waits for it any more. May be used from any thread.
package final class StopFlag: Sendable {
  private let isSet = Atomic(false)

  /// Makes a flag that is not set.
  package init() {}

  /// Lets the work stop where it next checks.
  package func set() { isSet.store(true, ordering: .relaxed) }

  /// Goes on, unless the flag has been set.
  ///
  /// - Throws: `CancellationError` where it has been.
  package func check() throws {
    if isSet.load(ordering: .relaxed) { throw CancellationError() }
  }
}

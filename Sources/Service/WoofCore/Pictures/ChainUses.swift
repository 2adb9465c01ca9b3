// SPDX-License-Identifier: Apache-2.0

/// The jobs that use a chain, and the tasks that wait until no job does.
package struct ChainUses: Sendable {
  /// The number of jobs that use the chain now.
  package var count = 0
  /// `true` if the chain has ended and nothing of it is left; `false` by default.
  package var hasEnded = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Makes the uses of a chain that nobody uses.
  package init() {}

  /// Keeps a continuation, or gives it back where nobody uses the chain.
  package mutating func wait(
    _ continuation: CheckedContinuation<Void, Never>
  ) -> CheckedContinuation<Void, Never>? {
    guard count > 0 else { return continuation }
    waiting.append(continuation)
    return nil
  }

  /// Ends a use.
  ///
  /// - Returns: The tasks that waited for this end, to be resumed.
  package mutating func leave() -> [CheckedContinuation<Void, Never>] {
    count -= 1
    guard count == 0 else { return [] }
    defer { waiting = [] }
    return waiting
  }
}

/// Who uses a chain, and who waits until nobody does.
package struct ChainUses: Sendable {
  /// How many jobs run.
  package var count = 0
  /// Whether nothing of the chain is left.
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
  /// - Returns: Who waited for this end, to be resumed.
  package mutating func leave() -> [CheckedContinuation<Void, Never>] {
    count -= 1
    guard count == 0 else { return [] }
    defer { waiting = [] }
    return waiting
  }
}

// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Does work again that failed for a reason that may go away.
final class Retrier: Sendable {
  private let policy: RetryPolicy
  private let environment: ClientEnvironment
  private let budget: Mutex<RetryBudget>

  init(policy: RetryPolicy, environment: ClientEnvironment) {
    self.policy = policy
    self.environment = environment
    budget = Mutex(RetryBudget(retries: policy.budget))
  }

  /// Does work until it succeeds, fails for good, or has failed too often.
  ///
  /// - Parameters:
  ///   - progress: The amount of work that is done, in any unit. When it has grown since the last attempt, attempts
  ///     count anew, and cost nothing of the budget.
  ///   - mayRetry: A closure that decides whether an error is worth another attempt; by default the error itself says
  ///     so.
  func run<Value>(
    isIdempotent: Bool, progress: () -> Int64 = { 0 }, mayRetry: (WoofError) -> Bool = { $0.isWorthRetrying },
    _ work: () async throws -> Value
  ) async throws -> Value {
    var (attempt, reached) = (1, progress())
    while true {
      do {
        let value = try await work()
        budget.withLock { $0.succeed() }
        return value
      } catch let error as WoofError where isIdempotent && mayRetry(error) {
        let gotOn = progress() > reached
        if gotOn { attempt = 1 }
        reached = max(reached, progress())
        guard attempt < policy.maximumAttempts, let pause = pause(after: error, attempt: attempt),
          gotOn || budget.withLock({ $0.take() })
        else { throw error }
        try await environment.clock.sleep(for: pause)
        attempt += 1
      }
    }
  }

  private func pause(after error: WoofError, attempt: Int) -> Duration? {
    policy.pauseAtLeast(error.retryAfter, policy.pause(afterAttempt: attempt, random: environment.random()))
  }
}

/// The number of retries left to all requests of a client together.
package struct RetryBudget: Hashable, Sendable {
  /// In halves, so that nothing is lost to rounding.
  private var halves: Int
  private let mostHalves: Int

  /// Makes a full budget.
  package init(retries: Int) {
    mostHalves = min(max(retries, 0), Int.max / 4) * 2
    halves = mostHalves
  }

  /// `true` if no retry is left.
  package var isSpent: Bool { halves < 2 }

  /// Takes one; `false` where none is left.
  @discardableResult
  package mutating func take() -> Bool {
    guard !isSpent else { return false }
    halves -= 2
    return true
  }

  /// Gives half a one back.
  package mutating func succeed() { halves = min(halves + 1, mostHalves) }
}

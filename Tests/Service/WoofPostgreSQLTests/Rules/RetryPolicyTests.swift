// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofPostgreSQL

struct RetryPolicyTests {
  private let policy = RetryPolicy(
    attemptLimit: 4, firstPause: .milliseconds(10), longestPause: .milliseconds(30), patience: .seconds(1))
  private let deadlock = PostgreSQLError(sqlState: "40P01", message: "deadlock detected", statement: 0)

  private func pause(
    after error: PostgreSQLError, attempts: Int = 1, elapsed: Duration = .zero, isIdempotent: Bool = false
  ) -> Duration? {
    policy.pause(after: error, attempts: attempts, elapsed: elapsed, isIdempotent: isIdempotent, random: 1)
  }

  @Test func `pauses double up to the longest one`() {
    #expect((1...4).map { policy.pause(number: $0, random: 1) } == [10, 20, 30, 30].map { .milliseconds($0) })
  }

  @Test func `a pause is drawn from the upper half of its length`() {
    #expect(policy.pause(number: 1, random: 0) == .milliseconds(5))
    #expect(policy.pause(number: 1, random: 0.5) == .microseconds(7500))
    #expect(policy.pause(number: .max, random: 7) == .milliseconds(30))
  }

  @Test func `what may go away is tried again, as often as the rule says`() {
    #expect(pause(after: deadlock, attempts: 3) != nil)
    #expect(pause(after: deadlock, attempts: 4) == nil)
  }

  @Test func `nobody is kept waiting longer than the rule's patience`() {
    #expect(pause(after: deadlock, elapsed: .milliseconds(989)) != nil)
    #expect(pause(after: deadlock, elapsed: .milliseconds(990)) == nil)
  }

  @Test func `what is refused for good is not tried again`() {
    for code in [PostgreSQLError.Code.constraint, .refused, .diskFull, .newerSchema, .closed] {
      #expect(pause(after: PostgreSQLError(code, ""), isIdempotent: true) == nil)
    }
  }

  @Test func `an unknown outcome is a reason to repeat only what does no harm twice`() {
    let unknown = PostgreSQLError(.outcomeUnknown, "")
    #expect(pause(after: unknown, isIdempotent: false) == nil)
    #expect(pause(after: unknown, isIdempotent: true) != nil)
  }
}

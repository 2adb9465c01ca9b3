// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofClient

@Suite struct RetryPolicyTests {
  private let policy = RetryPolicy(firstPause: .seconds(1), longestPause: .seconds(10))

  @Test(arguments: [(1, 1), (2, 2), (3, 4), (4, 8), (5, 10), (60, 10), (Int.max, 10)])
  func `pauses double up to the longest one`(attempt: Int, seconds: Int) {
    #expect(policy.pause(afterAttempt: attempt, random: 1) == .seconds(seconds))
  }

  @Test func `half of a pause is random`() {
    #expect(policy.pause(afterAttempt: 2, random: 0) == .seconds(1))
    #expect(policy.pause(afterAttempt: 2, random: 0.5) == .milliseconds(1500))
  }

  @Test func `a service that asks for a longer pause gets it`() {
    #expect(policy.pauseAtLeast(7, .seconds(2)) == .seconds(7))
    #expect(policy.pauseAtLeast(1, .seconds(2)) == .seconds(2))
    #expect(policy.pauseAtLeast(nil, .seconds(2)) == .seconds(2))
  }

  @Test func `a service that asks for too long a pause is not waited for`() {
    #expect(policy.pauseAtLeast(61, .seconds(2)) == nil)
  }

  @Test func `a spent budget regains half a retry with each success`() {
    var budget = RetryBudget(retries: 2)
    let first = (0..<3).map { _ in budget.take() }
    #expect(first == [true, true, false])
    budget.succeed()
    let half = budget.take()
    #expect(!half)
    budget.succeed()
    let whole = budget.take()
    #expect(whole)
  }

  @Test func `a budget never exceeds its initial value`() {
    var budget = RetryBudget(retries: 1)
    for _ in 0..<10 { budget.succeed() }
    let taken = (0..<2).map { _ in budget.take() }
    #expect(taken == [true, false])
  }
}

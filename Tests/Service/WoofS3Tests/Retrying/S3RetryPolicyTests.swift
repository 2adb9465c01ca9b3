// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TestKit
@testable import WoofS3

@Suite struct S3RetryPolicyTests {
  private let policy = S3RetryPolicy()

  private func error(_ reason: S3Error.Reason, _ operation: S3Operation = .get) -> S3Error {
    S3Error(reason, operation, bucket: "photos", key: "a")
  }

  private func decision(
    _ error: S3Error, attempt: Int = 1, hasSetClock: Bool = false, clockOffset: Int64 = 0, tokens: Double = 50,
    seed: UInt64 = 1
  ) -> S3RetryPolicy.Decision {
    var budget = S3RetryBudget(capacity: tokens)
    var random = SeededGenerator(seed: seed)
    return policy.decision(
      after: error, attempt: attempt, hasSetClock: hasSetClock, clockOffset: clockOffset, budget: &budget,
      random: &random)
  }

  private func pause(_ error: S3Error, attempt: Int, seed: UInt64 = 1) -> Duration? {
    if case .retry(let pause) = decision(error, attempt: attempt, seed: seed) { pause } else { nil }
  }

  @Test(
    arguments: [
      .slowDown, .serviceFailed, .unreachable, .interrupted, .timedOut, .digestMismatch,
    ] as [S3Error.Reason])
  func `what may be over soon is tried again`(_ reason: S3Error.Reason) {
    #expect(pause(error(reason), attempt: 1) != nil)
  }

  @Test(
    arguments: [
      .bucketMissing, .keyMissing, .credentialRefused, .readOnly, .accessDenied, .wrongRegion("x"), .untrusted,
      .preconditionFailed, .unsupported, .unreadable, .refused, .uploadMissing,
    ] as [S3Error.Reason])
  func `what stays as it is ends at once`(_ reason: S3Error.Reason) {
    #expect(decision(error(reason)) == .giveUp)
  }

  @Test func `the last attempt is the last`() {
    #expect(pause(error(.serviceFailed), attempt: 4) != nil)
    #expect(decision(error(.serviceFailed), attempt: 5) == .giveUp)
  }

  @Test func `what must not be done twice is tried again only where it has not been done`() {
    for operation in [S3Operation.createUpload, .completeUpload] {
      #expect(decision(error(.interrupted, operation)) == .giveUp)
      #expect(decision(error(.serviceFailed, operation)) == .giveUp)
      #expect(pause(error(.unreachable, operation), attempt: 1) != nil)
      #expect(pause(error(.slowDown, operation), attempt: 1) != nil)
    }
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `pauses are random, double, and are never longer than the longest`(_ seed: UInt64) throws {
    for attempt in 1...4 {
      let length = pause(error(.serviceFailed), attempt: attempt, seed: seed)
      let pause = try #require(length)
      #expect(pause >= .zero)
      #expect(pause <= .milliseconds(50 << (attempt - 1)))
    }
  }

  @Test func `pauses of different clients differ`() {
    let pauses = Set((0..<100).map { pause(error(.serviceFailed), attempt: 3, seed: $0) })
    #expect(pauses.count > 90)
  }

  @Test func `a service may ask for a longer pause, up to the longest`() {
    var error = error(.slowDown)
    error.retryAfter = .seconds(2)
    #expect(pause(error, attempt: 1) == .seconds(2))
    error.retryAfter = .seconds(600)
    #expect(pause(error, attempt: 1) == .seconds(5))
  }

  @Test func `a wrong clock is set once`() {
    #expect(decision(error(.clockSkewed(seconds: 1_200))) == .retryWithClock(ahead: 1_200))
    #expect(decision(error(.clockSkewed(seconds: 1_200)), hasSetClock: true) == .giveUp)
    #expect(decision(error(.clockSkewed(seconds: 0))) == .giveUp)
    #expect(decision(error(.clockSkewed(seconds: 0)), clockOffset: 1_200) == .retryWithClock(ahead: 0))
    #expect(decision(error(.clockSkewed(seconds: 1_200)), clockOffset: 1_200) == .giveUp)
  }

  @Test func `an empty budget ends retries, and successes fill it`() {
    var budget = S3RetryBudget(capacity: 2)
    var random = SeededGenerator(seed: 1)
    func decide() -> S3RetryPolicy.Decision {
      policy.decision(after: error(.serviceFailed), attempt: 1, hasSetClock: false, budget: &budget, random: &random)
    }
    #expect(decide() != .giveUp)
    #expect(decide() != .giveUp)
    #expect(decide() == .giveUp)
    for _ in 0..<11 { budget.succeed() }
    #expect(decide() != .giveUp)
    #expect(decide() == .giveUp)
    for _ in 0..<1_000 { budget.succeed() }
    #expect(budget.tokens == 2)
  }

  @Test func `a timeout costs more than an error that came at once`() {
    #expect(decision(error(.timedOut), tokens: 1) == .giveUp)
    #expect(decision(error(.serviceFailed), tokens: 1) != .giveUp)
  }
}

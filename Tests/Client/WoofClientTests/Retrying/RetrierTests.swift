// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofClient

@Suite struct RetrierTests {
  private let clock = InstantClock()

  private func retrier(_ policy: RetryPolicy) -> Retrier {
    Retrier(policy: policy, environment: ClientEnvironment(clock: clock, random: { 1 }))
  }

  private let policy = RetryPolicy(maximumAttempts: 4, firstPause: .seconds(1))

  @Test func `a temporary failure is retried with growing pauses`() async throws {
    var attempts = 0
    let value = try await retrier(policy).run(isIdempotent: true) {
      attempts += 1
      if attempts < 4 { throw WoofError(.unavailable, "") }
      return attempts
    }
    #expect(value == 4)
    #expect(clock.pauses == [.seconds(1), .seconds(2), .seconds(4)])
  }

  @Test func `repeated failures end with the last error`() async throws {
    var attempts = 0
    let error = try await failure {
      try await retrier(policy).run(isIdempotent: true) {
        attempts += 1
        throw WoofError(.unavailable, "attempt \(attempts)")
      }
    }
    #expect(error.message == "attempt 4")
  }

  @Test func `a request that must not be sent twice is sent once`() async throws {
    var attempts = 0
    _ = try await failure {
      try await retrier(policy).run(isIdempotent: false) {
        attempts += 1
        throw WoofError(.unavailable, "")
      }
    }
    #expect(attempts == 1)
  }

  @Test(arguments: [WoofError.Code.notFound, .authenticationRequired, .invalidImage, .insecureConnection])
  func `an error that a retry cannot help is not retried`(code: WoofError.Code) async throws {
    var attempts = 0
    let error = try await failure {
      try await retrier(policy).run(isIdempotent: true) {
        attempts += 1
        throw WoofError(code, "")
      }
    }
    #expect(error.code == code)
    #expect(attempts == 1)
    #expect(clock.pauses.isEmpty)
  }

  @Test func `the service's pause is used`() async throws {
    var attempts = 0
    try await retrier(policy).run(isIdempotent: true) {
      attempts += 1
      if attempts == 1 { throw WoofError(.tooManyRequests, "", retryAfter: 30) }
    }
    #expect(clock.pauses == [.seconds(30)])
  }

  @Test func `a pause that is too long fails at once`() async throws {
    let error = try await failure {
      try await retrier(policy).run(isIdempotent: true) { throw WoofError(.unavailable, "", retryAfter: 3600) }
    }
    #expect(error.retryAfter == 3600)
    #expect(clock.pauses.isEmpty)
  }

  @Test func `the retries of all requests together are limited`() async throws {
    let retrier = retrier(RetryPolicy(maximumAttempts: 4, budget: 4))
    var attempts = 0
    for _ in 0..<10 {
      _ = try await failure {
        try await retrier.run(isIdempotent: true) {
          attempts += 1
          throw WoofError(.unavailable, "")
        }
      }
    }
    #expect(attempts == 10 + 4)
  }

  @Test func `work that makes progress between failures is retried without limit`() async throws {
    var reached: Int64 = 0
    try await retrier(RetryPolicy(maximumAttempts: 2, budget: 0)).run(isIdempotent: true, progress: { reached }) {
      reached += 1
      if reached < 50 { throw WoofError(.connectionLost, "") }
    }
    #expect(reached == 50)
  }

  @Test func `other errors pass through unchanged`() async throws {
    await #expect(throws: CancellationError.self) {
      try await retrier(policy).run(isIdempotent: true) { throw CancellationError() }
    }
  }
}

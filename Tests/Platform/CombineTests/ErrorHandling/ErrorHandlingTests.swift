// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

@Suite struct ErrorHandlingTests {
  private let upstream = ManualPublisher<Int, TestFailure>()
  private let other = ManualPublisher<Int, Never>()
  private let error = TestFailure(number: 1)

  @Test func `mapError changes the failure`() {
    let probe = upstream.mapError { TestFailure(number: $0.number + 1) }.probe()
    upstream.send(1)
    upstream.send(completion: .failure(error))
    #expect(probe.values == [1])
    #expect(probe.failure == TestFailure(number: 2))
  }

  @Test func `catch goes on with another publisher`() {
    let probe = upstream.catch { [other] _ in other }.probe()
    upstream.send(1)
    upstream.send(completion: .failure(error))
    other.send(2)
    other.finish()
    #expect(probe.values == [1, 2])
    #expect(probe.isFinished)
    probe.expectKept()
  }

  @Test func `catch asks the other publisher for the demand that is left`() {
    let probe = upstream.catch { [other] _ in other }.probe(.max(3))
    upstream.send(1)
    upstream.send(completion: .failure(error))
    #expect(other.requests == [.max(2)])
    probe.request(.max(1))
    #expect(other.asked == .max(3))
  }

  @Test func `catch does nothing to a publisher that finishes`() {
    let probe = upstream.catch { [other] _ in other }.probe()
    upstream.finish()
    #expect(probe.isFinished)
    #expect(other.subscribers == 0)
  }

  @Test func `catch is not called once it is cancelled`() {
    var isCalled = false
    let probe = upstream.catch { _ in
      isCalled = true
      return Just(1)
    }.probe()
    let subscription = upstream.subscription
    probe.cancel()
    subscription?.send(completion: .failure(error))
    #expect(!isCalled)
  }

  @Test func `cancelling cancels the publisher that catch has gone on with`() {
    let probe = upstream.catch { [other] _ in other }.probe()
    upstream.send(completion: .failure(error))
    probe.cancel()
    #expect(other.isCancelled)
  }

  @Test func `tryCatch goes on with another publisher or with another error`() {
    let second = ManualPublisher<Int, TestFailure>()
    let probe = upstream.tryCatch { [second] _ in second }.probe()
    upstream.send(completion: .failure(error))
    second.send(2)
    second.send(completion: .failure(TestFailure(number: 7)))
    #expect(probe.values == [2])
    #expect(probe.failure as? TestFailure == TestFailure(number: 7))
    let failing = upstream.tryCatch { failure throws -> Just<Int> in throw TestFailure(number: failure.number + 1) }
    let failed = failing.probe()
    upstream.send(completion: .failure(error))
    #expect(failed.failure as? TestFailure == TestFailure(number: 2))
  }

  @Test func `replaceError publishes a value in place of the failure`() {
    let probe = upstream.replaceError(with: 9).probe()
    upstream.send(1)
    upstream.send(completion: .failure(error))
    #expect(probe.values == [1, 9])
    #expect(probe.isFinished)
  }

  @Test func `the value of replaceError waits for demand`() {
    let probe = upstream.replaceError(with: 9).probe(.max(1))
    upstream.send(1)
    upstream.send(completion: .failure(error))
    #expect(probe.values == [1])
    #expect(probe.completions.isEmpty)
    probe.request(.max(1))
    #expect(probe.values == [1, 9])
    #expect(probe.isFinished)
    probe.expectKept()
  }

  @Test func `assertNoFailure passes on values and completion`() {
    let probe = upstream.assertNoFailure().probe()
    upstream.send(1)
    upstream.finish()
    #expect(probe.values == [1])
    #expect(probe.isFinished)
  }

  @Test func `assertNoFailure ends the process on a failure`() async {
    await #expect(processExitsWith: .failure) {
      let probe = Fail<Int, TestFailure>(error: TestFailure()).assertNoFailure("here").probe()
      withExtendedLifetime(probe) {}
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

@Suite struct RetryTests {
  private let upstream = ManualPublisher<Int, TestFailure>()
  private let error = TestFailure(number: 1)

  @Test func `retry subscribes again after a failure`() {
    let probe = upstream.retry(1).probe()
    upstream.send(1)
    upstream.send(completion: .failure(error))
    #expect(upstream.subscribers == 2)
    upstream.send(2)
    upstream.finish()
    #expect(probe.values == [1, 2])
    #expect(probe.isFinished)
    probe.expectKept()
  }

  @Test func `retry fails with the last failure when it has tried often enough`() {
    let probe = upstream.retry(2).probe()
    for number in 1...3 { upstream.send(completion: .failure(TestFailure(number: number))) }
    #expect(upstream.subscribers == 3)
    #expect(probe.failure == TestFailure(number: 3))
  }

  @Test func `retrying no times, or a negative number, passes the failure on`() {
    for retries in [0, -1] {
      let probe = upstream.retry(retries).probe()
      upstream.send(completion: .failure(error))
      #expect(probe.failure == error)
    }
    #expect(upstream.subscribers == 2)
  }

  @Test func `retry without a limit never gives up`() {
    let probe = Publishers.Retry(upstream: upstream, retries: nil).probe()
    for _ in 1...50 { upstream.send(completion: .failure(error)) }
    upstream.finish()
    #expect(upstream.subscribers == 51)
    #expect(probe.isFinished)
  }

  @Test func `retry asks each time for the demand that is left`() {
    let probe = upstream.retry(1).probe(.max(3))
    upstream.send(1)
    upstream.send(completion: .failure(error))
    #expect(upstream.requests == [.max(2)])
    withExtendedLifetime(probe) {}
  }

  @Test func `failing at once a hundred thousand times does not exhaust the stack`() {
    let probe = Fail<Int, TestFailure>(error: error).eraseToAnyPublisher().retry(100_000).probe()
    #expect(probe.failure == error)
  }

  @Test func `retry does not subscribe again once it is cancelled`() {
    let probe = upstream.retry(5).probe()
    let subscription = upstream.subscription
    probe.cancel()
    subscription?.send(completion: .failure(error))
    #expect(upstream.subscribers == 1)
  }
}

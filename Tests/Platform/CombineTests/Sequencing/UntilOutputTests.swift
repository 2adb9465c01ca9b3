// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

@Suite struct UntilOutputTests {
  private let upstream = ManualPublisher<Int, TestFailure>()
  private let other = ManualPublisher<String, TestFailure>()
  private let error = TestFailure(number: 1)

  @Test func `drop(untilOutputFrom:) drops values until the other publisher sends one`() {
    let probe = upstream.drop(untilOutputFrom: other).probe(.max(1))
    #expect(upstream.send(1, 2))
    other.send("go")
    #expect(upstream.send(3))
    #expect(probe.values == [3])
    probe.expectKept()
  }

  @Test func `drop(untilOutputFrom:) asks the other publisher for one value, and then cancels it`() {
    let probe = upstream.drop(untilOutputFrom: other).probe(.none)
    #expect(other.requests == [.max(1)])
    other.send("go")
    #expect(other.isCancelled)
    #expect(!upstream.isCancelled)
    withExtendedLifetime(probe) {}
  }

  @Test func `drop(untilOutputFrom:) completes if the other publisher completes without a value`() {
    let finished = upstream.drop(untilOutputFrom: other).probe()
    other.finish()
    #expect(finished.isFinished)
    #expect(upstream.isCancelled)
    let failed = upstream.drop(untilOutputFrom: other).probe()
    other.send(completion: .failure(error))
    #expect(failed.failure == error)
  }

  @Test func `drop(untilOutputFrom:) completes with the upstream and cancels the other publisher`() {
    let probe = upstream.drop(untilOutputFrom: other).probe()
    upstream.send(completion: .failure(error))
    #expect(probe.failure == error)
    #expect(other.isCancelled)
  }

  @Test func `cancelling drop(untilOutputFrom:) cancels both publishers`() {
    let probe = upstream.drop(untilOutputFrom: other).probe()
    probe.cancel()
    #expect(upstream.isCancelled)
    #expect(other.isCancelled)
  }

  @Test func `prefix(untilOutputFrom:) finishes when the other publisher has sent a value`() {
    let probe = upstream.prefix(untilOutputFrom: other).probe()
    upstream.send(1)
    other.send("stop")
    #expect(probe.values == [1])
    #expect(probe.isFinished)
    #expect(upstream.isCancelled)
    #expect(other.isCancelled)
  }

  @Test func `prefix(untilOutputFrom:) goes on if the other publisher completes without a value`() {
    let probe = upstream.prefix(untilOutputFrom: other).probe()
    other.send(completion: .failure(error))
    upstream.send(1)
    upstream.finish()
    #expect(probe.values == [1])
    #expect(probe.isFinished)
  }

  @Test func `prefix(untilOutputFrom:) finishes after the value within which the other publisher sends`() {
    let probe = Probe<Int, TestFailure>()
    var wasFinishedWithin = false
    probe.onValue = { [unowned probe, other] _ in
      other.send("stop")
      wasFinishedWithin = probe.isFinished
      return .none
    }
    upstream.prefix(untilOutputFrom: other).subscribe(probe)
    upstream.send(1)
    #expect(!wasFinishedWithin)
    #expect(probe.isFinished)
    #expect(upstream.isCancelled)
  }

  @Test func `prefix(untilOutputFrom:) gives a subscription, then finishes, if the other sends at once`() {
    let probe = upstream.prefix(untilOutputFrom: Just(1)).probe()
    #expect(probe.isFinished)
    probe.expectKept()
    #expect(upstream.isCancelled)
  }

  @Test func `cancelling prefix(untilOutputFrom:) cancels both publishers`() {
    let probe = upstream.prefix(untilOutputFrom: other).probe()
    probe.cancel()
    #expect(upstream.isCancelled)
    #expect(other.isCancelled)
  }
}

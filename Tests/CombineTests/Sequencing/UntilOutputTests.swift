// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

@Suite struct UntilOutputTests {
  private let upstream = ManualPublisher<Int, TestFailure>()
  private let other = ManualPublisher<String, TestFailure>()
  private let error = TestFailure(number: 1)

  @Test func `drop until output leaves out values until the other publisher has sent one`() {
    let probe = upstream.drop(untilOutputFrom: other).probe(.max(1))
    #expect(upstream.send(1, 2))
    other.send("go")
    #expect(upstream.send(3))
    #expect(probe.values == [3])
    probe.expectKept()
  }

  @Test func `drop until output asks the other publisher for one value, and cancels it then`() {
    let probe = upstream.drop(untilOutputFrom: other).probe(.none)
    #expect(other.requests == [.max(1)])
    other.send("go")
    #expect(other.isCancelled)
    #expect(!upstream.isCancelled)
    withExtendedLifetime(probe) {}
  }

  @Test func `drop until output completes when the other publisher does without a value`() {
    let finished = upstream.drop(untilOutputFrom: other).probe()
    other.finish()
    #expect(finished.isFinished)
    #expect(upstream.isCancelled)
    let failed = upstream.drop(untilOutputFrom: other).probe()
    other.send(completion: .failure(error))
    #expect(failed.failure == error)
  }

  @Test func `drop until output completes with upstream and cancels the other publisher`() {
    let probe = upstream.drop(untilOutputFrom: other).probe()
    upstream.send(completion: .failure(error))
    #expect(probe.failure == error)
    #expect(other.isCancelled)
  }

  @Test func `cancelling drop until output cancels both`() {
    let probe = upstream.drop(untilOutputFrom: other).probe()
    probe.cancel()
    #expect(upstream.isCancelled)
    #expect(other.isCancelled)
  }

  @Test func `prefix until output finishes when the other publisher has sent a value`() {
    let probe = upstream.prefix(untilOutputFrom: other).probe()
    upstream.send(1)
    other.send("stop")
    #expect(probe.values == [1])
    #expect(probe.isFinished)
    #expect(upstream.isCancelled)
    #expect(other.isCancelled)
  }

  @Test func `prefix until output goes on when the other publisher completes without a value`() {
    let probe = upstream.prefix(untilOutputFrom: other).probe()
    other.send(completion: .failure(error))
    upstream.send(1)
    upstream.finish()
    #expect(probe.values == [1])
    #expect(probe.isFinished)
  }

  @Test func `prefix until output finishes after the value within which the other publisher sends`() {
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

  @Test func `prefix until output of a publisher that sends at once finishes at once, with a subscription before`() {
    let probe = upstream.prefix(untilOutputFrom: Just(1)).probe()
    #expect(probe.isFinished)
    probe.expectKept()
    #expect(upstream.isCancelled)
  }

  @Test func `cancelling prefix until output cancels both`() {
    let probe = upstream.prefix(untilOutputFrom: other).probe()
    probe.cancel()
    #expect(upstream.isCancelled)
    #expect(other.isCancelled)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

@Suite struct ThrottleTests {
  private let scheduler = VirtualScheduler()
  private let upstream = ManualPublisher<Int, TestFailure>()

  private func probe(latest: Bool, _ demand: Demand = .unlimited) -> Probe<Int, TestFailure> {
    upstream.throttle(for: .milliseconds(10), scheduler: scheduler, latest: latest).probe(demand)
  }

  @Test(arguments: [false, true]) func `the first value comes at once, on the scheduler`(latest: Bool) {
    let probe = probe(latest: latest)
    upstream.send(1)
    #expect(probe.values.isEmpty)
    scheduler.run()
    #expect(probe.values == [1])
  }

  @Test func `the latest value of an interval comes at its end`() {
    let probe = probe(latest: true)
    upstream.send(1)
    scheduler.advance(by: .milliseconds(2))
    upstream.send(2, 3)
    scheduler.advance(by: .milliseconds(7))
    #expect(probe.values == [1])
    scheduler.advance(by: .milliseconds(1))
    #expect(probe.values == [1, 3])
  }

  @Test func `the first value of an interval comes at its end`() {
    let probe = probe(latest: false)
    upstream.send(1)
    scheduler.advance(by: .milliseconds(2))
    upstream.send(2, 3)
    scheduler.advance(by: .milliseconds(8))
    #expect(probe.values == [1, 2])
  }

  @Test func `a value after a quiet interval comes at once`() {
    let probe = probe(latest: true)
    upstream.send(1)
    scheduler.advance(by: .milliseconds(25))
    upstream.send(2)
    scheduler.run()
    #expect(probe.values == [1, 2])
  }

  @Test func `a value that comes without demand is dropped`() {
    let probe = probe(latest: true, .max(1))
    upstream.send(1)
    scheduler.advance(by: .milliseconds(10))
    upstream.send(2)
    scheduler.advance(by: .milliseconds(10))
    #expect(probe.values == [1])
    probe.request(.max(1))
    upstream.send(3)
    scheduler.advance(by: .milliseconds(10))
    #expect(probe.values == [1, 3])
    #expect(upstream.requests == [.unlimited])
    probe.expectKept()
  }

  @Test func `a waiting value comes before the completion`() {
    let probe = probe(latest: true)
    upstream.send(1)
    scheduler.run()
    upstream.send(2)
    upstream.finish()
    scheduler.run()
    #expect(probe.completions.isEmpty)
    scheduler.advance(by: .milliseconds(10))
    #expect(probe.values == [1, 2])
    #expect(probe.isFinished)
  }

  @Test func `the completion comes at once on the scheduler if no value waits`() {
    let probe = probe(latest: true)
    upstream.send(completion: .failure(TestFailure(number: 1)))
    #expect(probe.completions.isEmpty)
    scheduler.run()
    #expect(probe.failure == TestFailure(number: 1))
  }

  @Test func `cancelling drops the waiting value and cancels the upstream`() {
    let probe = probe(latest: true)
    upstream.send(1)
    probe.cancel()
    scheduler.advance(by: .milliseconds(20))
    #expect(upstream.isCancelled)
    #expect(probe.values.isEmpty)
  }
}

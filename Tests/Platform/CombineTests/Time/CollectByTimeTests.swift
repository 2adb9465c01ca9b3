// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

@Suite struct CollectByTimeTests {
  private let scheduler = VirtualScheduler()
  private let upstream = ManualPublisher<Int, TestFailure>()

  private func byTime(_ demand: Demand = .unlimited) -> Probe<[Int], TestFailure> {
    upstream.collect(.byTime(scheduler, .milliseconds(10))).probe(demand)
  }

  private func byTimeOrCount(_ count: Int, _ demand: Demand = .unlimited) -> Probe<[Int], TestFailure> {
    upstream.collect(.byTimeOrCount(scheduler, .milliseconds(10), count)).probe(demand)
  }

  @Test func `the values of an interval come as an array at its end`() {
    let probe = byTime()
    upstream.send(1, 2)
    scheduler.advance(by: .milliseconds(9))
    #expect(probe.values.isEmpty)
    scheduler.advance(by: .milliseconds(1))
    #expect(probe.values == [[1, 2]])
    upstream.send(3)
    scheduler.advance(by: .milliseconds(10))
    #expect(probe.values == [[1, 2], [3]])
  }

  @Test func `an interval without values publishes nothing`() {
    let probe = byTime()
    scheduler.advance(by: .milliseconds(50))
    #expect(probe.values.isEmpty)
  }

  @Test func `values that come without demand are kept for the next array`() {
    let probe = byTime(.max(1))
    upstream.send(1)
    scheduler.advance(by: .milliseconds(10))
    upstream.send(2)
    scheduler.advance(by: .milliseconds(10))
    upstream.send(3)
    probe.request(.max(1))
    scheduler.advance(by: .milliseconds(10))
    #expect(probe.values == [[1], [2, 3]])
    #expect(upstream.requests == [.unlimited])
    probe.expectKept()
  }

  @Test func `a full array comes before the end of the interval`() {
    let probe = byTimeOrCount(2)
    upstream.send(1, 2, 3)
    scheduler.run()
    #expect(probe.values == [[1, 2]])
    scheduler.advance(by: .milliseconds(10))
    #expect(probe.values == [[1, 2], [3]])
  }

  @Test func `the upstream is asked for as many values as fill the arrays asked for`() {
    let probe = byTimeOrCount(3, .max(2))
    #expect(upstream.requests == [.max(6)])
    probe.request(.max(1))
    #expect(upstream.asked == .max(9))
  }

  @Test func `an array without demand waits for it`() {
    let probe = byTimeOrCount(2, .max(1))
    upstream.send(1)
    scheduler.advance(by: .milliseconds(10))
    #expect(probe.values == [[1]])
    probe.request(.max(1))
    upstream.send(2, 3)
    scheduler.run()
    #expect(probe.values == [[1], [2, 3]])
    probe.expectKept()
  }

  @Test func `the remaining values come before the completion`() {
    let probe = byTime()
    upstream.send(1)
    upstream.finish()
    scheduler.run()
    #expect(probe.values == [[1]])
    #expect(probe.isFinished)
    #expect(scheduler.waiting == 0)
  }

  @Test func `a failure drops the remaining values`() {
    let probe = byTime()
    upstream.send(1)
    upstream.send(completion: .failure(TestFailure(number: 1)))
    scheduler.run()
    #expect(probe.values.isEmpty)
    #expect(probe.failure == TestFailure(number: 1))
  }

  @Test func `cancelling drops the remaining values and stops the timer`() {
    let probe = byTime()
    upstream.send(1)
    probe.cancel()
    #expect(upstream.isCancelled)
    #expect(scheduler.waiting == 0)
    scheduler.advance(by: .milliseconds(20))
    #expect(probe.values.isEmpty)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

@Suite struct DebounceTests {
  private let scheduler = VirtualScheduler()
  private let upstream = ManualPublisher<Int, TestFailure>()

  private func probe(_ demand: Demand = .unlimited) -> Probe<Int, TestFailure> {
    upstream.debounce(for: .milliseconds(10), scheduler: scheduler).probe(demand)
  }

  @Test func `a value comes when no other has come for the time given`() {
    let probe = probe()
    upstream.send(1)
    scheduler.advance(by: .milliseconds(9))
    #expect(probe.values.isEmpty)
    scheduler.advance(by: .milliseconds(1))
    #expect(probe.values == [1])
  }

  @Test func `a value restarts the time and replaces the one before it`() {
    let probe = probe()
    upstream.send(1)
    scheduler.advance(by: .milliseconds(6))
    upstream.send(2)
    scheduler.advance(by: .milliseconds(9))
    #expect(probe.values.isEmpty)
    scheduler.advance(by: .milliseconds(1))
    #expect(probe.values == [2])
  }

  @Test func `values that are far enough apart all come`() {
    let probe = probe()
    for value in 1...3 {
      upstream.send(value)
      scheduler.advance(by: .milliseconds(10))
    }
    #expect(probe.values == [1, 2, 3])
  }

  @Test func `a thousand values need one timer`() {
    let probe = probe()
    for value in 1...1000 { upstream.send(value) }
    #expect(scheduler.waiting == 1)
    scheduler.advance(by: .milliseconds(10))
    #expect(probe.values == [1000])
  }

  @Test func `the upstream is asked without limit`() {
    _ = probe(.max(1))
    #expect(upstream.requests == [.unlimited])
  }

  @Test func `a due value without demand is dropped`() {
    let probe = probe(.max(1))
    for value in 1...2 {
      upstream.send(value)
      scheduler.advance(by: .milliseconds(10))
    }
    #expect(probe.values == [1])
    probe.request(.max(1))
    scheduler.run()
    #expect(probe.values == [1])
    probe.expectKept()
  }

  @Test(arguments: [Subscribers.Completion<TestFailure>.finished, .failure(TestFailure(number: 1))])
  func `the completion drops the waiting value, on the scheduler`(completion: Subscribers.Completion<TestFailure>) {
    let probe = probe()
    upstream.send(1)
    upstream.send(completion: completion)
    #expect(probe.completions.isEmpty)
    scheduler.run()
    #expect(probe.completions == [completion])
    scheduler.advance(by: .milliseconds(20))
    #expect(probe.values.isEmpty)
  }

  @Test func `cancelling drops the waiting value and cancels the upstream`() {
    let probe = probe()
    upstream.send(1)
    probe.cancel()
    #expect(upstream.isCancelled)
    scheduler.advance(by: .milliseconds(20))
    #expect(probe.values.isEmpty)
    #expect(scheduler.waiting == 0)
  }

  @Test func `values come on the scheduler`() {
    let probe = probe()
    probe.onValue = { [scheduler] _ in
      #expect(scheduler.isPerforming)
      return .none
    }
    upstream.send(1)
    scheduler.advance(by: .milliseconds(10))
    #expect(probe.values == [1])
  }

  @Test func `a value can send the next one`() {
    let probe = probe()
    probe.onValue = { [upstream] value in
      if value == 1 { upstream.send(2) }
      return .none
    }
    upstream.send(1)
    scheduler.advance(by: .milliseconds(10))
    #expect(probe.values == [1])
    scheduler.advance(by: .milliseconds(10))
    #expect(probe.values == [1, 2])
  }
}

// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

@Suite struct TimeoutTests {
  private let scheduler = VirtualScheduler()
  private let upstream = ManualPublisher<Int, TestFailure>()

  private func probe(_ customError: (() -> TestFailure)? = nil) -> Probe<Int, TestFailure> {
    upstream.timeout(.milliseconds(10), scheduler: scheduler, customError: customError).probe()
  }

  @Test func `it finishes when no value comes in time, and cancels the upstream`() {
    let probe = probe()
    scheduler.advance(by: .milliseconds(9))
    #expect(probe.completions.isEmpty)
    scheduler.advance(by: .milliseconds(1))
    #expect(probe.isFinished)
    #expect(upstream.isCancelled)
  }

  @Test func `it fails with the error given when no value comes in time`() {
    let probe = probe { TestFailure(number: 1) }
    scheduler.advance(by: .milliseconds(10))
    #expect(probe.failure == TestFailure(number: 1))
  }

  @Test func `each value restarts the time`() {
    let probe = probe()
    for value in 1...5 {
      scheduler.advance(by: .milliseconds(9))
      upstream.send(value)
    }
    scheduler.advance(by: .milliseconds(9))
    #expect(probe.values == [1, 2, 3, 4, 5])
    #expect(probe.completions.isEmpty)
    scheduler.advance(by: .milliseconds(1))
    #expect(probe.isFinished)
  }

  @Test func `a thousand values need one timer`() {
    let probe = probe()
    scheduler.advance(by: .milliseconds(1))
    for value in 1...1000 { upstream.send(value) }
    scheduler.run()
    #expect(scheduler.waiting == 1)
    #expect(probe.values.count == 1000)
  }

  @Test func `values and completion come on the scheduler`() {
    let probe = probe()
    upstream.send(1)
    upstream.finish()
    #expect(probe.values.isEmpty)
    scheduler.run()
    #expect(probe.values == [1])
    #expect(probe.isFinished)
  }

  @Test func `the time is not up after the completion`() {
    let probe = probe { TestFailure(number: 1) }
    upstream.finish()
    scheduler.advance(by: .milliseconds(30))
    #expect(probe.isFinished)
    #expect(scheduler.waiting == 0)
  }

  @Test func `the time is not up after cancelling`() {
    let probe = probe { TestFailure(number: 1) }
    probe.cancel()
    scheduler.advance(by: .milliseconds(30))
    #expect(probe.completions.isEmpty)
    #expect(scheduler.waiting == 0)
    probe.expectKept()
  }

  @Test func `requests reach the upstream unchanged`() {
    let probe = upstream.timeout(.milliseconds(10), scheduler: scheduler).probe(.max(2))
    probe.request(.max(1))
    #expect(upstream.requests == [.max(2), .max(1)])
  }
}

// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

@Suite struct MeasureIntervalTests {
  private let scheduler = VirtualScheduler()
  private let upstream = ManualPublisher<Int, TestFailure>()

  @Test func `the time since the previous value, or since subscribing, is published`() {
    let probe = upstream.measureInterval(using: scheduler).probe()
    scheduler.advance(by: .milliseconds(3))
    upstream.send(1)
    scheduler.advance(by: .milliseconds(5))
    upstream.send(2)
    upstream.send(3)
    #expect(probe.values == [.milliseconds(3), .milliseconds(5), .zero])
  }

  @Test func `requests reach the upstream unchanged, and completions the subscriber`() {
    let probe = upstream.measureInterval(using: scheduler).probe(.max(2))
    #expect(upstream.requests == [.max(2)])
    upstream.send(completion: .failure(TestFailure(number: 1)))
    #expect(probe.failure == TestFailure(number: 1))
  }

  @Test func `cancelling cancels the upstream`() {
    let probe = upstream.measureInterval(using: scheduler).probe()
    probe.cancel()
    #expect(upstream.isCancelled)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Combine
import Dispatch
import Testing

@Suite struct SubscribeOnTests {
  private let scheduler = VirtualScheduler()
  private let upstream = ManualPublisher<Int, TestFailure>()

  @Test func `subscribing and requests happen on the scheduler`() {
    let probe = upstream.subscribe(on: scheduler).probe(.max(1))
    #expect(upstream.subscribers == 0)
    scheduler.run()
    #expect(upstream.subscribers == 1)
    #expect(upstream.requests == [.max(1)])
    probe.request(.max(2))
    #expect(upstream.requests == [.max(1)])
    scheduler.run()
    #expect(upstream.requests == [.max(1), .max(2)])
  }

  @Test func `cancelling happens on the scheduler, and nothing comes after it`() {
    let probe = upstream.subscribe(on: scheduler).probe()
    scheduler.run()
    probe.cancel()
    #expect(!upstream.isCancelled)
    upstream.send(1)
    upstream.finish()
    scheduler.run()
    #expect(upstream.isCancelled)
    #expect(probe.values.isEmpty)
    probe.expectKept()
  }

  @Test func `values and completion come on the thread on which the upstream sends them`() {
    let probe = upstream.subscribe(on: scheduler).probe()
    scheduler.run()
    upstream.send(1)
    #expect(probe.values == [1])
    upstream.send(completion: .failure(TestFailure(number: 1)))
    #expect(probe.failure == TestFailure(number: 1))
  }

  @Test func `a sequence is sent on the queue it is subscribed to on`() async {
    let queue = DispatchQueue(label: "subscribe-on")
    let probe = Probe<Int, Never>()
    await withCheckedContinuation { continuation in
      probe.onValue = { _ in
        dispatchPrecondition(condition: .onQueue(queue))
        return .none
      }
      probe.onCompletion = { _ in continuation.resume() }
      (1...100).publisher.subscribe(on: queue).subscribe(probe)
    }
    #expect(probe.values == Array(1...100))
    probe.expectKept()
  }

  @Test func `on a concurrent queue no value comes before the subscription has been received`() async {
    for _ in 0..<100 {
      let probe = Probe<Int, Never>()
      await withCheckedContinuation { continuation in
        probe.onCompletion = { _ in continuation.resume() }
        (1...10).publisher.subscribe(on: DispatchQueue.global()).subscribe(probe)
      }
      #expect(probe.values == Array(1...10))
      probe.expectKept()
    }
  }
}

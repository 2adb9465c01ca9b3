// SPDX-License-Identifier: Apache-2.0

import Combine
import Dispatch
import Testing

@Suite struct DelayTests {
  private let scheduler = VirtualScheduler()
  private let upstream = ManualPublisher<Int, TestFailure>()

  private func probe(_ demand: Demand = .unlimited) -> Probe<Int, TestFailure> {
    upstream.delay(for: .milliseconds(10), scheduler: scheduler).probe(demand)
  }

  @Test func `values come after the given time, as far apart as before`() {
    let probe = probe()
    upstream.send(1)
    scheduler.advance(by: .milliseconds(4))
    upstream.send(2)
    scheduler.advance(by: .milliseconds(5))
    #expect(probe.values.isEmpty)
    scheduler.advance(by: .milliseconds(1))
    #expect(probe.values == [1])
    scheduler.advance(by: .milliseconds(4))
    #expect(probe.values == [1, 2])
  }

  @Test func `values that come at the same time share a job`() {
    let probe = probe()
    upstream.send(1, 2)
    scheduler.advance(by: .milliseconds(4))
    upstream.send(3)
    upstream.finish()
    #expect(scheduler.waiting == 1)
    scheduler.advance(by: .milliseconds(6))
    #expect(probe.values == [1, 2])
    #expect(scheduler.waiting == 1)
    scheduler.advance(by: .milliseconds(4))
    #expect(probe.values == [1, 2, 3])
    #expect(probe.isFinished)
    #expect(scheduler.waiting == 0)
  }

  @Test func `a scheduler without time delays nothing`() {
    let probe = upstream.delay(for: .milliseconds(10), scheduler: ImmediateScheduler.shared).probe()
    probe.onValue = { [upstream] value in
      if value == 1 { upstream.send(2) }
      return .none
    }
    upstream.send(1)
    upstream.finish()
    #expect(probe.values == [1, 2])
    #expect(probe.isFinished)
  }

  @Test func `many values come in their order, and none too early`() async {
    let subject = PassthroughSubject<DispatchTime, Never>()
    let probe = Probe<DispatchTime, Never>()
    let queue = DispatchQueue(label: "delay")
    await withCheckedContinuation { continuation in
      probe.onValue = { sent in
        #expect(sent + .milliseconds(2) <= .now())
        return .none
      }
      probe.onCompletion = { _ in continuation.resume() }
      subject.delay(for: .milliseconds(2), scheduler: queue).subscribe(probe)
      for _ in 0..<2000 { subject.send(.now()) }
      subject.send(completion: .finished)
    }
    #expect(probe.values.count == 2000)
    #expect(probe.values == probe.values.sorted())
    probe.expectKept()
  }

  @Test func `the completion comes after the given time, too`() {
    let probe = probe()
    upstream.send(1)
    upstream.finish()
    scheduler.advance(by: .milliseconds(9))
    #expect(probe.completions.isEmpty)
    scheduler.advance(by: .milliseconds(1))
    #expect(probe.values == [1])
    #expect(probe.isFinished)
  }

  @Test func `a failure comes after the values before it`() {
    let probe = probe()
    upstream.send(1)
    upstream.send(completion: .failure(TestFailure(number: 1)))
    scheduler.advance(by: .milliseconds(10))
    #expect(probe.values == [1])
    #expect(probe.failure == TestFailure(number: 1))
  }

  @Test func `requests reach the upstream at once`() {
    let probe = probe(.max(1))
    #expect(upstream.requests == [.max(1)])
    probe.onValue = { _ in .max(2) }
    upstream.send(1)
    scheduler.advance(by: .milliseconds(10))
    #expect(upstream.asked == .max(3))
  }

  @Test func `cancelling drops values that are on their way`() {
    let probe = probe()
    upstream.send(1)
    probe.cancel()
    #expect(upstream.isCancelled)
    scheduler.advance(by: .milliseconds(10))
    #expect(probe.values.isEmpty)
  }

  @Test func `cancelling releases values that are on their way before their time`() {
    let subject = PassthroughSubject<Token, Never>()
    let cancellable = subject.delay(for: .milliseconds(10), scheduler: scheduler).sink { _ in }
    weak var token: Token?
    do {
      let sent = Token()
      token = sent
      subject.send(sent)
    }
    #expect(token != nil)
    cancellable.cancel()
    #expect(token == nil)
  }

  @Test func `the default tolerance is the least of the scheduler`() {
    let delayed = upstream.delay(for: .milliseconds(10), scheduler: scheduler)
    #expect(delayed.tolerance == scheduler.minimumTolerance)
    #expect(upstream.delay(for: 1, tolerance: 2, scheduler: scheduler).tolerance == 2)
  }
}

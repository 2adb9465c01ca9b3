// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

@Suite struct ShareTests {
  private let upstream = ManualPublisher<Int, TestFailure>()

  @Test func `the upstream is subscribed to once for all subscribers`() {
    let shared = upstream.share()
    let first = shared.probe()
    let second = shared.probe()
    upstream.send(1)
    #expect(upstream.subscribers == 1)
    #expect(first.values == [1])
    #expect(second.values == [1])
  }

  @Test func `the upstream is not subscribed to before there is a subscriber`() {
    _ = upstream.share()
    #expect(upstream.subscribers == 0)
  }

  @Test func `the upstream is not asked for values before a subscriber asks`() {
    let probe = upstream.share().probe(.none)
    #expect(upstream.requests.isEmpty)
    probe.request(.max(1))
    #expect(!upstream.requests.isEmpty)
  }

  @Test func `the upstream is cancelled with the last subscriber`() {
    let shared = upstream.share()
    let first = shared.probe()
    let second = shared.probe()
    first.cancel()
    #expect(!upstream.isCancelled)
    second.cancel()
    #expect(upstream.isCancelled)
  }

  @Test func `cancelling twice counts once`() {
    let shared = upstream.share()
    let first = shared.probe()
    let second = shared.probe()
    first.cancel()
    first.cancel()
    upstream.send(1)
    #expect(!upstream.isCancelled)
    #expect(second.values == [1])
  }

  @Test func `a subscriber after all have cancelled connects anew`() {
    let shared = upstream.share()
    shared.probe().cancel()
    let probe = shared.probe()
    #expect(upstream.subscribers == 2)
    upstream.send(1)
    #expect(probe.values == [1])
  }

  @Test func `every subscriber gets the completion, even a late one`() {
    let shared = upstream.share()
    let first = shared.probe()
    upstream.send(completion: .failure(TestFailure(number: 1)))
    let late = shared.probe()
    #expect(first.failure == TestFailure(number: 1))
    #expect(late.failure == TestFailure(number: 1))
    #expect(upstream.subscribers == 1)
  }

  @Test func `a subscriber that cancels while connecting leaves no connection`() {
    let subject = CurrentValueSubject<Int, Never>(1)
    var cancelled = 0
    let shared = subject.handleEvents(receiveCancel: { cancelled += 1 }).share()
    var values: [Int] = []
    let cancellable = shared.first().sink { values.append($0) }
    subject.send(2)
    #expect(values == [1])
    #expect(cancelled == 1)
    cancellable.cancel()
  }

  @Test func `the shared publisher lives as long as a subscription to it does`() {
    var values: [Int] = []
    let subject = PassthroughSubject<Int, Never>()
    let cancellable = subject.share().sink { values.append($0) }
    subject.send(1)
    cancellable.cancel()
    subject.send(2)
    #expect(values == [1])
  }

  @Test func `cancelling releases the subscriber`() {
    expectReleased { token in
      let subject = PassthroughSubject<Int, Never>()
      let shared = subject.share()
      shared.sink { _ in _ = token }.cancel()
      return shared
    }
  }

  @Test func `a share is equal only to itself`() {
    let shared = upstream.share()
    #expect(shared == shared)
    #expect(shared != upstream.share())
  }

  @Test func `subscribers of several threads share one connection`() {
    for _ in 0..<50 {
      let subject = PassthroughSubject<Int, Never>()
      let live = Recorded<Int>()
      let shared = Shared(
        subject.handleEvents(
          receiveSubscription: { _ in live.append(1) }, receiveCancel: { live.append(-1) }
        ).share())
      concurrently(4) { _ in
        let probe = shared.value.probe()
        subject.send(1)
        probe.cancel()
        probe.expectKept()
      }
      #expect(live.all.reduce(0, +) == 0)
    }
  }
}

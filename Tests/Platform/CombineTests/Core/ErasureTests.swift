// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

@Suite struct ErasureTests {
  @Test func `an erased publisher forwards the publisher that it wraps`() {
    let upstream = ManualPublisher<Int, TestFailure>()
    let erased: AnyPublisher<Int, TestFailure> = upstream.eraseToAnyPublisher().eraseToAnyPublisher()
    let probe = erased.probe(.max(1))
    #expect(upstream.requests == [.max(1)])
    upstream.send(1)
    upstream.finish()
    #expect(probe.values == [1])
    #expect(erased.description == "AnyPublisher")
  }

  @Test func `an erased subscriber forwards to the subscriber that it wraps`() {
    let probe = Probe<Int, TestFailure>(.max(2)) { _ in .max(3) }
    let erased = AnySubscriber(AnySubscriber(probe))
    #expect(erased.combineIdentifier == probe.combineIdentifier)
    let upstream = ManualPublisher<Int, TestFailure>()
    upstream.subscribe(erased)
    upstream.send(1)
    upstream.finish()
    #expect(upstream.asked == .max(5))
    #expect(probe.values == [1])
    #expect(probe.isFinished)
  }

  @Test func `a subscriber made of closures returns their demand`() {
    var completed = false
    let subscriber = AnySubscriber<Int, TestFailure>(
      receiveSubscription: { $0.request(.max(1)) }, receiveValue: { _ in .max(1) },
      receiveCompletion: { _ in completed = true })
    let upstream = ManualPublisher<Int, TestFailure>()
    upstream.subscribe(subscriber)
    #expect(upstream.send(1, 2))
    #expect(upstream.asked == .max(3))
    upstream.finish()
    #expect(completed)
  }

  @Test func `a subscriber without closures asks for no values`() {
    let upstream = ManualPublisher<Int, TestFailure>()
    upstream.subscribe(AnySubscriber<Int, TestFailure>())
    #expect(upstream.requests.isEmpty)
  }

  @Test func `a subscriber made of a subject sends to it`() {
    let subject = PassthroughSubject<Int, TestFailure>()
    let upstream = ManualPublisher<Int, TestFailure>()
    upstream.subscribe(AnySubscriber(subject))
    let probe = subject.probe()
    upstream.send(1)
    upstream.finish()
    #expect(probe.values == [1])
    #expect(probe.isFinished)
  }
}

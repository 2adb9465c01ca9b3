// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

/// The order in which operators of several publishers subscribe to them, ask them, and give the subscriber its
/// subscription: that of Apple's.
@Suite struct SubscriptionOrderTests {
  private let events = Recorded<String>()

  /// A publisher that says when it is subscribed to and asked.
  private func logged<P: Publisher>(_ name: String, _ publisher: P) -> AnyPublisher<P.Output, P.Failure> {
    let events = events
    return Deferred {
      events.append(name)
      return publisher.handleEvents(receiveRequest: { _ in events.append("\(name) asked") })
    }.eraseToAnyPublisher()
  }

  /// A publisher that sends nothing.
  private func silent(_ name: String) -> AnyPublisher<Int, Never> {
    logged(name, Empty<Int, Never>(completeImmediately: false).eraseToAnyPublisher())
  }

  private func order<P: Publisher>(of publisher: P) -> [String] {
    let events = events
    let subscription = publisher.handleEvents(receiveSubscription: { _ in events.append("subscriber") })
      .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    withExtendedLifetime(subscription) {}
    return events.all
  }

  @Test func `merge gives the subscription, then subscribes to and asks each upstream in turn`() {
    let order = order(of: silent("a").merge(with: silent("b"), silent("c")))
    #expect(order == ["subscriber", "a", "a asked", "b", "b asked", "c", "c asked"])
  }

  @Test func `merge of many gives the subscription, then subscribes to and asks each upstream in turn`() {
    let order = order(of: Publishers.MergeMany(silent("a"), silent("b")))
    #expect(order == ["subscriber", "a", "a asked", "b", "b asked"])
  }

  @Test func `zip subscribes to all, gives the subscription, then asks all`() {
    #expect(order(of: silent("a").zip(silent("b"))) == ["a", "b", "subscriber", "a asked", "b asked"])
  }

  @Test func `zip of four subscribes to all, gives the subscription, then asks all`() {
    let order = order(of: silent("a").zip(silent("b"), silent("c"), silent("d")))
    #expect(order == ["a", "b", "c", "d", "subscriber", "a asked", "b asked", "c asked", "d asked"])
  }

  @Test func `combineLatest subscribes to all, gives the subscription, then asks all`() {
    #expect(order(of: silent("a").combineLatest(silent("b"))) == ["a", "b", "subscriber", "a asked", "b asked"])
  }

  @Test func `combineLatest of three subscribes to all, gives the subscription, then asks all`() {
    let order = order(of: silent("a").combineLatest(silent("b"), silent("c")))
    #expect(order == ["a", "b", "c", "subscriber", "a asked", "b asked", "c asked"])
  }

  @Test func `drop until output gives the subscription, then asks the other publisher, then the upstream`() {
    let order = order(of: silent("upstream").drop(untilOutputFrom: silent("other")))
    #expect(order == ["subscriber", "other", "other asked", "upstream", "upstream asked"])
  }

  @Test func `prefix until output asks the other publisher, then subscribes to the upstream`() {
    let order = order(of: silent("upstream").prefix(untilOutputFrom: silent("other")))
    #expect(order == ["other", "other asked", "upstream", "subscriber", "upstream asked"])
  }

  @Test func `append subscribes to the second publisher when the first has finished`() {
    #expect(order(of: silent("a").append(silent("b"))) == ["a", "subscriber", "a asked"])
    let finished = Self()
    #expect(
      finished.order(of: finished.logged("a", Just(1)).append(finished.silent("b")))
        == ["a", "subscriber", "a asked", "b", "b asked"])
  }

  @Test func `prepend subscribes to its publisher first`() {
    let order = order(of: silent("a").prepend(logged("b", Just(1))))
    #expect(order == ["b", "subscriber", "b asked", "a", "a asked"])
  }

  @Test func `flatMap gives the subscription, then asks the upstream, then the new publishers`() {
    let order = order(of: logged("upstream", [1, 2].publisher).flatMap { silent("inner \($0)") })
    #expect(
      order == [
        "subscriber", "upstream", "upstream asked", "inner 1", "inner 1 asked", "inner 2", "inner 2 asked",
      ])
  }

  @Test func `switchToLatest gives the subscription, then asks the upstream, then the latest publisher`() {
    let order = order(of: logged("upstream", [1, 2].publisher).map { silent("inner \($0)") }.switchToLatest())
    #expect(
      order == [
        "subscriber", "upstream", "upstream asked", "inner 1", "inner 1 asked", "inner 2", "inner 2 asked",
      ])
  }

  @Test func `catch subscribes to the other publisher when the upstream has failed`() {
    let failing = logged("upstream", Fail<Int, TestFailure>(error: TestFailure()))
    let order = order(of: failing.catch { _ in silent("next") })
    #expect(order == ["upstream", "subscriber", "upstream asked", "next", "next asked"])
  }

  @Test func `tryCatch subscribes to the other publisher when the upstream has failed`() {
    let failing = logged("upstream", Fail<Int, TestFailure>(error: TestFailure()))
    let order = order(of: failing.tryCatch { _ in silent("next") })
    #expect(order == ["upstream", "subscriber", "upstream asked", "next", "next asked"])
  }

  @Test func `retry subscribes again when the upstream has failed`() {
    let failing = logged("upstream", Record<Int, TestFailure>(output: [1], completion: .failure(TestFailure())))
    #expect(
      order(of: failing.retry(1)) == ["upstream", "subscriber", "upstream asked", "upstream", "upstream asked"])
  }

  @Test func `share subscribes to the upstream once the subscriber is there`() {
    #expect(order(of: silent("upstream").share()) == ["subscriber", "upstream", "upstream asked"])
  }
}

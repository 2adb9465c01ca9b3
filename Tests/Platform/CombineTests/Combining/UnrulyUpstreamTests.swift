// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

/// Upstreams that break the contract do not make an operator break it.
@Suite struct UnrulyUpstreamTests {
  private typealias Source = UnrulyPublisher<Int, TestFailure>

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let make: @Sendable (UnrulyPublisher<Int, TestFailure>) -> AnyPublisher<Int, TestFailure>

    init(
      _ name: String,
      _ make: @escaping @Sendable (UnrulyPublisher<Int, TestFailure>) -> any Publisher<Int, TestFailure>
    ) {
      testDescription = name
      self.make = { source in make(source).erased() }
    }
  }

  static let cases: [Case] = [
    Case("combineLatest") { $0.combineLatest(one()) { $0 + $1 } },
    Case("zip") { $0.zip((1...9).publisher.setFailureType(to: TestFailure.self)) { $0 + $1 } },
    Case("merge") { $0.merge(with: one()) },
    Case("flatMap") { $0.flatMap { Just($0) } },
    Case("inner flatMap") { source in Just(1).flatMap { _ in source } },
    Case("switchToLatest") { $0.map { Just($0) }.switchToLatest() },
    Case("inner switchToLatest") { source in Just(source).setFailureType(to: TestFailure.self).switchToLatest() },
    Case("buffer") { $0.buffer(size: 2, prefetch: .keepFull, whenFull: .dropOldest) },
    Case("receive(on:)") { $0.receive(on: ImmediateScheduler.shared) },
    Case("subscribe(on:)") { $0.subscribe(on: ImmediateScheduler.shared) },
    Case("delay") { $0.delay(for: 1, scheduler: ImmediateScheduler.shared) },
    Case("debounce") { $0.debounce(for: 1, scheduler: ImmediateScheduler.shared) },
    Case("throttle") { $0.throttle(for: 1, scheduler: ImmediateScheduler.shared, latest: true) },
    Case("timeout") { $0.timeout(1, scheduler: TimelessScheduler()) },
    Case("share") { $0.share() },
  ]

  private static func one() -> Publishers.SetFailureType<Just<Int>, TestFailure> {
    Just(1).setFailureType(to: TestFailure.self)
  }

  @Test(arguments: cases) func `nothing comes after the completion`(of operator: Case) {
    for completion in [Subscribers.Completion<TestFailure>.finished, .failure(TestFailure())] {
      let source = Source()
      let probe = `operator`.make(source).probe()
      source.send(1)
      source.send(completion: completion)
      source.send(2)
      source.send(completion: .failure(TestFailure()))
      source.send(completion: .finished)
      probe.expectKept()
    }
  }

  @Test(arguments: cases) func `nothing comes after cancelling`(of operator: Case) {
    let source = Source()
    let probe = `operator`.make(source).probe()
    source.send(1)
    probe.cancel()
    source.send(2)
    source.send(completion: .finished)
    probe.expectKept()
    #expect(probe.completions.isEmpty)
    #expect(source.subscription.isCancelled)
  }

  @Test(arguments: cases) func `a second subscription is cancelled`(of operator: Case) {
    let source = Source()
    let probe = `operator`.make(source).probe()
    #expect(source.sendSubscription().isCancelled)
    #expect(!source.subscription.isCancelled)
    source.send(1)
    #expect(!probe.values.isEmpty)
    probe.expectKept()
  }
}

extension Publisher {
  fileprivate func erased() -> AnyPublisher<Output, Failure> { eraseToAnyPublisher() }
}

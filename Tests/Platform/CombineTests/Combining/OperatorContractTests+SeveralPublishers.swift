// SPDX-License-Identifier: Apache-2.0

import Combine

extension OperatorContractTests {
  /// Operators that have further publishers beside their upstream, and those that deliver in another way.
  static let severalPublishers: [Operator] = [
    Operator("combineLatest") { $0.combineLatest(Just(1).setFailureType(to: TestFailure.self)) },
    Operator("zip") { $0.zip((1...9).publisher.setFailureType(to: TestFailure.self)) },
    Operator("merge") { $0.merge(with: Empty()) },
    Operator("merge many") { $0.merge(with: Just(1).setFailureType(to: TestFailure.self).eraseToAnyPublisher()) },
    Operator("flatMap") { $0.flatMap { Just($0) } },
    Operator("flatMap one at a time") { $0.flatMap(maxPublishers: .max(1)) { [$0, $0].publisher } },
    Operator("switchToLatest") { $0.map { Just($0) }.switchToLatest() },
  ]

  static let delivering: [Operator] = [
    Operator("buffer keeping full") { $0.buffer(size: 2, prefetch: .keepFull, whenFull: .dropNewest) },
    Operator("buffer by request") { $0.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest) },
    Operator("receive(on:)") { $0.receive(on: ImmediateScheduler.shared) },
    Operator("subscribe(on:)") { $0.subscribe(on: ImmediateScheduler.shared) },
    Operator("delay") { $0.delay(for: 1, scheduler: ImmediateScheduler.shared) },
    Operator("debounce") { $0.debounce(for: 1, scheduler: ImmediateScheduler.shared) },
    Operator("throttle first") { $0.throttle(for: 1, scheduler: ImmediateScheduler.shared, latest: false) },
    Operator("throttle latest") { $0.throttle(for: 1, scheduler: ImmediateScheduler.shared, latest: true) },
    Operator("timeout") { $0.timeout(1, scheduler: TimelessScheduler()) },
    Operator("measureInterval") { $0.measureInterval(using: ImmediateScheduler.shared) },
    Operator("collect by time") { $0.collect(.byTime(ImmediateScheduler.shared, 1)) },
    Operator("collect by time or count") { $0.collect(.byTimeOrCount(ImmediateScheduler.shared, 1, 2)) },
    Operator("share") { $0.share() },
    Operator("multicast") { $0.multicast { PassthroughSubject() }.autoconnect() },
  ]
}

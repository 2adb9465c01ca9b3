// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

/// Publishers of publishers, and operators that go over to another publisher, where those send at once.
@Suite struct SynchronousInnerTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let expected: [Int]
    let make: @Sendable () -> AnyPublisher<Int, Never>

    init(_ name: String, _ expected: [Int], _ make: @escaping @Sendable () -> any Publisher<Int, Never>) {
      testDescription = name
      self.expected = expected
      self.make = { make().erased() }
    }
  }

  static let switching: [Case] = [
    Case("of values", [1, 2, 3]) { [1, 2, 3].publisher.map { Just($0) }.switchToLatest() },
    Case("of sequences", [1, 10, 2, 20]) { [1, 2].publisher.map { [$0, $0 * 10].publisher }.switchToLatest() },
    Case("with empty ones", [1, 3]) {
      [1, 2, 3].publisher.map { $0 == 2 ? [].publisher : [$0].publisher }.switchToLatest()
    },
    Case("before a subject", [1, 2]) {
      let subject = PassthroughSubject<Int, Never>()
      subject.send(completion: .finished)
      return subject.prepend(1, 2).map { Just($0) }.switchToLatest()
    },
    Case("of subjects with a value", [1, 2, 3]) {
      [1, 2, 3].publisher.map { CurrentValueSubject<Int, Never>($0).first() }.switchToLatest()
    },
    Case("in one another", [1, 2, 3]) {
      [[1, 2], [3]].publisher.map { $0.publisher.map { Just($0) }.switchToLatest() }.switchToLatest()
    },
    Case("on a scheduler", [1, 2, 3]) {
      [1, 2, 3].publisher.map { Just($0).receive(on: ImmediateScheduler.shared) }.switchToLatest()
    },
  ]

  static let flattening: [Case] = [
    Case("values", [1, 2, 3]) { [1, 2, 3].publisher.flatMap { Just($0) } },
    Case("sequences", [1, 10, 2, 20]) { [1, 2].publisher.flatMap { [$0, $0 * 10].publisher } },
    Case("sequences, one at a time", [1, 10, 2, 20]) {
      [1, 2].publisher.flatMap(maxPublishers: .max(1)) { [$0, $0 * 10].publisher }
    },
    Case("sequences, two at a time", [1, 10, 2, 20, 3, 30]) {
      [1, 2, 3].publisher.flatMap(maxPublishers: .max(2)) { [$0, $0 * 10].publisher }
    },
    Case("empty ones", [1, 3]) { [1, 2, 3].publisher.flatMap { $0 == 2 ? [].publisher : [$0].publisher } },
    Case("futures", [1, 2]) { [1, 2].publisher.flatMap { value in Future { $0(.success(value)) } } },
    Case("in one another", [1, 2, 3]) {
      [[1, 2], [3]].publisher.flatMap { $0.publisher.flatMap { Just($0) } }
    },
    Case("buffered ones", [1, 1, 2, 2]) {
      [1, 2].publisher.flatMap { [$0, $0].publisher.buffer(size: 1, prefetch: .keepFull, whenFull: .dropNewest) }
    },
  ]

  static let succeeding: [Case] = [
    Case("append", [1, 2, 3]) { Just(1).append([2].publisher).append(Just(3)) },
    Case("prepend", [1, 2, 3]) { Just(3).prepend([2].publisher).prepend(Just(1)) },
    Case("catch", [1, 2]) { Fail<Int, TestFailure>(error: TestFailure()).catch { _ in [1, 2].publisher } },
    Case("retry", [1, 2, 1, 2, 9]) {
      Record<Int, TestFailure>(output: [1, 2], completion: .failure(TestFailure())).retry(1).replaceError(with: 9)
    },
    Case("merge", [1, 2, 3, 4]) { [1, 2].publisher.merge(with: [3, 4].publisher) },
    Case("merge of many", [1, 2, 3, 4, 5]) {
      Publishers.MergeMany([1].publisher, [2, 3].publisher, [4, 5].publisher)
    },
    Case("zip", [11, 22]) { [1, 2, 3].publisher.zip([10, 20].publisher) { $0 + $1 } },
    Case("zip of three", [111]) { [1, 2].publisher.zip(Just(10), [100, 200].publisher) { $0 + $1 + $2 } },
    Case("combineLatest", [13, 23]) { [1, 2, 3].publisher.combineLatest([10, 20].publisher) { $0 + $1 } },
    Case("combineLatest of three", [112, 212]) {
      [1, 2].publisher.combineLatest(Just(10), [100, 200].publisher) { $0 + $1 + $2 }
    },
    Case("drop until output", [1, 2, 3]) { [1, 2, 3].publisher.drop(untilOutputFrom: Just("go")) },
    Case("prefix until output", []) { [1, 2, 3].publisher.prefix(untilOutputFrom: Just("stop")) },
    Case("share", [1, 2, 3]) { [1, 2, 3].publisher.share() },
    Case("multicast", [1, 2, 3]) { [1, 2, 3].publisher.multicast { PassthroughSubject() }.autoconnect() },
  ]

  @Test(arguments: switching) func `switchToLatest loses no value`(of case: Case) { expectAll(`case`) }

  @Test(arguments: flattening) func `flatMap loses no value`(of case: Case) { expectAll(`case`) }

  @Test(arguments: succeeding) func `operators of several publishers lose no value`(of case: Case) { expectAll(`case`) }

  private func expectAll(_ case: Case) {
    for demand in [Demand.unlimited, .max(1)] where demand == .unlimited || !`case`.dropsWithoutDemand {
      let probe = Probe<Int, Never>(demand) { _ in demand == .unlimited ? .none : .max(1) }
      `case`.make().subscribe(probe)
      #expect(probe.values == `case`.expected, "asked for \(demand)")
      #expect(probe.isFinished)
      probe.expectKept()
    }
  }

  @Test func `a publisher that arrives from within a value is not lost`() {
    let outer = PassthroughSubject<[Int], Never>()
    let probe = Probe<Int, Never>()
    probe.onValue = { value in
      if value == 1 {
        outer.send([10, 11])
        outer.send([20])
      }
      return .none
    }
    outer.map(\.publisher).switchToLatest().subscribe(probe)
    outer.send([1])
    #expect(probe.values == [1, 10, 11, 20])
    probe.expectKept()
  }

  @Test func `a value that an inner publisher brings is flattened after it`() {
    let outer = PassthroughSubject<Int, Never>()
    let probe = Probe<Int, Never>()
    probe.onValue = { value in
      if value < 10 { outer.send(value * 10) }
      return .none
    }
    outer.flatMap { [$0, $0 + 1].publisher }.subscribe(probe)
    outer.send(1)
    outer.send(completion: .finished)
    #expect(probe.values == [1, 2, 10, 11, 20, 21])
    #expect(probe.isFinished)
    probe.expectKept()
  }

  @Test func `a value sent from within one reaches every publisher of a combination`() {
    let (first, second) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    let probe = Probe<Int, Never>()
    probe.onValue = { value in
      if value < 100 { second.send(value * 100) }
      return .none
    }
    first.merge(with: second).subscribe(probe)
    first.send(1)
    first.send(2)
    #expect(probe.values == [1, 100, 2, 200])
    probe.expectKept()
  }
}

extension SynchronousInnerTests.Case {
  /// `true` if values that come without demand are dropped, as Apple documents it for combinations of latest values.
  fileprivate var dropsWithoutDemand: Bool { testDescription.hasPrefix("combineLatest") }
}

extension Publisher {
  fileprivate func erased() -> AnyPublisher<Output, Failure> { eraseToAnyPublisher() }
}

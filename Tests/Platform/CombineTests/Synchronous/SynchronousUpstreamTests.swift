// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

/// Upstreams that send from within the request for values, and others from within a value: what comes out is what comes
/// of the same values sent one by one.
@Suite struct SynchronousUpstreamTests {
  typealias Operator = OperatorContractTests.Operator

  /// A publisher of `values`.
  struct Source: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let make: @Sendable () -> AnyPublisher<Int, TestFailure>

    init(_ name: String, _ make: @escaping @Sendable () -> any Publisher<Int, TestFailure>) {
      testDescription = name
      self.make = { make().erased() }
    }
  }

  private static let values = [1, 1, 2, 3, 4]

  static let sources: [Source] = [
    Source("sequence") { numbers(values) },
    Source("record") { Record(output: values, completion: .finished) },
    Source("values before a subject") { finishedSubject().prepend(1, 1, 2, 3, 4) },
    Source("values after a subject") { finishedSubject().append(1, 1, 2, 3, 4) },
    Source("deferred") { Deferred { numbers(values) } },
    Source("merge") { numbers(values).merge(with: Empty()) },
    Source("flatMap") { numbers(values).flatMap { Just($0) } },
    Source("flatMap, one at a time") { numbers(values).flatMap(maxPublishers: .max(1)) { Just($0) } },
    Source("switchToLatest") { numbers(values).map { Just($0) }.switchToLatest() },
    Source("zip") { numbers(values).zip(numbers(values)) { first, _ in first } },
    Source("buffer") { numbers(values).buffer(size: 9, prefetch: .byRequest, whenFull: .dropNewest) },
    Source("receive(on:)") { numbers(values).receive(on: ImmediateScheduler.shared) },
    Source("catch") { Fail<Int, TestFailure>(error: TestFailure()).catch { _ in numbers(values) } },
    Source("one that sends within each request") { EagerPublisher(values) },
  ]

  /// In these the order in which the publishers are subscribed to shows.
  private static let ofSeveral: Set = ["combineLatest", "merge many"]

  static let operators = OperatorContractTests.operators.filter { !ofSeveral.contains($0.testDescription) }

  /// `zip` subscribes to all of its upstreams before it asks them, and until it is asked, `switchToLatest` passes over
  /// publishers for good.
  private static func subscribesBeforeAsking(_ operator: Operator, to source: Source) -> Bool {
    `operator`.testDescription == "zip" && source.testDescription == "switchToLatest"
  }

  @Test(arguments: operators) func `values sent at once arrive like values sent one by one`(of operator: Operator) {
    let expected = outcome(of: `operator`) { upstream in
      Self.values.forEach { upstream.send($0) }
      upstream.send(completion: .finished)
    }
    for source in Self.sources where !Self.subscribesBeforeAsking(`operator`, to: source) {
      for demand in [Demand.unlimited, .max(1)] {
        let subscriber = Probe<String, any Error>(demand) { _ in demand == .unlimited ? .none : .max(1) }
        `operator`.apply(source.make()).subscribe(subscriber)
        #expect(subscriber.values == expected, "from \(source.testDescription), asked for \(demand)")
        #expect(subscriber.isFinished, "from \(source.testDescription), asked for \(demand)")
        subscriber.expectKept()
      }
    }
  }

  /// `prepend` is left out: while it sends its first values, nobody has subscribed to the upstream yet.
  @Test(arguments: operators.filter { $0.testDescription != "prepend" })
  func `values sent from within a value arrive like values sent one by one`(
    of operator: Operator
  ) {
    let expected = outcome(of: `operator`) { upstream in
      Self.values.forEach { upstream.send($0) }
      upstream.send(completion: .finished)
    }
    let upstream = PassthroughSubject<Int, TestFailure>()
    var left = Self.values[...]
    let subscriber = Probe<String, any Error>()
    subscriber.onValue = { _ in
      if let next = left.popFirst() { upstream.send(next) }
      return .none
    }
    `operator`.apply(upstream.eraseToAnyPublisher()).subscribe(subscriber)
    while let next = left.popFirst() { upstream.send(next) }
    upstream.send(completion: .finished)
    #expect(subscriber.values == expected)
    #expect(subscriber.isFinished)
    subscriber.expectKept()
  }

  @Test(arguments: operators) func `a completion sent from within a value arrives after it`(of operator: Operator) {
    let upstream = PassthroughSubject<Int, TestFailure>()
    let subscriber = Probe<String, any Error>()
    subscriber.onValue = { [unowned subscriber] _ in
      upstream.send(completion: .finished)
      #expect(subscriber.completions.isEmpty)
      return .none
    }
    `operator`.apply(upstream.eraseToAnyPublisher()).subscribe(subscriber)
    Self.values.forEach { upstream.send($0) }
    upstream.send(completion: .finished)
    #expect(subscriber.isFinished)
    subscriber.expectKept()
  }

  /// These send nothing before they have everything, or ask for everything before they send.
  private static let ofEverything: Set = [
    "collect", "ignoreOutput", "reduce", "tryReduce", "count", "max", "tryMin", "last", "last where", "tryLast",
    "debounce", "throttle first", "throttle latest",
    "zip", "collect by time",
  ]

  @Test(arguments: operators.filter { !ofEverything.contains($0.testDescription) })
  func `an upstream that sends at once is not asked for more than the demand`(by operator: Operator) {
    let endless = CountedSequence(limit: 100_000)
    let upstream = endless.publisher.setFailureType(to: TestFailure.self).eraseToAnyPublisher()
    let subscriber = `operator`.apply(upstream).prefix(3).probe()
    #expect(!subscriber.values.isEmpty)
    #expect(subscriber.isFinished)
    #expect(endless.count < 100)
    subscriber.expectKept()
  }

  private func outcome(
    of operator: Operator, of events: (PassthroughSubject<Int, TestFailure>) -> Void
  ) -> [String] {
    let upstream = PassthroughSubject<Int, TestFailure>()
    let subscriber = `operator`.apply(upstream.eraseToAnyPublisher()).probe()
    events(upstream)
    subscriber.expectKept()
    return subscriber.values
  }
}

private func numbers(_ values: [Int]) -> AnyPublisher<Int, TestFailure> {
  values.publisher.setFailureType(to: TestFailure.self).eraseToAnyPublisher()
}

private func finishedSubject() -> PassthroughSubject<Int, TestFailure> {
  let subject = PassthroughSubject<Int, TestFailure>()
  subject.send(completion: .finished)
  return subject
}

extension Publisher {
  fileprivate func erased() -> AnyPublisher<Output, Failure> { eraseToAnyPublisher() }
}

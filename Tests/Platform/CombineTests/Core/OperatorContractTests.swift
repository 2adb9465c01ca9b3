// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

/// What holds for every operator with one upstream publisher.
@Suite struct OperatorContractTests {
  /// An operator as a function of publishers of integers.
  struct Operator: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let apply: @Sendable (AnyPublisher<Int, TestFailure>) -> AnyPublisher<String, any Error>

    init<Output, Failure>(
      _ name: String, _ apply: @escaping @Sendable (AnyPublisher<Int, TestFailure>) -> any Publisher<Output, Failure>
    ) {
      testDescription = name
      self.apply = { upstream in erase(apply(upstream)) }
    }
  }

  static let operators: [Operator] =
    mapping + filtering + reducing + sequencing + errorsAndDebugging + severalPublishers + delivering

  static let mapping: [Operator] = [
    Operator("map") { $0.map { $0 + 1 } },
    Operator("map key path") { $0.map(\.magnitude) },
    Operator("map two key paths") { $0.map(\.magnitude, \.hashValue) },
    Operator("map three key paths") { $0.map(\.magnitude, \.hashValue, \.bitWidth) },
    Operator("tryMap") { $0.tryMap { $0 + 1 } },
    Operator("compactMap") { $0.compactMap { $0 } },
    Operator("tryCompactMap") { $0.tryCompactMap { $0 } },
    Operator("scan") { $0.scan(0, +) },
    Operator("tryScan") { $0.tryScan(0) { $0 + $1 } },
    Operator("encode") { $0.encode(encoder: TextCoder()) },
    Operator("decode") { $0.map { "\($0)" }.decode(type: Int.self, decoder: TextCoder()) },
  ]

  static let filtering: [Operator] = [
    Operator("filter") { $0.filter { $0 > 0 } },
    Operator("tryFilter") { $0.tryFilter { $0 > 0 } },
    Operator("removeDuplicates") { $0.removeDuplicates() },
    Operator("tryRemoveDuplicates") { $0.tryRemoveDuplicates(by: ==) },
    Operator("replaceEmpty") { $0.replaceEmpty(with: 7) },
  ]

  static let reducing: [Operator] = [
    Operator("collect") { $0.collect() },
    Operator("collect by count") { $0.collect(2) },
    Operator("ignoreOutput") { $0.ignoreOutput() },
    Operator("reduce") { $0.reduce(0, +) },
    Operator("tryReduce") { $0.tryReduce(0) { $0 + $1 } },
    Operator("count") { $0.count() },
    Operator("max") { $0.max() },
    Operator("tryMin") { $0.tryMin(by: <) },
    Operator("contains") { $0.contains(3) },
    Operator("tryContains") { $0.tryContains { $0 == 3 } },
    Operator("allSatisfy") { $0.allSatisfy { $0 < 3 } },
    Operator("tryAllSatisfy") { $0.tryAllSatisfy { $0 < 3 } },
  ]

  static let sequencing: [Operator] = [
    Operator("first") { $0.first() },
    Operator("first where") { $0.first { $0 > 1 } },
    Operator("tryFirst") { $0.tryFirst { $0 > 1 } },
    Operator("last") { $0.last() },
    Operator("last where") { $0.last { $0 > 1 } },
    Operator("tryLast") { $0.tryLast { $0 > 1 } },
    Operator("output in") { $0.output(in: 1...2) },
    Operator("prefix") { $0.prefix(2) },
    Operator("dropFirst") { $0.dropFirst(2) },
    Operator("drop while") { $0.drop { $0 < 2 } },
    Operator("tryDrop") { $0.tryDrop { $0 < 2 } },
    Operator("prefix while") { $0.prefix { $0 < 3 } },
    Operator("tryPrefix") { $0.tryPrefix { $0 < 3 } },
    Operator("drop until output") { $0.drop(untilOutputFrom: Just(0).setFailureType(to: TestFailure.self)) },
    Operator("prefix until output") { $0.prefix(untilOutputFrom: Empty<Int, Never>(completeImmediately: false)) },
    Operator("append") { $0.append(8, 9) },
    Operator("prepend") { $0.prepend(8, 9) },
  ]

  static let errorsAndDebugging: [Operator] = [
    Operator("mapError") { $0.mapError { _ in TestFailure(number: 2) } },
    Operator("catch") { $0.catch { _ in Just(9) } },
    Operator("tryCatch") { $0.tryCatch { _ in Just(9).setFailureType(to: TestFailure.self) } },
    Operator("replaceError") { $0.replaceError(with: 9) },
    Operator("retry") { $0.retry(1) },
    Operator("print") { $0.print(to: DiscardingStream()) },
    Operator("handleEvents") { $0.handleEvents() },
    Operator("breakpoint") { $0.breakpoint() },
  ]

  /// The operators that keep nothing of a subscription: they pass each one on, also a second one, for whoever keeps the
  /// first to refuse.
  private static let withoutState: Set = [
    "map", "map key path", "map two key paths", "map three key paths", "compactMap", "filter", "mapError", "print",
    "handleEvents", "breakpoint",
  ]

  private typealias Source = ManualPublisher<Int, TestFailure>

  @Test(arguments: operators) func `an operator keeps the contract whatever demand it gets`(operator: Operator) {
    for demand in [Demand.none, .max(1), .max(2), .unlimited] {
      let upstream = Source()
      let subscriber = `operator`.apply(upstream.eraseToAnyPublisher()).probe(demand)
      for value in [1, 1, 2, 3, 4] {
        upstream.send(value)
        subscriber.request(.max(1))
      }
      upstream.finish()
      subscriber.request(.unlimited)
      subscriber.expectKept()
      #expect(!subscriber.completions.isEmpty)
    }
  }

  @Test(arguments: operators) func `an operator sends nothing after it is cancelled`(operator: Operator) {
    let upstream = Source()
    let subscriber = `operator`.apply(upstream.eraseToAnyPublisher()).probe()
    upstream.send(1)
    subscriber.cancel()
    upstream.send(2, 3)
    upstream.send(completion: .failure(TestFailure(number: 1)))
    subscriber.expectKept()
  }

  @Test(arguments: operators) func `cancelling an operator cancels its upstream`(operator: Operator) {
    let upstream = Source()
    let subscriber = `operator`.apply(upstream.eraseToAnyPublisher()).probe(.max(5))
    guard let subscription = upstream.subscription else { return }
    subscriber.cancel()
    #expect(subscription.isCancelled)
  }

  @Test(arguments: operators) func `an operator can be cancelled from within a value`(operator: Operator) {
    let upstream = Source()
    let subscriber = Probe<String, any Error>()
    subscriber.onValue = { [unowned subscriber] _ in
      subscriber.cancel()
      return .max(1)
    }
    `operator`.apply(upstream.eraseToAnyPublisher()).subscribe(subscriber)
    upstream.send(1, 2, 3, 4)
    upstream.finish()
    subscriber.expectKept()
    #expect(subscriber.values.count <= 1)
    #expect(subscriber.completions.isEmpty || subscriber.values.isEmpty)
  }

  @Test(arguments: operators) func `an operator can be asked for more from within a value`(operator: Operator) {
    let subscriber = Probe<String, any Error>(.max(1))
    subscriber.onValue = { [unowned subscriber] _ in
      subscriber.request(.max(1))
      return .none
    }
    let upstream = (1...5).publisher.setFailureType(to: TestFailure.self).eraseToAnyPublisher()
    `operator`.apply(upstream).subscribe(subscriber)
    subscriber.expectKept()
    #expect(subscriber.isFinished)
  }

  @Test(arguments: operators) func `an operator refuses a second subscription`(operator: Operator) {
    let upstream = DoublePublisher()
    let subscriber = `operator`.apply(upstream.eraseToAnyPublisher()).probe()
    let passesOn = Self.withoutState.contains(`operator`.testDescription)
    #expect(upstream.second.isCancelled != passesOn)
    #expect(subscriber.violations == (passesOn ? ["a second subscription"] : []))
  }

  @Test(arguments: operators) func `the next operator refuses a second subscription`(operator: Operator) {
    let upstream = DoublePublisher()
    let subscriber = `operator`.apply(upstream.eraseToAnyPublisher()).dropFirst().probe()
    #expect(upstream.second.isCancelled)
    subscriber.expectKept()
  }

  @Test(arguments: operators) func `an operator releases its subscriber when it has completed`(operator: Operator) {
    expectReleased { token in
      let upstream = Source()
      let subscriber = KeepingSubscriber(token)
      `operator`.apply(upstream.eraseToAnyPublisher()).subscribe(subscriber)
      upstream.send(1, 2)
      upstream.finish()
      return upstream
    }
  }

  @Test(arguments: operators) func `an operator releases its subscriber when it is cancelled`(operator: Operator) {
    expectReleased { token in
      let upstream = Source()
      let subscriber = KeepingSubscriber(token)
      `operator`.apply(upstream.eraseToAnyPublisher()).subscribe(subscriber)
      upstream.send(1)
      subscriber.subscription?.cancel()
      return upstream
    }
  }
}

/// A subscriber that keeps its subscription for ever, as it should not.
private final class KeepingSubscriber: Subscriber {
  typealias Input = String
  typealias Failure = any Error

  private let token: Token
  private(set) var subscription: (any Subscription)?

  init(_ token: Token) {
    self.token = token
  }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    subscription.request(.unlimited)
  }

  func receive(_ input: String) -> Subscribers.Demand {
    .none
  }

  func receive(completion: Subscribers.Completion<any Error>) {}
}

/// A publisher that breaks the contract by sending two subscriptions.
private final class DoublePublisher: Publisher {
  typealias Output = Int
  typealias Failure = TestFailure

  let second = ManualSubscription<Int, TestFailure>(AnySubscriber())

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestFailure {
    subscriber.receive(subscription: Subscriptions.empty)
    subscriber.receive(subscription: second)
  }
}

/// A stream that keeps nothing.
struct DiscardingStream: TextOutputStream {
  func write(_ string: String) {}
}

/// Encodes integers as text, and decodes them.
struct TextCoder: TopLevelEncoder, TopLevelDecoder {
  func encode<T: Encodable>(_ value: T) throws -> String {
    guard let number = value as? Int else { throw TestFailure(number: 1) }
    return String(number)
  }

  func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
    guard let number = Int(text) as? T else { throw TestFailure(number: 2) }
    return number
  }
}

/// A publisher of any kind as one of texts.
private func erase<P: Publisher>(_ publisher: P) -> AnyPublisher<String, any Error> {
  publisher.map { String(describing: $0) }.mapError { $0 as any Error }.eraseToAnyPublisher()
}

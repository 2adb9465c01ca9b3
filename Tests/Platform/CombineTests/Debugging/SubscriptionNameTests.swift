// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

/// The names of subscriptions in the output of `print()`.
@Suite struct SubscriptionNameTests {
  typealias Operator = OperatorContractTests.Operator

  /// The names that are not those of the operators' functions in capitals.
  private static let names = [
    "encode": "Encode", "decode": "Decode", "collect by count": "CollectByCount", "max": "Comparison",
    "tryMin": "TryComparison", "contains": "Contains", "tryContains": "TryContainsWhere",
    "first where": "FirstWhere", "tryFirst": "TryFirstWhere", "last where": "LastWhere", "tryLast": "TryLastWhere",
    "output in": "Output", "prefix": "Output", "dropFirst": "Drop", "drop while": "DropWhile",
    "tryDrop": "TryDropWhile", "prefix while": "PrefixWhile", "tryPrefix": "TryPrefixWhile",
    "drop until output": "DropUntilOutput", "prefix until output": "PrefixUntilOutput", "append": "Concatenate",
    "prepend": "Concatenate", "merge many": "Merge", "flatMap one at a time": "FlatMap",
    "buffer keeping full": "Buffer", "buffer by request": "Buffer", "receive(on:)": "ReceiveOn",
    "subscribe(on:)": "SubscribeOn", "throttle first": "Throttle", "throttle latest": "Throttle",
    "collect by time": "CollectByTime", "collect by time or count": "CollectByTime", "share": "Autoconnect",
    "multicast": "Autoconnect",
  ]

  /// These pass the subscription of their upstream on.
  private static let withoutName: Set = [
    "map", "map key path", "map two key paths", "map three key paths", "compactMap", "filter", "mapError", "print",
    "breakpoint",
  ]

  @Test(arguments: OperatorContractTests.operators) func `a subscription is described by its operator's name`(
    operator: Operator
  ) throws {
    let upstream = PassthroughSubject<Int, TestFailure>()
    let subscription = `operator`.apply(upstream.eraseToAnyPublisher()).probe(.none).subscription
    let name = `operator`.testDescription
    let expected =
      Self.withoutName.contains(name)
      ? "PassthroughSubject" : Self.names[name] ?? name.prefix(1).uppercased() + name.dropFirst()
    #expect(String(describing: try #require(subscription)) == expected)
  }

  @Test func `the descriptions of sources are those of Apple's`() {
    func name<P: Publisher>(_ publisher: P) -> String {
      publisher.probe(.none).subscription.map { String(describing: $0) } ?? ""
    }
    #expect(name(Just(1)) == "Just")
    #expect(name([1, 2].publisher) == "[1, 2]")
    #expect(name(Empty<Int, Never>()) == "Empty")
    #expect(name(Empty<Int, Never>(completeImmediately: false)) == "Empty")
    #expect(name(Fail<Int, TestFailure>(error: TestFailure())) == "Empty")
    #expect(name(Optional(1).publisher) == "Optional")
    #expect(name(Result<Int, Never>.success(1).publisher) == "Once")
    #expect(name(Future<Int, Never> { _ in }) == "Future")
    #expect(name(CurrentValueSubject<Int, Never>(1)) == "CurrentValueSubject")
    #expect(name(Deferred { Just(1) }) == "Just")
    #expect(name(ObservableObjectPublisher()) == "ObservableObjectPublisher")
  }
}

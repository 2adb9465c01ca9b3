// SPDX-License-Identifier: Apache-2.0

import Combine
import Dispatch
import Testing

/// Upstreams that send from within the request for values, and do not come to an end: `connect()` does not return before
/// they are cancelled.
@Suite struct EndlessUpstreamTests {
  /// A way of sharing the values of one connection.
  struct Sharing: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let apply: @Sendable (AnyPublisher<Int, Never>) -> AnyPublisher<Int, Never>

    init(_ name: String, _ apply: @escaping @Sendable (AnyPublisher<Int, Never>) -> any Publisher<Int, Never>) {
      testDescription = name
      self.apply = { apply($0).erased() }
    }
  }

  static let ways: [Sharing] = [
    Sharing("share") { $0.share() },
    Sharing("shared twice") { $0.share().share() },
    Sharing("multicast") { $0.multicast { PassthroughSubject() }.autoconnect() },
    Sharing("multicast of a value") { $0.multicast(subject: CurrentValueSubject(-1)).autoconnect().filter { $0 >= 0 } },
    Sharing("makeConnectable") { $0.makeConnectable().autoconnect() },
    Sharing("makeConnectable of share") { $0.share().makeConnectable().autoconnect() },
  ]

  @Test(arguments: ways) func `the last subscriber ends an upstream that is still being connected`(way: Sharing) {
    let numbers = CountedSequence(limit: 100_000)
    let subscriber = way.apply(numbers.publisher.eraseToAnyPublisher()).prefix(3).probe()
    #expect(subscriber.values == [0, 1, 2])
    #expect(subscriber.isFinished)
    #expect(numbers.count < 10)
    subscriber.expectKept()
  }

  @Test(arguments: ways) func `cancelling on another thread ends an upstream that is connecting`(way: Sharing) {
    let numbers = CountedSequence(limit: 100_000)
    let (arrived, cancelled) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let subscriber = Probe<Int, Never> { value in
      if value == 5 {
        arrived.signal()
        cancelled.wait()
      }
      return .none
    }
    let shared = Shared((way.apply(numbers.publisher.eraseToAnyPublisher()), subscriber))
    concurrently(2) { thread in
      if thread == 0 {
        shared.value.0.subscribe(shared.value.1)
        arrived.signal()
        return
      }
      arrived.wait()
      shared.value.1.cancel()
      cancelled.signal()
    }
    #expect(subscriber.values == [0, 1, 2, 3, 4, 5])
    #expect(numbers.count < 10)
    subscriber.expectKept()
  }

  @Test(arguments: ways) func `the upstream goes on if a subscriber comes before the last leaves`(way: Sharing) {
    let numbers = CountedSequence(limit: 100_000)
    let shared = way.apply(numbers.publisher.eraseToAnyPublisher())
    let (first, second) = (Probe<Int, Never>(), Probe<Int, Never>())
    first.onValue = { [unowned first] value in
      if value == 2 {
        shared.filter { $0 > 2 }.prefix(3).subscribe(second)
        first.cancel()
      }
      return .none
    }
    shared.subscribe(first)
    #expect(first.values == [0, 1, 2])
    #expect(second.values == [3, 4, 5])
    #expect(second.isFinished)
    #expect(numbers.count < 10)
  }

  @Test func `a subscriber that comes after the last one has left connects anew`() {
    var sequences: [CountedSequence] = []
    let shared = Deferred {
      sequences.append(CountedSequence(limit: 100_000))
      return sequences[sequences.endIndex - 1].publisher
    }.share()
    let (first, second) = (Probe<Int, Never>(), Probe<Int, Never>())
    first.onValue = { [unowned first] value in
      if value == 2 {
        first.cancel()
        shared.prefix(2).subscribe(second)
      }
      return .none
    }
    shared.subscribe(first)
    #expect(first.values == [0, 1, 2])
    #expect(second.values == [0, 1])
    #expect(sequences.map { $0.count < 10 } == [true, true])
    first.expectKept()
    second.expectKept()
  }

  @Test func `a client's own connectable publisher is cancelled once it has connected`() {
    let publisher = EagerConnectable()
    let subscriber = publisher.autoconnect().prefix(1).probe()
    #expect(subscriber.values == [1])
    #expect(publisher.events == ["sent", "cancelled"])
  }
}

/// A connectable publisher that sends a value before it hands out its connection.
private final class EagerConnectable: ConnectablePublisher {
  typealias Output = Int
  typealias Failure = Never

  private let subject = PassthroughSubject<Int, Never>()
  private(set) var events: [String] = []

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    subject.subscribe(subscriber)
  }

  func connect() -> any Cancellable {
    subject.send(1)
    events.append("sent")
    return AnyCancellable { self.events.append("cancelled") }
  }
}

extension Publisher {
  fileprivate func erased() -> AnyPublisher<Output, Failure> { eraseToAnyPublisher() }
}

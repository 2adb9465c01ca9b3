// SPDX-License-Identifier: Apache-2.0

import Combine
import Foundation
import Testing

/// Code of the kind a client writes, which has to compile in Swift 6 mode without a warning.
@Suite struct ClientCodeTests {
  private struct Dog: Codable, Equatable, Sendable {
    let name: String
  }

  @MainActor private final class Model: ObservableObject {
    @Published var dogs: [Dog] = []
    @Published var message = ""
    private var cancellables: Set<AnyCancellable> = []

    func load(_ data: AnyPublisher<(data: Data, status: Int), any Error>) {
      data
        .tryMap { element -> Data in
          guard element.status == 200 else { throw TestFailure(number: element.status) }
          return element.data
        }
        .decode(type: [Dog].self, decoder: JSONDecoder())
        .handleEvents(receiveOutput: { _ in })
        .catch { [weak self] error in
          self?.message = "\(error)"
          return Just([Dog]())
        }
        .sink { [weak self] dogs in self?.dogs = dogs }
        .store(in: &cancellables)
    }
  }

  @Test @MainActor func `a chain loads, checks, decodes and assigns`() {
    let model = Model()
    let body = Data(#"[{"name":"Rex"}]"#.utf8)
    model.load(Just((data: body, status: 200)).setFailureType(to: (any Error).self).eraseToAnyPublisher())
    #expect(model.dogs == [Dog(name: "Rex")])
    model.load(Just((data: body, status: 404)).setFailureType(to: (any Error).self).eraseToAnyPublisher())
    #expect(model.dogs.isEmpty)
    #expect(model.message == "TestFailure(number: 404)")
  }

  @Test func `a cancellable and a subject can cross to other threads`() async {
    let subject = PassthroughSubject<Int, Never>()
    let cancellable = subject.sink { _ in }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { subject.send(1) }
      group.addTask { cancellable.cancel() }
    }
  }

  @Test func `demand and completions can cross to other threads`() async {
    let completion = Subscribers.Completion<TestFailure>.failure(TestFailure(number: 1))
    let demand = Subscribers.Demand.max(2)
    let result = await Task { (completion, demand) }.value
    #expect(result.0 == completion)
    #expect(result.1 == demand)
  }

  /// A publisher of one's own, with a subscription of one's own.
  private struct Countdown: Publisher {
    typealias Output = Int
    typealias Failure = Never

    let start: Int

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
      subscriber.receive(subscription: Inner(subscriber, start))
    }

    private final class Inner<S: Subscriber>: Subscription where S.Input == Int, S.Failure == Never {
      private var subscriber: S?
      private var left: Int

      init(_ subscriber: S, _ left: Int) {
        self.subscriber = subscriber
        self.left = left
      }

      func request(_ demand: Subscribers.Demand) {
        var demand = demand
        while demand > 0, left > 0, let subscriber {
          demand -= 1
          left -= 1
          demand += subscriber.receive(left)
        }
        if left == 0 {
          subscriber?.receive(completion: .finished)
          subscriber = nil
        }
      }

      func cancel() {
        subscriber = nil
      }
    }
  }

  @Test func `a client's own publisher works with the operators`() {
    let probe = Countdown(start: 5).filter { $0.isMultiple(of: 2) }.map { $0 * 10 }.collect().probe()
    #expect(probe.values == [[40, 20, 0]])
    let some: some Publisher<Int, Never> = Countdown(start: 2)
    let any: any Publisher<Int, Never> = Countdown(start: 2)
    #expect(some.probe().values == [1, 0])
    var values: [Int] = []
    _ = any.sink { values.append($0) }
    #expect(values == [1, 0])
  }
}

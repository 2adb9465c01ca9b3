// SPDX-License-Identifier: Apache-2.0

import Combine
import Testing

/// What an operator holds is let go with the completion and with cancelling, however long the upstream lives.
@Suite struct CombiningLifetimeTests {
  private let a = PassthroughSubject<Token, Never>()
  private let b = PassthroughSubject<Token, Never>()

  private var operators: [(name: String, publisher: AnyPublisher<[Token], Never>)] {
    [
      ("combineLatest", a.combineLatest(b) { [$0, $1] }.eraseToAnyPublisher()),
      ("zip", a.zip(b) { [$0, $1] }.eraseToAnyPublisher()),
      ("merge", a.merge(with: b).map { [$0] }.eraseToAnyPublisher()),
      ("flatMap", a.flatMap { [b] _ in b }.map { [$0] }.eraseToAnyPublisher()),
      ("switchToLatest", a.map { [b] _ in b }.switchToLatest().map { [$0] }.eraseToAnyPublisher()),
    ]
  }

  @Test func `cancelling releases the subscriber and the kept values`() {
    for (name, publisher) in operators {
      weak var subscriber: Token?
      weak var value: Token?
      do {
        let kept = Token()
        let sent = Token()
        subscriber = kept
        value = sent
        let cancellable = publisher.sink { _ in _ = kept }
        a.send(sent)
        cancellable.cancel()
      }
      #expect(subscriber == nil, "\(name)")
      #expect(value == nil, "\(name)")
    }
  }

  @Test func `completing releases the subscriber`() {
    for name in operators.map(\.name) {
      let test = CombiningLifetimeTests()
      weak var subscriber: Token?
      var cancellable: AnyCancellable?
      do {
        let kept = Token()
        subscriber = kept
        cancellable = test.operators.first { $0.name == name }?.publisher.sink { _ in _ = kept }
        test.a.send(completion: .finished)
        test.b.send(completion: .finished)
      }
      #expect(subscriber == nil, "\(name)")
      _ = cancellable
    }
  }

  @Test func `releasing the cancellable of a sink releases everything`() {
    for (name, publisher) in operators {
      weak var subscriber: Token?
      do {
        let kept = Token()
        subscriber = kept
        _ = publisher.sink { _ in _ = kept }
      }
      #expect(subscriber == nil, "\(name)")
    }
  }

  @Test func `a value whose release calls back is released outside of the lock`() {
    var isReleased = false
    var cancellable: AnyCancellable?
    cancellable = a.combineLatest(b).sink { _ in }
    a.send(
      Token {
        isReleased = true
        cancellable?.cancel()
      })
    a.send(Token())
    #expect(isReleased)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Combine

/// Publishes what a sequence gives, as far as it is demanded; every subscriber makes the sequence run for itself.
///
/// A subscription that is cancelled cancels what runs, and is told nothing more. The failure is the client's error; what
/// was cancelled otherwise, as by its `Progress`, fails with ``WoofError/Code/cancelled``.
struct AsyncSequencePublisher<Base: AsyncSequence & Sendable>: Publisher where Base.Element: Sendable {
  typealias Output = Base.Element
  typealias Failure = WoofError

  private let base: Base

  init(_ base: Base) { self.base = base }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let subscription = AsyncSequenceSubscription(base, AnySubscriber(subscriber))
    subscriber.receive(subscription: subscription)
  }
}

/// A sequence of the one value that work gives.
struct SingleValueSequence<Element: Sendable>: AsyncSequence, Sendable {
  let work: @Sendable () async throws -> Element

  func makeAsyncIterator() -> Iterator { Iterator(work: work) }

  struct Iterator: AsyncIteratorProtocol {
    var work: (@Sendable () async throws -> Element)?

    mutating func next() async throws -> Element? { try await work.take()?() }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// An operator's continuation after its publisher has completed, carried out by a ``SuccessionSubscriber``.
@usableFromInline protocol Succession<Input> {
  /// The values, of the first publisher and of the next.
  associatedtype Input

  /// The errors of the first publisher.
  associatedtype UpstreamFailure: Error

  /// The publisher that takes over.
  associatedtype Next: Publisher where Next.Output == Input

  /// The errors that go out.
  associatedtype Failure: Error

  /// Decides what follows.
  ///
  /// - Parameter isEmpty: `true` if there has been no value.
  func successor(
    after completion: Subscribers.Completion<UpstreamFailure>, isEmpty: Bool
  ) -> Successor<Next, Failure>

  /// The error to send for one of the next publisher.
  func failure(for error: Next.Failure) -> Failure
}

extension Succession where Next.Failure == Failure {
  @inlinable func failure(for error: Failure) -> Failure { error }
}

/// The next publisher after one that has completed, or the completion to send.
@usableFromInline enum Successor<Next: Publisher, Failure: Error> {
  /// This one takes over.
  case publisher(Next)

  /// Nothing does.
  case completion(Subscribers.Completion<Failure>)
}

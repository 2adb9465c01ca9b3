// SPDX-License-Identifier: Apache-2.0

/// The subscriber with which an operator listens to one of its upstreams.
@usableFromInline final class Inlet<Input, Failure: Error>: Subscriber, CustomStringConvertible {
  /// The name of the operator.
  @usableFromInline let description: String
  @usableFromInline let attach: (any Subscription) -> Bool
  @usableFromInline let take: (Input) -> Void
  @usableFromInline let end: (Subscribers.Completion<Failure>) -> Void

  /// - Parameters:
  ///   - attach: Takes the subscription; `false` where none is wanted, so that it is cancelled.
  ///   - take: Takes a value.
  ///   - end: Takes the completion.
  @inlinable init(
    _ description: String,
    attach: @escaping (any Subscription) -> Bool,
    take: @escaping (Input) -> Void,
    end: @escaping (Subscribers.Completion<Failure>) -> Void
  ) {
    self.description = description
    self.attach = attach
    self.take = take
    self.end = end
  }

  @inlinable func receive(subscription: any Subscription) {
    if !attach(subscription) { subscription.cancel() }
  }

  @inlinable func receive(_ input: Input) -> Subscribers.Demand {
    take(input)
    return .none
  }

  @inlinable func receive(completion: Subscribers.Completion<Failure>) {
    end(completion)
  }
}

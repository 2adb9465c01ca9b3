// SPDX-License-Identifier: Apache-2.0

/// Declares a type that can receive input from a publisher.
///
/// The subscriber decides how much it receives: nothing comes until it has asked its subscription for it.
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  /// The kind of values this subscriber receives.
  associatedtype Input

  /// The kind of errors this subscriber might receive; `Never` if it cannot receive any.
  associatedtype Failure: Error

  /// Tells the subscriber that it has successfully subscribed to the publisher and may request items.
  func receive(subscription: any Subscription)

  /// Tells the subscriber that the publisher has produced an element.
  ///
  /// - Returns: The number of further elements that the subscriber expects, on top of what it has asked for already.
  func receive(_ input: Input) -> Subscribers.Demand

  /// Tells the subscriber that the publisher has completed publishing, either normally or with an error.
  func receive(completion: Subscribers.Completion<Failure>)
}

extension Subscriber where Input == Void {
  /// Tells the subscriber that a publisher of no values has produced its element.
  ///
  /// - Returns: The number of further elements that the subscriber expects.
  public func receive() -> Subscribers.Demand {
    receive(())
  }
}

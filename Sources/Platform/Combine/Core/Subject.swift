// SPDX-License-Identifier: Apache-2.0

/// A publisher that exposes a method for outside callers to publish elements.
///
/// Serves to bring values of imperative code into a chain.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  /// Sends a value to the subscribers.
  func send(_ value: Output)

  /// Sends a completion signal to the subscribers.
  func send(completion: Subscribers.Completion<Failure>)

  /// Hands the subject a subscription to a publisher upstream of it, so that it can ask that for values.
  func send(subscription: any Subscription)
}

extension Subject where Output == Void {
  /// Signals the subscribers.
  public func send() {
    send(())
  }
}

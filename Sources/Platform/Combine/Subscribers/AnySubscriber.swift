// SPDX-License-Identifier: Apache-2.0

/// A type-erasing subscriber.
public struct AnySubscriber<Input, Failure: Error>: Subscriber {
  private let wrapped: any Subscriber<Input, Failure>

  /// The identifier of the wrapped subscriber.
  public var combineIdentifier: CombineIdentifier { wrapped.combineIdentifier }

  /// Makes a subscriber that stands for `subscriber`.
  public init<S: Subscriber>(_ subscriber: S) where Input == S.Input, Failure == S.Failure {
    wrapped = (subscriber as? AnySubscriber)?.wrapped ?? subscriber
  }

  /// Makes a subscriber that sends what it receives to `subject`.
  public init<S: Subject>(_ subject: S) where Input == S.Output, Failure == S.Failure {
    wrapped = SubjectSubscriber(subject)
  }

  /// Makes a subscriber of closures.
  ///
  /// - Parameters:
  ///   - receiveSubscription: Called with the subscription. Without it nothing is ever asked for at first.
  ///   - receiveValue: Called with each value, returns how many more are wanted. Without it none are.
  ///   - receiveCompletion: Called with the completion.
  public init(
    receiveSubscription: ((any Subscription) -> Void)? = nil,
    receiveValue: ((Input) -> Subscribers.Demand)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil
  ) {
    wrapped = ClosureSubscriber(
      receiveSubscription: receiveSubscription, receiveValue: receiveValue, receiveCompletion: receiveCompletion)
  }

  /// Passes the subscription on to the wrapped subscriber.
  public func receive(subscription: any Subscription) {
    wrapped.receive(subscription: subscription)
  }

  /// Passes the value on to the wrapped subscriber.
  ///
  /// - Returns: The number of further values that it wants.
  public func receive(_ value: Input) -> Subscribers.Demand {
    wrapped.receive(value)
  }

  /// Passes the completion on to the wrapped subscriber.
  public func receive(completion: Subscribers.Completion<Failure>) {
    wrapped.receive(completion: completion)
  }
}

extension AnySubscriber: CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible {
  /// The wrapped subscriber as text.
  public var description: String { String(describing: wrapped) }

  /// The mirror of the wrapped subscriber.
  public var customMirror: Mirror { Mirror(reflecting: wrapped) }

  /// The wrapped subscriber as text.
  public var playgroundDescription: Any { description }
}

/// A subscriber made of three closures.
private struct ClosureSubscriber<Input, Failure: Error>: Subscriber {
  let receiveSubscription: ((any Subscription) -> Void)?
  let receiveValue: ((Input) -> Subscribers.Demand)?
  let receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?
  let combineIdentifier = CombineIdentifier()

  func receive(subscription: any Subscription) {
    receiveSubscription?(subscription)
  }

  func receive(_ value: Input) -> Subscribers.Demand {
    receiveValue?(value) ?? .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    receiveCompletion?(completion)
  }
}

extension ClosureSubscriber: CustomStringConvertible {
  var description: String { "Anonymous AnySubscriber" }
}

// SPDX-License-Identifier: Apache-2.0

extension Subscribers {
  /// A simple subscriber that assigns received elements to a property indicated by a key path.
  ///
  /// It keeps the object until the publisher completes or it is cancelled.
  public final class Assign<Root, Input>: Subscriber, Cancellable {
    /// The kind of errors this subscriber might receive: none.
    public typealias Failure = Never

    /// The key path of the property to assign.
    public let keyPath: ReferenceWritableKeyPath<Root, Input>

    private let lock = Lock()
    private var target: Root?

    /// The subscription to the publisher, through which a caller can cancel without retaining the subscriber.
    let subscription = OperatorSubscription("Assign")

    /// The object with the property to assign; `nil` once there is nothing more to assign.
    public var object: Root? { lock.withLock { target } }

    /// Makes a subscriber that assigns to the property of `object` at `keyPath`.
    public init(object: Root, keyPath: ReferenceWritableKeyPath<Root, Input>) {
      target = object
      self.keyPath = keyPath
    }

    /// Takes the first subscription and asks it for all values; cancels any other.
    public func receive(subscription upstream: any Subscription) {
      if subscription.attach(upstream) { upstream.request(.unlimited) }
    }

    /// Assigns the value.
    ///
    /// - Returns: None, as all values have been asked for.
    public func receive(_ value: Input) -> Subscribers.Demand {
      if !subscription.isOver, let object { object[keyPath: keyPath] = value }
      return .none
    }

    /// Lets the object go.
    public func receive(completion: Subscribers.Completion<Never>) {
      _ = subscription.end()
      release()
    }

    /// Cancels the subscription and lets the object go.
    public func cancel() {
      subscription.cancel()
      release()
    }

    private func release() {
      _ = lock.withLock { target.take() }
    }
  }
}

extension Subscribers.Assign: CustomStringConvertible, CustomReflectable,
  CustomPlaygroundDisplayConvertible
{
  /// The name of the type.
  public var description: String { "Assign \(Root.self)." }

  /// A mirror of the object and the key path.
  public var customMirror: Mirror {
    Mirror(self, children: ["object": object as Any, "keyPath": keyPath])
  }

  /// The name of the type.
  public var playgroundDescription: Any { description }
}

extension Publisher where Failure == Never {
  /// Assigns each element from a publisher to a property on an object.
  ///
  /// The object is kept until the publisher completes or the assignment is cancelled.
  ///
  /// - Returns: A cancellable that ends the assignment. Keep it: releasing it cancels.
  public func assign<Root>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root
  ) -> AnyCancellable {
    let assign = Subscribers.Assign(object: object, keyPath: keyPath)
    subscribe(assign)
    return AnyCancellable(assign.subscription)
  }
}

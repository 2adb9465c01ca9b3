// SPDX-License-Identifier: Apache-2.0

/// A subject that wraps a single value and publishes a new element whenever the value changes.
///
/// A subscriber gets the current value first, and, when it asks for more later, the latest one.
///
/// All of it may be used from any thread. Values sent while another is on its way, from another thread or from within
/// a subscriber, go out after that one, in the order in which they were sent.
public final class CurrentValueSubject<Output, Failure: Error>: Subject {
  @usableFromInline let core: SubjectCore<Output, Failure, LatestValue<Output>>

  /// Makes a subject with the given initial value.
  @inlinable public init(_ value: Output) {
    core = SubjectCore(memory: LatestValue(value: value))
  }

  /// The value wrapped by this subject, published as a new element whenever it is set.
  ///
  /// It has the new value as soon as that has been sent, even where the subscribers get it later. After the completion it
  /// can still be set, of which nobody is told.
  public var value: Output {
    get { core.memory.value }
    set { core.set(newValue) }
  }

  /// Sends a value to the subscribers that have asked for one. Does nothing after the completion.
  @inlinable public func send(_ value: Output) {
    core.send(value)
  }

  /// Sends a completion signal to the subscribers. Does nothing after the first one.
  @inlinable public func send(completion: Subscribers.Completion<Failure>) {
    core.send(completion: completion)
  }

  /// Takes a subscription to a publisher, and asks that for all values at once.
  ///
  /// The subscription is cancelled when the subject completes or goes away.
  @inlinable public func send(subscription: any Subscription) {
    core.add(upstream: subscription)
  }

  /// Attaches the subscriber to this subject; after the completion, it gets that at once.
  @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
  where Output == S.Input, Failure == S.Failure {
    SubjectSubscription.subscribe(subscriber, to: core, name: "CurrentValueSubject")
  }
}

extension CurrentValueSubject: UpstreamForgetting {
  @inlinable func forget(upstream identifier: CombineIdentifier) {
    core.remove(upstream: identifier)
  }
}

extension CurrentValueSubject: @unchecked Sendable where Output: Sendable {}  // its state is behind a lock

// SPDX-License-Identifier: Apache-2.0

/// A subject that broadcasts elements to downstream subscribers.
///
/// It keeps no value: one that a subscriber has not asked for is lost to that.
///
/// All of it may be used from any thread. Values sent while another is on its way, from another thread or from within
/// a subscriber, go out after that one, in the order in which they were sent.
public final class PassthroughSubject<Output, Failure: Error>: Subject {
  @usableFromInline let core: SubjectCore<Output, Failure, NoMemory<Output>>

  /// Makes a subject without subscribers.
  @inlinable public init() {
    core = SubjectCore(memory: NoMemory())
  }

  /// Sends a value to the subscribers that have asked for one. Does nothing after the completion.
  @inlinable public func send(_ value: Output) {
    core.send(value)
  }

  /// Sends a completion signal to the subscribers. Does nothing after the first one.
  @inlinable public func send(completion: Subscribers.Completion<Failure>) {
    core.send(completion: completion)
  }

  /// Takes a subscription to a publisher, and asks that for all values once a subscriber wants any.
  ///
  /// The subscription is cancelled when the subject completes or goes away.
  @inlinable public func send(subscription: any Subscription) {
    core.add(upstream: subscription)
  }

  /// Attaches the subscriber to this subject; after the completion, it gets that at once.
  @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
  where Output == S.Input, Failure == S.Failure {
    SubjectSubscription.subscribe(subscriber, to: core, name: "PassthroughSubject")
  }
}

extension PassthroughSubject: UpstreamForgetting {
  @inlinable func forget(upstream identifier: CombineIdentifier) {
    core.remove(upstream: identifier)
  }
}

extension PassthroughSubject: @unchecked Sendable where Output: Sendable {}  // its state is behind a lock

// SPDX-License-Identifier: Apache-2.0

/// Subscribes a subject to a publisher: what the publisher sends, the subject sends.
@usableFromInline final class SubjectSubscriber<S: Subject>: Subscriber {
  @usableFromInline let subject: S
  @usableFromInline let connection: SubjectConnection

  @inlinable init(_ subject: S) {
    self.subject = subject
    connection = SubjectConnection()
    connection.subject = subject
  }

  @inlinable func receive(subscription: any Subscription) {
    guard connection.upstream.attach(subscription) else { return }
    subject.send(subscription: connection)
    // Who has cancelled on another thread in between found nothing that the subject could drop.
    if connection.upstream.isOver { connection.leave(subject) }
  }

  @inlinable func receive(_ input: S.Output) -> Subscribers.Demand {
    if !connection.upstream.isOver { subject.send(input) }
    return .none
  }

  @inlinable func receive(completion: Subscribers.Completion<S.Failure>) {
    guard connection.upstream.end() else { return }
    connection.leaveSubject()
    subject.send(completion: completion)
  }
}

/// The subscription that a subject is sent, to ask for values. It keeps the subject until it is over.
@usableFromInline final class SubjectConnection: Subscription, CustomStringConvertible {
  @usableFromInline let upstream = OperatorSubscription("Subject")
  @usableFromInline let lock = Lock()
  @usableFromInline var subject: AnyObject?

  @inlinable init() {}

  @usableFromInline var description: String { upstream.description }

  @inlinable func request(_ demand: Subscribers.Demand) {
    upstream.request(demand)
  }

  @inlinable func cancel() {
    _ = upstream.endBeforeUpstream()
    leaveSubject()
  }

  /// Makes the subject drop this subscription.
  @usableFromInline func leaveSubject() {
    let subject: AnyObject? = lock.withLock { self.subject.take() }
    if let subject { leave(subject) }
  }

  @usableFromInline func leave(_ subject: AnyObject) {
    (subject as? any UpstreamForgetting)?.forget(upstream: combineIdentifier)
  }
}

/// A subject that keeps the subscriptions it has been sent, and can drop one that is of no more use.
@usableFromInline protocol UpstreamForgetting {
  func forget(upstream identifier: CombineIdentifier)
}

extension Publisher {
  /// Attaches the subject to this publisher.
  ///
  /// - Returns: A cancellable that detaches the subject again, also when released.
  @inlinable public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable
  where Failure == S.Failure, Output == S.Output {
    let subscriber = SubjectSubscriber(subject)
    subscribe(subscriber)
    return AnyCancellable(subscriber.connection)
  }
}

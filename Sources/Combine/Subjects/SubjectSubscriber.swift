/// Subscribes a subject to a publisher: what the publisher sends, the subject sends.
///
/// The subject gets the subscription to ask for values; the link to the subject is cut by completion and by cancelling.
final class SubjectSubscriber<S: Subject>: Subscriber, Subscription {
  private let lock = Lock()
  private var subject: S?
  private var upstream: (any Subscription)?

  init(_ subject: S) {
    self.subject = subject
  }

  func receive(subscription: any Subscription) {
    let receiver: S? = lock.withLock {
      guard let subject, upstream == nil else { return nil }
      upstream = subscription
      return subject
    }
    guard let receiver else { return subscription.cancel() }
    receiver.send(subscription: self)
  }

  func receive(_ input: S.Output) -> Subscribers.Demand {
    lock.withLock { subject }?.send(input)
    return .none
  }

  func receive(completion: Subscribers.Completion<S.Failure>) {
    var upstream: (any Subscription)?
    let subject = detach(&upstream)
    (subject as? any UpstreamForgetting)?.forget(upstream: combineIdentifier)
    subject?.send(completion: completion)
  }

  func request(_ demand: Subscribers.Demand) {
    lock.withLock { upstream }?.request(demand)
  }

  func cancel() {
    var upstream: (any Subscription)?
    let subject = detach(&upstream)
    (subject as? any UpstreamForgetting)?.forget(upstream: combineIdentifier)
    upstream?.cancel()
  }

  /// Cuts the link.
  ///
  /// - Parameter subscription: Becomes that to the publisher, where there was one.
  /// - Returns: The subject, where the link was not cut before.
  private func detach(_ subscription: inout (any Subscription)?) -> S? {
    lock.withLock {
      subscription = upstream.take()
      return subject.take()
    }
  }
}

/// A subject that keeps the subscriptions it has been sent, and can drop one that is of no more use.
protocol UpstreamForgetting {
  func forget(upstream identifier: CombineIdentifier)
}

extension SubjectSubscriber: CustomStringConvertible {
  var description: String { "Subject" }
}

extension Publisher {
  /// Attaches the subject to this publisher.
  ///
  /// - Returns: What detaches the subject again, when cancelled or released.
  public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable
  where Failure == S.Failure, Output == S.Output {
    let subscriber = SubjectSubscriber(subject)
    subscribe(subscriber)
    return AnyCancellable(subscriber)
  }
}

// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that delivers the values of its upstream to several subscribers by way of a subject.
  ///
  /// However many subscribers there are, a connection subscribes to the upstream once.
  public final class Multicast<Upstream: Publisher, SubjectType: Subject>: ConnectablePublisher
  where Upstream.Failure == SubjectType.Failure, Upstream.Output == SubjectType.Output {
    /// The values of the upstream.
    public typealias Output = Upstream.Output

    /// The failure of the upstream.
    public typealias Failure = Upstream.Failure

    /// The publisher whose values are shared.
    public let upstream: Upstream

    /// Makes the subject; called once, when there is a first subscriber or connection.
    public let createSubject: () -> SubjectType

    @usableFromInline let lock = Lock()
    @usableFromInline var sharedSubject: SubjectType?

    /// Makes a publisher that shares values by way of the subject that `createSubject` makes.
    @inlinable public init(upstream: Upstream, createSubject: @escaping () -> SubjectType) {
      self.upstream = upstream
      self.createSubject = createSubject
    }

    /// Attaches the subscriber to the subject.
    @inlinable public func receive<S: Subscriber>(subscriber: S)
    where SubjectType.Failure == S.Failure, SubjectType.Output == S.Input {
      subject.subscribe(subscriber)
    }

    /// Subscribes the subject to the upstream.
    ///
    /// - Returns: A cancellable that ends that, also when released.
    @inlinable public func connect() -> any Cancellable {
      upstream.subscribe(subject)
    }

    @inlinable var subject: SubjectType {
      if let subject = lock.withLock({ sharedSubject }) { return subject }
      let new = createSubject()
      return lock.withLock {
        if let sharedSubject { return sharedSubject }
        sharedSubject = new
        return new
      }
    }
  }
}

extension Publishers.Multicast: ConnectionAnnouncing {
  @inlinable func connect(announcing announce: (any Cancellable) -> Void) {
    let subscriber = SubjectSubscriber(subject)
    announce(AnyCancellable(subscriber.connection))
    upstream.subscribe(subscriber)
  }
}

extension Publisher {
  /// Shares the values with several subscribers by way of a subject that a closure makes.
  ///
  /// - Parameter createSubject: Makes the subject, once, when there is a first subscriber or connection.
  @inlinable public func multicast<S: Subject>(_ createSubject: @escaping () -> S) -> Publishers.Multicast<Self, S>
  where Failure == S.Failure, Output == S.Output {
    Publishers.Multicast(upstream: self, createSubject: createSubject)
  }

  /// Shares the values with several subscribers by way of a subject.
  ///
  /// - Parameter subject: The subject.
  @inlinable public func multicast<S: Subject>(subject: S) -> Publishers.Multicast<Self, S>
  where Failure == S.Failure, Output == S.Output {
    multicast { subject }
  }
}

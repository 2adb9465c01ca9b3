// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that publishes the values of the latest publisher its upstream has sent.
  ///
  /// With each new one it cancels the one before. It finishes when the upstream and the latest publisher have finished,
  /// and fails as soon as one of them fails.
  public struct SwitchToLatest<P: Publisher, Upstream: Publisher>: Publisher
  where P == Upstream.Output, P.Failure == Upstream.Failure {
    /// The values of the publishers the upstream sends.
    public typealias Output = P.Output

    /// The failure of the upstream and of what it sends.
    public typealias Failure = P.Failure

    /// The publisher of publishers.
    public let upstream: Upstream

    /// Makes a publisher of the latest publisher's values.
    @inlinable public init(upstream: Upstream) {
      self.upstream = upstream
    }

    /// Attaches the subscriber.
    @inlinable public func receive<S: Subscriber>(subscriber: S)
    where P.Output == S.Input, Upstream.Failure == S.Failure {
      let conduit = Conduit("SwitchToLatest", to: subscriber, Machine())
      conduit.open()
      guard !conduit.isOver else { return }
      upstream.subscribe(
        Inlet<P, Failure>(
          conduit.description,
          attach: { subscription in conduit.update { $0.attachOuter(subscription) } ?? false },
          take: { inner in
            guard let (id, previous) = conduit.note({ $0.switchInner() }) ?? nil else { return }
            previous?.cancel()
            Self.subscribe(conduit, to: inner, as: id)
          },
          end: { completion in conduit.update { $0.completeOuter(completion) } }))
    }

    @usableFromInline typealias Machine = SwitchMachine<P.Output, P.Failure>

    @inlinable static func subscribe<S>(_ conduit: Conduit<S, Machine>, to inner: P, as id: Machine.InnerID) {
      inner.subscribe(
        Inlet<P.Output, Failure>(
          conduit.description,
          attach: { subscription in conduit.update { $0.attach(subscription, to: id) } ?? false },
          take: { value in conduit.take(value) { $0.admit(value, from: id, canCall: $1) } },
          end: { completion in conduit.update { $0.complete(completion, of: id) } }))
    }
  }
}

extension Publisher where Output: Publisher, Failure == Output.Failure {
  /// Publishes the values of the latest publisher sent; the one before is cancelled.
  @inlinable public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
    Publishers.SwitchToLatest(upstream: self)
  }
}

extension Publisher where Output: Publisher, Output.Failure == Never {
  /// Publishes the values of the latest publisher sent, which cannot fail; the one before is cancelled.
  @inlinable public func switchToLatest()
    -> Publishers.SwitchToLatest<
      Publishers.SetFailureType<Output, Failure>, Publishers.Map<Self, Publishers.SetFailureType<Output, Failure>>
    >
  {
    map { $0.setFailureType(to: Failure.self) }.switchToLatest()
  }
}

extension Publisher where Failure == Never, Output: Publisher {
  /// Publishes the values of the latest publisher sent, which may fail; the one before is cancelled.
  @inlinable public func switchToLatest()
    -> Publishers.SwitchToLatest<Output, Publishers.SetFailureType<Self, Output.Failure>>
  {
    setFailureType(to: Output.Failure.self).switchToLatest()
  }
}

extension Publisher where Failure == Never, Output: Publisher, Output.Failure == Never {
  /// Publishes the values of the latest publisher sent; the one before is cancelled. None of them can fail.
  @inlinable public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
    Publishers.SwitchToLatest(upstream: self)
  }
}

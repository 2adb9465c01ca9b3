// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A strategy by which a buffer asks its upstream for values.
  public enum PrefetchStrategy: Equatable, Hashable, Sendable {
    /// Asks for as many values as the buffer holds when subscribed to, and for one more with each that is delivered.
    case keepFull

    /// Leaves it to the upstream: asks without limit, and keeps what comes before the subscriber asks.
    case byRequest
  }

  /// A strategy for a value that reaches a full buffer.
  public enum BufferingStrategy<Failure: Error> {
    /// Discards the value.
    case dropNewest

    /// Discards the value that has been in the buffer longest.
    case dropOldest

    /// Cancels the upstream, and fails with the error the closure makes, once the subscriber has been given what the
    /// buffer holds, as it asks for it.
    case customError(() -> Failure)
  }

  /// A publisher that keeps values for which there is no demand yet.
  public struct Buffer<Upstream: Publisher>: Publisher {
    /// The values of the upstream.
    public typealias Output = Upstream.Output

    /// The failure of the upstream.
    public typealias Failure = Upstream.Failure

    /// The publisher whose values are kept.
    public let upstream: Upstream

    /// The largest number of values that are kept.
    public let size: Int

    /// The strategy by which the upstream is asked for values.
    public let prefetch: Publishers.PrefetchStrategy

    /// The strategy for a value for which there is no room.
    public let whenFull: Publishers.BufferingStrategy<Publishers.Buffer<Upstream>.Failure>

    /// Makes a publisher that keeps up to `size` values.
    @inlinable public init(
      upstream: Upstream, size: Int, prefetch: Publishers.PrefetchStrategy,
      whenFull: Publishers.BufferingStrategy<Publishers.Buffer<Upstream>.Failure>
    ) {
      self.upstream = upstream
      self.size = size
      self.prefetch = prefetch
      self.whenFull = whenFull
    }

    /// Attaches the subscriber.
    @inlinable public func receive<S: Subscriber>(subscriber: S)
    where Upstream.Failure == S.Failure, Upstream.Output == S.Input {
      let conduit = Conduit("Buffer", to: subscriber, Machine(size: size, prefetch: prefetch))
      conduit.open()
      guard !conduit.isOver else { return }
      let whenFull = whenFull
      upstream.subscribe(
        Inlet<Output, Failure>(
          conduit.description,
          attach: { subscription in conduit.update { $0.attach(subscription) } ?? false },
          take: { value in Self.take(value, into: conduit, whenFull) },
          end: { completion in conduit.update { $0.receive(completion) } }))
    }

    @usableFromInline typealias Machine = BufferMachine<Upstream.Output, Upstream.Failure>

    @inlinable static func take<S>(
      _ value: Output, into conduit: Conduit<S, Machine>, _ whenFull: Publishers.BufferingStrategy<Failure>
    ) {
      switch whenFull {
      case .dropNewest:
        conduit.update { if !$0.isFull { $0.receive(value) } }
      case .dropOldest:
        conduit.update { machine in
          let discarded = machine.isFull ? machine.discardOldest() : nil
          if !machine.isFull { machine.receive(value) }
          return discarded
        }
      case .customError(let makeError):
        let isFull = conduit.update { machine in
          if !machine.isFull { machine.receive(value) } else { return true }
          return false
        }
        guard isFull == true else { return }
        let error = makeError()
        let subscription = conduit.update { $0.overflow(error) } ?? nil
        subscription?.cancel()
      }
    }
  }
}

extension Publisher {
  /// Keeps values for which there is no demand yet.
  ///
  /// - Parameters:
  ///   - size: The most values that are kept.
  ///   - prefetch: The demand on the upstream: for as many values as fit, or without limit.
  ///   - whenFull: The treatment of a value for which there is no room: drop it, drop the oldest, or fail.
  @inlinable public func buffer(
    size: Int, prefetch: Publishers.PrefetchStrategy, whenFull: Publishers.BufferingStrategy<Failure>
  ) -> Publishers.Buffer<Self> {
    Publishers.Buffer(upstream: self, size: size, prefetch: prefetch, whenFull: whenFull)
  }
}

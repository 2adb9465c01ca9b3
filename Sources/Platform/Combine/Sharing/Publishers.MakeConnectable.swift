// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that publishes what its upstream does, once it is connected.
  public struct MakeConnectable<Upstream: Publisher>: ConnectablePublisher {
    /// The values of the upstream.
    public typealias Output = Upstream.Output

    /// The failure of the upstream.
    public typealias Failure = Upstream.Failure

    @usableFromInline let multicast: Multicast<Upstream, PassthroughSubject<Output, Failure>>

    /// Makes a publisher that waits to be connected.
    @inlinable public init(upstream: Upstream) {
      multicast = upstream.multicast { PassthroughSubject() }
    }

    /// Attaches the subscriber. It gets no value before the publisher is connected.
    @inlinable public func receive<S: Subscriber>(subscriber: S)
    where Upstream.Failure == S.Failure, Upstream.Output == S.Input {
      multicast.subscribe(subscriber)
    }

    /// Subscribes to the upstream, for all subscribers.
    ///
    /// - Returns: A cancellable that ends that, also when released.
    @inlinable public func connect() -> any Cancellable {
      multicast.connect()
    }
  }
}

extension Publishers.MakeConnectable: ConnectionAnnouncing {
  @inlinable func connect(announcing announce: (any Cancellable) -> Void) {
    multicast.connect(announcing: announce)
  }
}

extension Publisher where Failure == Never {
  /// Makes the publisher wait to be connected.
  @inlinable public func makeConnectable() -> Publishers.MakeConnectable<Self> {
    Publishers.MakeConnectable(upstream: self)
  }
}

// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that publishes the value of a key path.
  public struct MapKeyPath<Upstream: Publisher, Output>: Publisher {
    /// The kind of errors this publisher might publish.
    public typealias Failure = Upstream.Failure

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// The key path of a property to publish.
    public let keyPath: KeyPath<Upstream.Output, Output>

    @inlinable init(upstream: Upstream, keyPath: KeyPath<Upstream.Output, Output>) {
      self.upstream = upstream
      self.keyPath = keyPath
    }

    /// Attaches the subscriber to the upstream publisher, with this operator in between.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Upstream.Failure {
      upstream.subscribe(
        MapSubscriber(downstream: subscriber) { [keyPath] in $0[keyPath: keyPath] })
    }
  }
}

extension Publisher {
  /// Publishes the value of a key path.
  @inlinable public func map<T>(_ keyPath: KeyPath<Output, T>) -> Publishers.MapKeyPath<Self, T> {
    Publishers.MapKeyPath(upstream: self, keyPath: keyPath)
  }
}

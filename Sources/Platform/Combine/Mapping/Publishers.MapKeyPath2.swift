// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that publishes the values of two key paths as a tuple.
  public struct MapKeyPath2<Upstream: Publisher, Output0, Output1>: Publisher {
    /// The kind of values published by this publisher.
    public typealias Output = (Output0, Output1)

    /// The kind of errors this publisher might publish.
    public typealias Failure = Upstream.Failure

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    /// The key path of the first property to publish.
    public let keyPath0: KeyPath<Upstream.Output, Output0>

    /// The key path of the second property to publish.
    public let keyPath1: KeyPath<Upstream.Output, Output1>

    @inlinable init(
      upstream: Upstream, keyPath0: KeyPath<Upstream.Output, Output0>, keyPath1: KeyPath<Upstream.Output, Output1>
    ) {
      self.upstream = upstream
      self.keyPath0 = keyPath0
      self.keyPath1 = keyPath1
    }

    /// Attaches the subscriber to the upstream publisher, with this operator in between.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where S.Input == (Output0, Output1), S.Failure == Upstream.Failure {
      upstream.subscribe(
        MapSubscriber(downstream: subscriber) { [keyPath0, keyPath1] in
          ($0[keyPath: keyPath0], $0[keyPath: keyPath1])
        })
    }
  }
}

extension Publisher {
  /// Publishes the values of two key paths as a tuple.
  @inlinable public func map<T0, T1>(_ keyPath0: KeyPath<Output, T0>, _ keyPath1: KeyPath<Output, T1>)
    -> Publishers.MapKeyPath2<Self, T0, T1>
  {
    Publishers.MapKeyPath2(upstream: self, keyPath0: keyPath0, keyPath1: keyPath1)
  }
}

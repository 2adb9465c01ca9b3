// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that encodes elements received from an upstream publisher, using a given encoder.
  public struct Encode<Upstream: Publisher, Coder: TopLevelEncoder>: Publisher
  where Upstream.Output: Encodable {
    /// The kind of values published by this publisher: what the encoder produces.
    public typealias Output = Coder.Output

    /// The kind of errors this publisher might publish: what the encoder throws, or those of the upstream publisher.
    public typealias Failure = any Error

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    private let encoder: Coder

    /// Makes a publisher that encodes the elements of `upstream`.
    public init(upstream: Upstream, encoder: Coder) {
      self.upstream = upstream
      self.encoder = encoder
    }

    /// Attaches the subscriber to the upstream publisher, with the encoder in between.
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Coder.Output, S.Failure == any Error {
      let stage = TryMapStage<Upstream.Output, Coder.Output, Upstream.Failure> { [encoder] in
        try encoder.encode($0)
      }
      upstream.subscribe(StageSubscriber("Encode", to: subscriber, stage))
    }
  }
}

extension Publisher where Output: Encodable {
  /// Encodes the output from upstream using a specified encoder.
  ///
  /// An error the encoder throws ends the stream with that error.
  public func encode<Coder: TopLevelEncoder>(encoder: Coder) -> Publishers.Encode<Self, Coder> {
    Publishers.Encode(upstream: self, encoder: encoder)
  }
}

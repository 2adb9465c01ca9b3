// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that decodes elements received from an upstream publisher, using a given decoder.
  public struct Decode<Upstream: Publisher, Output: Decodable, Coder: TopLevelDecoder>: Publisher
  where Upstream.Output == Coder.Input {
    /// The kind of errors this publisher might publish: what the decoder throws, or those of the upstream publisher.
    public typealias Failure = any Error

    /// The publisher from which this publisher receives elements.
    public let upstream: Upstream

    private let decoder: Coder

    /// Makes a publisher that decodes the elements of `upstream`.
    public init(upstream: Upstream, decoder: Coder) {
      self.upstream = upstream
      self.decoder = decoder
    }

    /// Attaches the subscriber to the upstream publisher, with the decoder in between.
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == any Error {
      let stage = TryMapStage<Upstream.Output, Output, Upstream.Failure> { [decoder] in
        try decoder.decode(Output.self, from: $0)
      }
      upstream.subscribe(StageSubscriber("Decode", to: subscriber, stage))
    }
  }
}

extension Publisher {
  /// Decodes the output from upstream using a specified decoder.
  ///
  /// An error the decoder throws ends the stream with that error.
  public func decode<Item: Decodable, Coder: TopLevelDecoder>(
    type: Item.Type, decoder: Coder
  ) -> Publishers.Decode<Self, Item, Coder> where Output == Coder.Input {
    Publishers.Decode(upstream: self, decoder: decoder)
  }
}

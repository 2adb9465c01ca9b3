// SPDX-License-Identifier: Apache-2.0

extension Publishers {
  /// A publisher that emits all of one publisher's elements before those from another publisher.
  public struct Concatenate<Prefix: Publisher, Suffix: Publisher>: Publisher
  where Prefix.Failure == Suffix.Failure, Prefix.Output == Suffix.Output {
    /// The kind of values published by this publisher.
    public typealias Output = Suffix.Output

    /// The kind of errors this publisher might publish.
    public typealias Failure = Suffix.Failure

    /// The publisher to republish, in its entirety, before republishing elements from `suffix`.
    public let prefix: Prefix

    /// The publisher to republish only after `prefix` finishes.
    public let suffix: Suffix

    /// Makes a publisher of the elements of `prefix` and then those of `suffix`.
    @inlinable public init(prefix: Prefix, suffix: Suffix) {
      self.prefix = prefix
      self.suffix = suffix
    }

    /// Attaches the subscriber to the first publisher.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Suffix.Output, S.Failure == Suffix.Failure {
      prefix.subscribe(SuccessionSubscriber("Concatenate", to: subscriber, ConcatenateSuccession(suffix: suffix)))
    }
  }
}

extension Publishers.Concatenate: Equatable where Prefix: Equatable, Suffix: Equatable {}

/// After a finish, the second publisher.
@usableFromInline struct ConcatenateSuccession<Suffix: Publisher>: Succession {
  @usableFromInline typealias Input = Suffix.Output
  @usableFromInline typealias Failure = Suffix.Failure

  @usableFromInline let suffix: Suffix

  @inlinable init(suffix: Suffix) {
    self.suffix = suffix
  }

  @inlinable func successor(
    after completion: Subscribers.Completion<Failure>, isEmpty: Bool
  ) -> Successor<Suffix, Failure> {
    switch completion {
    case .finished: .publisher(suffix)
    case .failure: .completion(completion)
    }
  }
}

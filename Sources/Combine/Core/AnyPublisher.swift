/// A publisher that performs type erasure by wrapping another publisher.
///
/// Use it, through ``Publisher/eraseToAnyPublisher()``, where the types of a chain are nobody else's business.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
  @usableFromInline let wrapped: any Publisher<Output, Failure>

  /// Makes a publisher that stands for `publisher`.
  @inlinable public init<P: Publisher>(_ publisher: P) where Output == P.Output, Failure == P.Failure {
    wrapped = (publisher as? AnyPublisher)?.wrapped ?? publisher
  }

  /// Attaches the subscriber to the wrapped publisher.
  @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
  where Output == S.Input, Failure == S.Failure {
    wrapped.receive(subscriber: ErasedSubscriber(subscriber))
  }
}

extension AnyPublisher: CustomStringConvertible, CustomPlaygroundDisplayConvertible {
  /// The name of the type.
  public var description: String { "AnyPublisher" }

  /// The name of the type.
  public var playgroundDescription: Any { description }
}

extension Publisher {
  /// Wraps this publisher with a type eraser.
  @inlinable public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> {
    AnyPublisher(self)
  }
}

// SPDX-License-Identifier: Apache-2.0

/// A publisher that performs type erasure by wrapping another publisher.
///
/// Use it, through ``Publisher/eraseToAnyPublisher()``, where the types of a chain are nobody else's business.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
  /// Attaches a subscriber to the wrapped publisher.
  ///
  /// A closure made where the type of that is known, so that the code behind it is specialised.
  @usableFromInline let attach: (ErasedSubscriber<Output, Failure>) -> Void

  /// Makes a publisher that stands for `publisher`.
  @inlinable public init<P: Publisher>(_ publisher: P) where Output == P.Output, Failure == P.Failure {
    attach = (publisher as? AnyPublisher)?.attach ?? { publisher.receive(subscriber: $0) }
  }

  /// Attaches the subscriber to the wrapped publisher.
  @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
  where Output == S.Input, Failure == S.Failure {
    attach(ErasedSubscriber(subscriber))
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

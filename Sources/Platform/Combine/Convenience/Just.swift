/// A publisher that emits an output to each subscriber just once, and then finishes.
///
/// Operators on it are carried out at once where they can be, and give a ``Just`` or a publisher of an optional or
/// a result in turn.
public struct Just<Output>: Publisher {
  /// This publisher does not fail.
  public typealias Failure = Never

  /// The one element that the publisher emits.
  public let output: Output

  /// Makes a publisher that emits the specified output just once.
  @inlinable public init(_ output: Output) {
    self.output = output
  }

  /// Sends the element when the subscriber asks for it.
  @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
  where Output == S.Input, S.Failure == Never {
    subscriber.receive(
      subscription: SingleValueSubscription(subscriber, value: output, name: "Just"))
  }
}

extension Just: Equatable where Output: Equatable {}

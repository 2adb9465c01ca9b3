extension Optional {
  /// A publisher that publishes an optional value to each subscriber exactly once, if the optional has a value.
  ///
  /// If it has none, it finishes at once.
  public struct Publisher: Combine.Publisher {
    /// The kind of value published by this publisher.
    public typealias Output = Wrapped

    /// This publisher does not fail.
    public typealias Failure = Never

    /// The value to deliver to each subscriber.
    public let output: Wrapped?

    /// Makes a publisher of the value, if there is one.
    @inlinable public init(_ output: Wrapped?) {
      self.output = output
    }

    /// Sends the value when the subscriber asks for it, or finishes if there is none.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where Wrapped == S.Input, S.Failure == Never {
      if let output {
        subscriber.receive(
          subscription: SingleValueSubscription(subscriber, value: output, name: "Optional"))
      } else {
        subscriber.receive(subscription: Subscriptions.empty)
        subscriber.receive(completion: .finished)
      }
    }
  }

  /// A publisher of the value of this optional, if it has one.
  @inlinable public var publisher: Publisher {
    Publisher(self)
  }
}

extension Optional.Publisher: Equatable where Wrapped: Equatable {}

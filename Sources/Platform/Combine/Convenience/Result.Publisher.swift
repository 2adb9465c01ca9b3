extension Result {
  /// A publisher that publishes an output and finishes, or fails without producing any elements.
  ///
  /// It fails at once, and waits with the output until it is asked for.
  public struct Publisher: Combine.Publisher {
    /// The kind of value published by this publisher.
    public typealias Output = Success

    /// The result to deliver to each subscriber.
    public let result: Result

    /// Makes a publisher that delivers the specified result.
    @inlinable public init(_ result: Result) {
      self.result = result
    }

    /// Makes a publisher that sends the specified output and finishes.
    @inlinable public init(_ output: Success) {
      self.init(.success(output))
    }

    /// Makes a publisher that fails with the specified error.
    @inlinable public init(_ failure: Failure) {
      self.init(.failure(failure))
    }

    /// Sends the output when the subscriber asks for it, or fails.
    @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
    where Success == S.Input, Failure == S.Failure {
      switch result {
      case .success(let output):
        subscriber.receive(
          subscription: SingleValueSubscription(subscriber, value: output, name: "Once"))
      case .failure(let error):
        subscriber.receive(subscription: Subscriptions.empty)
        subscriber.receive(completion: .failure(error))
      }
    }
  }

  /// A publisher of this result.
  @inlinable public var publisher: Publisher {
    Publisher(self)
  }
}

extension Result.Publisher: Equatable where Success: Equatable, Failure: Equatable {}

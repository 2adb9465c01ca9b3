// SPDX-License-Identifier: Apache-2.0

/// A publisher that immediately terminates with the specified error.
public struct Fail<Output, Failure: Error>: Publisher {
  /// The failure to send when terminating the publisher.
  public let error: Failure

  /// Makes a publisher that immediately terminates with the specified failure.
  @inlinable public init(error: Failure) {
    self.error = error
  }

  /// Makes a publisher of the given type of values, that immediately terminates with the specified failure.
  @inlinable public init(outputType: Output.Type, failure: Failure) {
    self.init(error: failure)
  }

  /// Fails.
  @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
  where Output == S.Input, Failure == S.Failure {
    subscriber.receive(subscription: Subscriptions.empty)
    subscriber.receive(completion: .failure(error))
  }
}

extension Fail: Equatable where Failure: Equatable {}

// SPDX-License-Identifier: Apache-2.0

/// A publisher that never publishes any values, and optionally finishes immediately.
public struct Empty<Output, Failure: Error>: Publisher {
  /// `true` if the publisher finishes immediately; `false` if it never completes.
  public let completeImmediately: Bool

  /// Makes an empty publisher.
  ///
  /// - Parameter completeImmediately: `true`, the default, to finish immediately; `false` never to finish.
  @inlinable public init(completeImmediately: Bool = true) {
    self.completeImmediately = completeImmediately
  }

  /// Makes an empty publisher of the given types.
  ///
  /// - Parameters:
  ///   - completeImmediately: `true`, the default, to finish immediately; `false` never to finish.
  ///   - outputType: The type of the values that do not come.
  ///   - failureType: The type of the failure that does not come.
  @inlinable public init(completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type) {
    self.init(completeImmediately: completeImmediately)
  }

  /// Finishes, or does nothing.
  @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
  where Output == S.Input, Failure == S.Failure {
    subscriber.receive(subscription: Subscriptions.empty)
    if completeImmediately { subscriber.receive(completion: .finished) }
  }
}

extension Empty: Equatable {}

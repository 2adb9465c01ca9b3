// SPDX-License-Identifier: Apache-2.0

/// A publisher that awaits subscription before running the supplied closure to create a publisher for the new subscriber.
public struct Deferred<DeferredPublisher: Publisher>: Publisher {
  /// The kind of values published by this publisher.
  public typealias Output = DeferredPublisher.Output

  /// The kind of errors this publisher might publish.
  public typealias Failure = DeferredPublisher.Failure

  /// The closure to execute when this deferred publisher receives a subscription.
  public let createPublisher: () -> DeferredPublisher

  /// Makes a deferred publisher.
  @inlinable public init(createPublisher: @escaping () -> DeferredPublisher) {
    self.createPublisher = createPublisher
  }

  /// Makes a publisher and attaches the subscriber to it.
  @inline(__always) @inlinable public func receive<S: Subscriber>(subscriber: S)
  where Failure == S.Failure, Output == S.Input {
    createPublisher().subscribe(subscriber)
  }
}

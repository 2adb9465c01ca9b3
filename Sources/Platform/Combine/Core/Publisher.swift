// SPDX-License-Identifier: Apache-2.0

/// Declares that a type can transmit a sequence of values over time.
///
/// A publisher delivers values to one or more ``Subscriber`` instances. The contract, which every publisher of this
/// module keeps and which a publisher of one's own has to keep too:
///
/// 1. A subscriber first receives exactly one ``Subscription``.
/// 2. It receives no more values than it has asked for, through ``Subscription/request(_:)`` and through the demand it
///    returns from each value.
/// 3. It receives at most one completion, and nothing after it.
/// 4. Calls to one subscriber never overlap in time: each happens after the one before it has returned, except where
///    the subscriber itself calls back into its subscription from within a call.
/// 5. After ``Cancellable/cancel()`` has returned on the thread the values come from, nothing comes any more.
///
/// ## Concurrency
///
/// As in Apple's module, operators take plain escaping closures, and neither `Publisher`, `Subscriber` nor
/// `Subscription` asks for `Sendable`: on which thread a chain runs is decided while the program runs, by its sources
/// and by `receive(on:)`. A closure given to an operator is called on the thread its value comes on, one call at a time.
/// Every subscription of this module may be cancelled, and asked for more, from any thread at any time. No lock
/// is ever held while code outside the module is called, so every call may call back.
///
/// Inside the module a type that several threads reach keeps its mutable state behind a lock or in atomics. Where such a
/// type has to be `Sendable` it is so unchecked, with the reason beside it. ``AnyCancellable``, ``Subscribers/Demand``,
/// ``Subscribers/Completion`` and ``CombineIdentifier`` are `Sendable` for all; the subjects are if their values are.
public protocol Publisher<Output, Failure> {
  /// The kind of values this publisher publishes.
  associatedtype Output

  /// The kind of errors this publisher might publish; `Never` if it cannot fail.
  associatedtype Failure: Error

  /// Attaches the subscriber to this publisher.
  ///
  /// Implementations call the subscriber's ``Subscriber/receive(subscription:)`` first. Client code calls
  /// `subscribe(_:)` instead.
  func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input
}

extension Publisher {
  /// Attaches the subscriber to this publisher.
  @inline(__always) @inlinable public func subscribe<S: Subscriber>(_ subscriber: S)
  where Failure == S.Failure, Output == S.Input {
    receive(subscriber: subscriber)
  }
}

// SPDX-License-Identifier: Apache-2.0

/// A publisher that provides an explicit means of connecting and canceling publication.
///
/// Nothing is published until ``connect()``, so that several subscribers can be attached before the first value.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
  /// Connects to the publisher, allowing it to produce elements.
  ///
  /// - Returns: A cancellable that cancels publishing. Keep it: in the usual case releasing it does the same.
  func connect() -> any Cancellable
}

// SPDX-License-Identifier: Apache-2.0

/// A connectable publisher that tells of its connection before it subscribes to the upstream.
///
/// An upstream that sends within the request for values, perhaps without an end, lets `connect()` return only afterwards,
/// and whoever loses interest before that has nothing else to cancel.
@usableFromInline protocol ConnectionAnnouncing {
  /// Connects.
  ///
  /// - Parameter announce: Takes the connection, which may be cancelled at once. Called before any value is sent.
  func connect(announcing announce: (any Cancellable) -> Void)
}

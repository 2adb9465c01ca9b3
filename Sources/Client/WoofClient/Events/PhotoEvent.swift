// SPDX-License-Identifier: Apache-2.0

/// A message to a live subscriber: a change, or a gap in the changes.
public enum PhotoEvent: Hashable, Sendable {
  /// A photo changed, now or since the token that was asked for. Counts are absolute.
  case change(PhotoChange)
  /// Changes may have been missed: take what is there now with ``APIService/changes(since:pageSize:)``. What follows is
  /// complete from the gap's end on.
  case gap(PhotoEventGap)
}

/// A part of the change log that a subscriber did not get.
public struct PhotoEventGap: Hashable, Sendable {
  /// The newest token before it.
  public var after: ChangeToken
  /// The token from which on nothing is missing.
  public var upTo: ChangeToken

  /// Makes a gap.
  public init(after: ChangeToken, upTo: ChangeToken) {
    self.after = after
    self.upTo = upTo
  }
}

/// A change in the state of a live subscriber's connection.
public enum PhotoEventConnection: Sendable {
  /// It is there: what changes from now on is told.
  case connected
  /// It ended, or could not be made, and is made anew after a pause.
  case retrying(after: Duration, because: WoofError)
}

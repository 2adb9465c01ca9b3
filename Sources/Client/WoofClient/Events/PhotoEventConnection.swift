// SPDX-License-Identifier: Apache-2.0

/// A change in the state of a live subscriber's connection.
public enum PhotoEventConnection: Sendable {
  /// It is there: what changes from now on is told.
  case connected
  /// It ended, or could not be made, and is made anew after a pause.
  case retrying(after: Duration, because: WoofError)
}

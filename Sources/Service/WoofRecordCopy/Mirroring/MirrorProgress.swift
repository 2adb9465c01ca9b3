// SPDX-License-Identifier: Apache-2.0

/// The outcome of a drain.
package struct MirrorProgress: Hashable, Sendable {
  /// The rows whose changes were carried over, each once.
  package let carried: Int
  /// The changes that have been noted since and are still to be carried over.
  package let left: Int
}

/// The state of a move.
package enum MirrorState: Hashable, Sendable {
  /// Nothing is noted.
  case idle
  /// Changes are noted, and the copy has not been made, or is of another move: it is to be begun again.
  case noting
  /// The copy is there, and changes are noted: drains go on.
  case mirroring
}

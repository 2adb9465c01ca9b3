// SPDX-License-Identifier: Apache-2.0

/// The outcome of a drain.
package struct MirrorProgress: Hashable, Sendable {
  /// The rows whose changes were carried over, each once.
  package let carried: Int
  /// The changes that have been noted since and are still to be carried over.
  package let left: Int
  /// The numbers of the photos among them, in no order, where blobs are to follow the rows.
  package var photos: [Int64] = []
}

/// The state of a move.
package enum MirrorState: Hashable, Sendable {
  /// Nothing is noted.
  case idle
  /// Changes are noted, and the copy has not been made, or is of another move: it is to be begun again.
  case noting
  /// The copy is there, and changes are noted: drains go on.
  case mirroring
  /// All has been carried over, and the other side is the one that counts.
  case ended
}

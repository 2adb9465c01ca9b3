// SPDX-License-Identifier: Apache-2.0

public import WoofModel

/// A place in the change log, or in the snapshot that comes before it: what a change token means.
public enum ChangePosition: Hashable, Sendable {
  /// All changes up to and with this number are known.
  case sequence(Int64)
  /// In the middle of a snapshot: photos up to and with `id` are known as of some moment at or after `startedAt`, and
  /// when the snapshot is through, reading goes on from there.
  case snapshot(startedAt: Int64, after: PhotoID)
}

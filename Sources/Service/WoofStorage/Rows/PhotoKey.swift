// SPDX-License-Identifier: Apache-2.0

internal import WoofModel

/// The entry of a photo in an index: enough to find its place in a list.
struct PhotoKey: Hashable {
  let number: Int64
  let id: PhotoID
  /// The count, in lists that are ordered by it; 0 in others.
  let favouriteCount: Int

  /// Returns `true` if the first photo stands before the second: the most liked first, and among equals the newest.
  static func precedes(_ left: PhotoKey, _ right: PhotoKey) -> Bool {
    (left.favouriteCount, left.id) > (right.favouriteCount, right.id)
  }
}

extension PhotoID {
  /// The next id; the last one for itself.
  var successor: PhotoID {
    let (low, overflows) = self.low.addingReportingOverflow(1)
    guard overflows else { return PhotoID(high: high, low: low) }
    return high == .max ? self : PhotoID(high: high + 1, low: 0)
  }
}

// SPDX-License-Identifier: Apache-2.0

/// The ways in which sixteen bits can differ in few.
enum PartMasks {
  /// The masks with no more than `radius` bits set, 0 to 2, fewer bits first.
  static func within(_ radius: Int) -> ArraySlice<UInt16> { all.prefix(counts[min(radius, counts.count - 1)]) }

  private static let greatestRadius = 2

  private static let all: [UInt16] = (0...UInt16.max).filter { $0.nonzeroBitCount <= greatestRadius }
    .sorted { ($0.nonzeroBitCount, $0) < ($1.nonzeroBitCount, $1) }

  /// The number of masks with up to no bit, one bit and two bits set.
  private static let counts = (0...greatestRadius).map { radius in all.count { $0.nonzeroBitCount <= radius } }
}

// SPDX-License-Identifier: Apache-2.0

/// Hashes of sixty-four bits of 33 square windows of a picture, by which it is found again after it was cropped or
/// mirrored.
///
/// A window's side is the picture's shorter side, or 95, 90, 85, 80, 75 or 70 % of it. The largest ones stand at the
/// beginning, in the middle and at the end of the longer side; the others in the four corners and in the middle. So a
/// window of a picture shows what a larger one shows of a crop that kept a corner, an edge or the middle of it.
///
/// A window in which there is too little to be seen has the hash 0, and so has one that is as good as another.
public struct PartHashes: Hashable, Sendable {
  /// The hashes: three largest windows, and five of each further size, in descending order of sizes.
  public let values: [UInt64]

  /// The number of windows.
  public static let count = 33

  /// Takes the hashes of all windows; `nil` where they are not as many as there are.
  public init?(_ values: [UInt64]) {
    guard values.count == Self.count else { return nil }
    self.values = values
  }

  /// The windows that an index keeps: the largest, and those of 80 %.
  public static let indexed = Array(0..<3) + Array(18..<23)
  /// The windows by which an index is asked. What is cut to between 80 and 100 % has one in common with the indexed ones
  /// of the other picture, whichever of the two is the crop.
  public static let asked = 0..<23

  /// The hash of the same window, or its counterpart, in the mirrored picture: the bits of the frequencies change that are
  /// odd across.
  public static func mirrored(_ hash: UInt64) -> UInt64 { hash == 0 ? 0 : hash ^ 0xAAAA_AAAA_AAAA_AAAA }

  /// The most bits in which windows differ that show the same, where they are found by an index.
  public static let greatestDistance = 7
  /// The most bits in which a second pair of windows differs that confirms it.
  public static let greatestSecondDistance = 8

  /// The number of bits in which the most alike windows of two pictures differ, as they are or with one of them mirrored;
  /// `nil` where the pictures do not show the same: where these differ in too many, or no second pair confirms it.
  public func distance(to other: PartHashes) -> Int? {
    let distances = [false, true].compactMap { isMirrored in distance(to: other, isMirrored: isMirrored) }
    return distances.min()
  }

  private func distance(to other: PartHashes, isMirrored: Bool) -> Int? {
    let own = isMirrored ? values.map(Self.mirrored) : values
    var pairs: [(distance: Int, window: Int, otherWindow: Int)] = []
    for (window, hash) in own.enumerated() where hash != 0 {
      for (otherWindow, otherHash) in other.values.enumerated() where otherHash != 0 {
        let distance = (hash ^ otherHash).nonzeroBitCount
        if distance <= Self.greatestSecondDistance { pairs.append((distance, window, otherWindow)) }
      }
    }
    guard let best = pairs.min(by: { $0.distance < $1.distance }), best.distance <= Self.greatestDistance,
      pairs.contains(where: { $0.window != best.window && $0.otherWindow != best.otherWindow })
    else { return nil }
    return best.distance
  }
}

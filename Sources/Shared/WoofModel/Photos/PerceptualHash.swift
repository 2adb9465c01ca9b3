// SPDX-License-Identifier: Apache-2.0

/// Sixty-four bits that say what a picture looks like: pictures that look alike differ in few of them.
public struct PerceptualHash: RawRepresentable, Codable, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt64

  /// Makes a hash of its bits.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The number of bits in which two hashes differ, 0 to 64.
  public func distance(to other: PerceptualHash) -> Int { (rawValue ^ other.rawValue).nonzeroBitCount }
}

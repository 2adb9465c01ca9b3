// SPDX-License-Identifier: Apache-2.0

import WoofCryptography
import WoofModel

/// The bytes of a generated picture, described by so little that thousands of pictures can be remembered.
struct PhotoContent: Hashable, Sendable {
  /// The format.
  var type: ImageType
  /// The number of bytes of the picture.
  var byteCount: Int
  /// The seed of the noise in the picture.
  var seed: UInt64

  /// The bytes; the same each time.
  var bytes: [UInt8] {
    type == .png
      ? GeneratedPNG.bytes(byteCount: byteCount, seed: seed) : GeneratedJPEG.bytes(byteCount: byteCount, seed: seed)
  }
}

extension Digest {
  /// The digest of bytes.
  init(of bytes: [UInt8]) {
    guard let digest = Digest(SHA256.digest(of: bytes)) else {
      preconditionFailure("a SHA-256 does not have \(Digest.byteCount) bytes")
    }
    self = digest
  }
}

/// A generator of random numbers that repeats them with the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}

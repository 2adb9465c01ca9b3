// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Chance that is the same for the same seed (SplitMix64).
struct ChaosRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  /// From 0 to 1.
  mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// An exponentially distributed number.
  mutating func exponential(mean: Double) -> Double { -mean * log(1 - fraction()) }
}

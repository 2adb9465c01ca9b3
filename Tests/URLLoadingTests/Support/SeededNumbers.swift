// SPDX-License-Identifier: Apache-2.0

/// Random numbers that are the same in every run (xorshift).
struct SeededNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = (seed &+ 1) &* 0x9E37_79B9_7F4A_7C15 | 1 }

  /// A number from 0 to `bound` - 1.
  mutating func below(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 11) % bound
  }
}

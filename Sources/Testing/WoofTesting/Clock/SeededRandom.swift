// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofCryptography

/// Random numbers that follow from a number, the same in every run (SplitMix64). May be used from any thread.
final class SeededRandom: RandomSource, Sendable {
  private let state: Mutex<UInt64>

  init(_ seed: UInt64) { state = Mutex(seed) }

  /// The next 64 bits.
  func next() -> UInt64 {
    var mixed = state.withLock { state in
      state &+= 0x9E37_79B9_7F4A_7C15
      return state
    }
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// A number from 0 up to, and without, 1.
  func fraction() -> Double { Double(next() >> 11) / Double(1 << 53) }

  /// A number of a range.
  func number(in range: Range<Int>) -> Int {
    range.isEmpty ? range.lowerBound : range.lowerBound + Int(next() % UInt64(range.count))
  }

  func bytes(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count { withUnsafeBytes(of: next()) { bytes.append(contentsOf: $0) } }
    return Array(bytes.prefix(count))
  }
}

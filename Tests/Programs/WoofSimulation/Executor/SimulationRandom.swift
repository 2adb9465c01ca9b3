// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WoofCryptography

/// Random numbers that follow from a seed (SplitMix64).
struct SimulationRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Makes the numbers of a seed.
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// A number from 0 to `bound` - 1.
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }

  /// A number from 0 to 1, without 1.
  mutating func fraction() -> Double { Double(next() >> 11) / Double(1 << 53) }

  /// `true` with a probability from 0 to 1.
  mutating func chance(_ probability: Double) -> Bool { fraction() < probability }

  /// Numbers of their own, for a part that shall not disturb the others by how many it draws.
  mutating func fork() -> SimulationRandom { SimulationRandom(seed: next()) }
}

/// Random numbers that follow from a seed, for those who share them.
final class SimulationRandomSource: RandomSource {
  private let random: Mutex<SimulationRandom>

  /// Makes a source.
  init(_ random: SimulationRandom) { self.random = Mutex(random) }

  func bytes(_ count: Int) -> [UInt8] {
    random.withLock { random in (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) } }
  }

  /// A number from 0 to 1, without 1.
  func fraction() -> Double { random.withLock { $0.fraction() } }

  /// The next 64 bits.
  func next() -> UInt64 { random.withLock { $0.next() } }
}

import Synchronization
import WoofCryptography

/// Random numbers that are the same in every run (SplitMix64).
final class RepeatableRandom: RandomSource {
  private let state: Mutex<UInt64>

  init(seed: UInt64 = 1) { state = Mutex(seed) }

  func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) } }

  private func next() -> UInt64 {
    state.withLock { state in
      state &+= 0x9E37_79B9_7F4A_7C15
      var word = state
      word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
      word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
      return word ^ (word >> 31)
    }
  }
}

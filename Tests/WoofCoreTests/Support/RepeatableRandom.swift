import Synchronization
import WoofCryptography

/// Random numbers that are the same in every run.
final class RepeatableRandom: RandomSource {
  private let numbers: Mutex<SeededNumbers>

  init(seed: UInt64 = 1) { numbers = Mutex(SeededNumbers(seed: seed)) }

  func bytes(_ count: Int) -> [UInt8] {
    numbers.withLock { numbers in (0..<count).map { _ in UInt8(truncatingIfNeeded: numbers.next() as UInt64) } }
  }
}

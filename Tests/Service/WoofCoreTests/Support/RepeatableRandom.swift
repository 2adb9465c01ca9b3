// SPDX-License-Identifier: Apache-2.0

import Synchronization
import WoofCryptography

@testable import TestKit

/// Random numbers that are the same in every run.
final class RepeatableRandom: RandomSource {
  private let numbers: Mutex<SeededGenerator>

  init(seed: UInt64 = 1) { numbers = Mutex(SeededGenerator(seed: seed)) }

  func bytes(_ count: Int) -> [UInt8] {
    numbers.withLock { numbers in (0..<count).map { _ in UInt8(truncatingIfNeeded: numbers.next() as UInt64) } }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestKit

extension SeededGenerator {
  /// From 0 to 1.
  mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// An exponentially distributed number.
  mutating func exponential(mean: Double) -> Double { -mean * log(1 - fraction()) }
}

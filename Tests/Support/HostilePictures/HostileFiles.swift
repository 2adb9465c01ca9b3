// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofImages
import WoofModel

/// Files of one kind that want to do harm, and what becomes of them.
struct HostileFiles: Sendable, CustomTestStringConvertible {
  enum Outcome: Sendable, Equatable {
    case accepted
    /// Refused with a reason that has these words.
    case refused(because: String)
    /// Some are sound all the same.
    case either
  }

  let name: String
  let count: Int
  let outcome: Outcome
  /// Makes one of them, by its number from 0.
  let make: @Sendable (Int) -> [UInt8]

  init(_ name: String, _ outcome: Outcome, count: Int = 1, _ make: @escaping @Sendable (Int) -> [UInt8]) {
    self.name = name
    self.count = count
    self.outcome = outcome
    self.make = make
  }

  init(_ name: String, _ outcome: Outcome, _ bytes: @autoclosure @escaping @Sendable () -> [UInt8]) {
    self.init(name, outcome) { _ in bytes() }
  }

  var testDescription: String { name }

  static let all = damaged + lossy + lying + bombs + metadata + disguised
}

// SPDX-License-Identifier: Apache-2.0

/// A count that must not exceed its limit.
struct Tally {
  private(set) var count = 0
  private let limit: Int
  private let subject: String

  /// - Parameter subject: The noun for the counted things in the plural, as the limit's name has it.
  init(of subject: String, limit: Int) {
    self.subject = subject
    self.limit = limit
  }

  /// Counts `amount`, which is not negative, more.
  mutating func add(_ amount: Int = 1, at offset: Int) throws(StructureFault) {
    guard amount <= limit - count else { throw .exceeds(limit, subject, at: offset) }
    count += amount
  }
}

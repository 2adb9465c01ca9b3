// SPDX-License-Identifier: Apache-2.0

/// Counts from 0, and how far it has come.
final class CountedSequence: Sequence, IteratorProtocol {
  private let limit: Int
  private(set) var count = 0

  init(limit: Int) {
    self.limit = limit
  }

  func next() -> Int? {
    guard count < limit else { return nil }
    defer { count += 1 }
    return count
  }
}

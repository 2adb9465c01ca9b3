// SPDX-License-Identifier: Apache-2.0

/// A rule for sharing places that are too few.
///
/// Each holder keeps its places up to one level that holds for all, so that those with the most places give way first.
enum FairShare {
  /// The highest level at which all that is kept fits, and at least 1.
  ///
  /// - Parameters:
  ///   - holdings: The amount that each one has.
  ///   - total: The most that there may be in all.
  /// - Returns: `nil` where everything fits.
  static func level(of holdings: some Sequence<Int>, within total: Int) -> Int? {
    let ascending = holdings.sorted()
    var rest = total
    for (index, holding) in ascending.enumerated() {
      let share = max(0, rest) / (ascending.count - index)
      guard holding <= share else { return max(1, share) }
      rest -= holding
    }
    return nil
  }
}

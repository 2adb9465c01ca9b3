// SPDX-License-Identifier: Apache-2.0

/// Groups pictures that look alike around the best of each group, a few pictures at a time.
///
/// Every picture of a group is near the best one, and not merely near some other that is near it: whoever keeps the best one
/// alone keeps the look of all. A picture is in one group at most, that of the best picture to which it is near.
package struct LookAlikeGrouping<Identifier: Hashable & Sendable>: Sendable {
  private let bestFirst: [Identifier]
  private let distance: Int
  /// The pictures that are in no group, and have not been found to be alone.
  private var ungrouped: PerceptualHashIndex<Identifier>
  private var nextPlace = 0

  /// The groups so far, each with the best picture first, and the nearest to it next.
  package private(set) var groups: [[Identifier]] = []

  /// Begins to group pictures.
  ///
  /// - Parameters:
  ///   - bestFirst: The pictures, the best first; those that have no hash in `index` are passed over.
  ///   - index: The hashes of the pictures.
  ///   - distance: The bits in which the hashes of pictures that look alike differ at most, 0 to 64.
  package init(bestFirst: [Identifier], in index: PerceptualHashIndex<Identifier>, within distance: Int) {
    var ungrouped = PerceptualHashIndex<Identifier>()
    for identifier in bestFirst { if let hash = index[identifier] { ungrouped.insert(hash, for: identifier) } }
    self.bestFirst = bestFirst
    self.distance = distance
    self.ungrouped = ungrouped
  }

  /// `true` if all pictures have been looked at.
  package var isDone: Bool { nextPlace == bestFirst.count }

  /// Looks at the next pictures, so many at most.
  package mutating func advance(by count: Int) {
    let end = min(nextPlace + count, bestFirst.count)
    for identifier in bestFirst[nextPlace..<end] {
      guard let hash = ungrouped[identifier] else { continue }
      // Nearness goes both ways: one that has no neighbour here is nobody's.
      ungrouped.remove(identifier)
      let others = ungrouped.neighbours(of: hash, within: distance).map(\.identifier)
      guard !others.isEmpty else { continue }
      for other in others { ungrouped.remove(other) }
      groups.append([identifier] + others)
    }
    nextPlace = end
  }
}

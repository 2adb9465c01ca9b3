// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// Finds the pictures to which any other one is near, exactly and a step at a time.
///
/// Asking an index for the neighbours of each of many pictures jumps about in memory. Here each step sorts all pictures by two
/// of the blocks that their hashes are cut into, and compares those in which both are equal, which lie next to each other then.
/// Hashes that differ in no more than *d* bits are equal in two of *d* + 2 blocks at least, so that some step compares them.
package struct NeighbourSearch: Sendable {
  private struct Picture: Sendable {
    var hash: UInt64
    var place: Int
  }

  private let distance: Int
  private var pictures: [Picture]
  private var hasNeighbour: [Bool]
  /// The pairs of blocks that are still to be sorted by, as bits of a hash.
  private var masks: [UInt64]

  /// Begins a search.
  ///
  /// - Parameter distance: The bits in which the hashes of near pictures differ at most, 0 to 30.
  package init(among hashes: [PerceptualHash], within distance: Int) {
    self.distance = min(max(distance, 0), 30)
    pictures = hashes.enumerated().map { Picture(hash: $1.rawValue, place: $0) }
    hasNeighbour = [Bool](repeating: false, count: hashes.count)
    masks = Self.masks(within: self.distance)
  }

  /// `true` if all steps have been done.
  package var isDone: Bool { masks.isEmpty }

  /// The places, in the list that was given, of the pictures to which another one has been found to be near.
  package var found: [Int] { hasNeighbour.indices.filter { hasNeighbour[$0] } }

  /// Does the next step.
  package mutating func advance() {
    guard let mask = masks.popLast() else { return }
    pictures.sort { $0.hash & mask < $1.hash & mask }
    var start = 0
    while start < pictures.count {
      let key = pictures[start].hash & mask
      var end = start + 1
      while end < pictures.count, pictures[end].hash & mask == key { end += 1 }
      if end - start > 1 { compare(start..<end) }
      start = end
    }
  }

  private mutating func compare(_ range: Range<Int>) {
    for index in range where !hasNeighbour[pictures[index].place] {
      let hash = pictures[index].hash
      for other in range where other != index && (pictures[other].hash ^ hash).nonzeroBitCount <= distance {
        hasNeighbour[pictures[index].place] = true
        hasNeighbour[pictures[other].place] = true
        break
      }
    }
  }

  /// The pairs of blocks.
  private static func masks(within distance: Int) -> [UInt64] {
    let count = distance + 2
    let blocks = (0..<count).map { block in
      let bits = (block * 64 / count)..<((block + 1) * 64 / count)
      return bits.reduce(UInt64(0)) { $0 | 1 << UInt64($1) }
    }
    return blocks.indices.flatMap { first in blocks[(first + 1)...].map { blocks[first] | $0 } }
  }
}

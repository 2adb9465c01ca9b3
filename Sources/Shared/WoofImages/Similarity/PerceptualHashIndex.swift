// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// Finds the pictures whose perceptual hashes are near a given one, exactly and without looking at all of them.
///
/// Each hash stands in four tables, one for each 16 of its bits. Hashes that differ in no more than *d* bits differ in
/// no more than *d* / 4 of them in at least one of the four parts, so only the places of the tables near each part need
/// to be looked at (multi-index hashing). Beyond a distance of 11 those are so many, and so far apart in memory, that
/// all hashes are compared one after another instead. The same is done while there are few hashes; then there are no
/// tables, which take 2 MB.
///
/// It is a value without any lock; its owner guards it if threads share it.
package struct PerceptualHashIndex<Identifier: Hashable & Sendable>: Sendable {
  /// A picture that was found.
  package struct Neighbour: Hashable, Sendable {
    /// The name under which it was added.
    package let identifier: Identifier
    /// The hash of the picture.
    package let hash: PerceptualHash
    /// The number of bits in which its hash differs from the given one, 0 to 64.
    package let distance: Int
  }

  private var hashes: [UInt64] = []
  private var identifiers: [Identifier] = []
  private var places: [Identifier: UInt32] = [:]
  /// The places of the hashes with each value of each part; empty while there are few hashes.
  private var tables: [[UInt32]] = []
  private let tableThreshold: Int

  private static var partCount: Int { 4 }
  private static var valueCount: Int { 1 << 16 }
  /// The greatest distance at which the tables are of use.
  private static var greatestTableDistance: Int { 11 }

  /// Makes an index of nothing.
  package init() { self.init(tableThreshold: 8192) }

  /// Makes an index of nothing that has tables from so many hashes on.
  package init(tableThreshold: Int) { self.tableThreshold = tableThreshold }

  /// The hash of a picture; `nil` where it is not in the index.
  package subscript(identifier: Identifier) -> PerceptualHash? {
    places[identifier].map { PerceptualHash(rawValue: hashes[Int($0)]) }
  }

  /// The pictures and their hashes.
  package var pictures: [(identifier: Identifier, hash: PerceptualHash)] {
    zip(identifiers, hashes).map { ($0, PerceptualHash(rawValue: $1)) }
  }

  /// The number of pictures in the index.
  package var count: Int { hashes.count }

  /// Adds a picture, or gives it another hash; at most 4,294,967,295 have room, and a further one is left out.
  package mutating func insert(_ hash: PerceptualHash, for identifier: Identifier) {
    if let place = places[identifier], hashes[Int(place)] == hash.rawValue { return }
    remove(identifier)
    guard let place = UInt32(exactly: hashes.count) else { return }
    hashes.append(hash.rawValue)
    identifiers.append(identifier)
    places[identifier] = place
    if !tables.isEmpty {
      note(place, of: hash.rawValue)
    } else if hashes.count >= tableThreshold {
      tables = [[UInt32]](repeating: [], count: Self.partCount * Self.valueCount)
      for (place, hash) in hashes.enumerated() { note(UInt32(place), of: hash) }
    }
  }

  /// Removes a picture, if it is there.
  package mutating func remove(_ identifier: Identifier) {
    guard let place = places.removeValue(forKey: identifier), let last = hashes.indices.last else { return }
    forget(place, of: hashes[Int(place)])
    if Int(place) != last {
      // The last one takes its place, so that there are no gaps.
      forget(UInt32(last), of: hashes[last])
      hashes[Int(place)] = hashes[last]
      identifiers[Int(place)] = identifiers[last]
      places[identifiers[last]] = place
      note(place, of: hashes[last])
    }
    hashes.removeLast()
    identifiers.removeLast()
  }

  /// The pictures whose hashes differ from `hash` in no more than `distance` bits, the nearest first.
  package func neighbours(of hash: PerceptualHash, within distance: Int) -> [Neighbour] {
    guard distance >= 0 else { return [] }
    let found =
      tables.isEmpty || distance > Self.greatestTableDistance
      ? hashes.indices.filter { (hashes[$0] ^ hash.rawValue).nonzeroBitCount <= distance }
      : placesFromTables(near: hash.rawValue, within: distance)
    let neighbours = found.map { place in
      let found = PerceptualHash(rawValue: hashes[place])
      return Neighbour(identifier: identifiers[place], hash: found, distance: found.distance(to: hash))
    }
    return neighbours.sorted { $0.distance < $1.distance }
  }

  /// The places that are near enough, each once.
  private func placesFromTables(near hash: UInt64, within distance: Int) -> [Int] {
    let radii = (0..<Self.partCount).map { distance / Self.partCount - ($0 > distance % Self.partCount ? 1 : 0) }
    var found: [Int] = []
    for part in 0..<Self.partCount where radii[part] >= 0 {
      for mask in PartMasks.within(radii[part]) {
        for place in tables[Self.table(part, of: hash) ^ Int(mask)] {
          let difference = hashes[Int(place)] ^ hash
          // Few are near, so the second question is asked of few.
          if difference.nonzeroBitCount <= distance, !Self.isNear(difference, inPartsBefore: part, radii) {
            found.append(Int(place))
          }
        }
      }
    }
    return found
  }

  /// Returns `true` if a difference is small enough in one of the parts before `end`, through which it was found
  /// already.
  private static func isNear(_ difference: UInt64, inPartsBefore end: Int, _ radii: [Int]) -> Bool {
    (0..<end).contains { value($0, of: difference).nonzeroBitCount <= radii[$0] }
  }

  private mutating func note(_ place: UInt32, of hash: UInt64) {
    guard !tables.isEmpty else { return }
    for part in 0..<Self.partCount { tables[Self.table(part, of: hash)].append(place) }
  }

  private mutating func forget(_ place: UInt32, of hash: UInt64) {
    guard !tables.isEmpty else { return }
    for part in 0..<Self.partCount {
      let table = Self.table(part, of: hash)
      guard let index = tables[table].firstIndex(of: place) else { continue }
      tables[table].swapAt(index, tables[table].count - 1)
      tables[table].removeLast()
    }
  }

  private static func value(_ part: Int, of hash: UInt64) -> UInt16 {
    UInt16(truncatingIfNeeded: hash >> UInt64(16 * part))
  }

  private static func table(_ part: Int, of hash: UInt64) -> Int { part * valueCount + Int(value(part, of: hash)) }
}

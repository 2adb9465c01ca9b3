// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// Finds the pictures of which a part looks like a part of a given one.
///
/// Of each picture it keeps eight hashes, 64 bytes, and asks for 23, as they are and mirrored. An index of few pictures
/// compares all hashes. From 4,096 pictures on each hash stands in four tables, one for each 16 of its bits, as in
/// ``PerceptualHashIndex``, and takes 16 bytes there. Matches are candidates that ``WoofModel/PartHashes`` is to
/// confirm.
///
/// It is a value without any lock; its owner guards it if threads share it.
package struct PartHashIndex<Identifier: Hashable & Sendable>: Sendable {
  /// The hashes that are kept, those of one picture next to each other.
  private var hashes: [UInt64] = []
  private var identifiers: [Identifier] = []
  private var places: [Identifier: UInt32] = [:]
  /// The places of the hashes with each value of each part; empty while there are few hashes.
  private var tables: [[UInt32]] = []
  private let tableThreshold: Int

  private static var perPicture: Int { PartHashes.indexed.count }
  private static var partCount: Int { 4 }
  private static var valueCount: Int { 1 << 16 }

  /// Makes an index of nothing.
  package init() { self.init(tableThreshold: 1 << 15) }

  /// Makes an index of nothing that has tables from so many hashes on.
  package init(tableThreshold: Int) { self.tableThreshold = tableThreshold }

  /// The number of pictures.
  package var count: Int { identifiers.count }

  /// Adds a picture, or gives it other hashes; at most 536,870,911 have room, and a further one is left out.
  package mutating func insert(_ parts: PartHashes, for identifier: Identifier) {
    remove(identifier)
    guard let place = UInt32(exactly: identifiers.count), Int(place) < Int(UInt32.max) / Self.perPicture else { return }
    identifiers.append(identifier)
    places[identifier] = place
    hashes += PartHashes.indexed.map { parts.values[$0] }
    note(picture: Int(place))
    if tables.isEmpty, hashes.count >= tableThreshold {
      tables = [[UInt32]](repeating: [], count: Self.partCount * Self.valueCount)
      for picture in identifiers.indices { note(picture: picture) }
    }
  }

  /// Removes a picture, if it is there.
  package mutating func remove(_ identifier: Identifier) {
    guard let place = places.removeValue(forKey: identifier).map(Int.init), let last = identifiers.indices.last else {
      return
    }
    forget(picture: place)
    if place != last {
      // The last one takes its place, so that there are no gaps.
      forget(picture: last)
      for window in 0..<Self.perPicture {
        hashes[place * Self.perPicture + window] = hashes[last * Self.perPicture + window]
      }
      identifiers[place] = identifiers[last]
      places[identifiers[last]] = UInt32(place)
      note(picture: place)
    }
    hashes.removeLast(Self.perPicture)
    identifiers.removeLast()
  }

  /// The pictures of which one of the kept windows looks like one of the given picture's, each once, the most alike first.
  ///
  /// - Parameter limit: The most that are given; those that are less alike are left out.
  package func candidates(like parts: PartHashes, limit: Int) -> [Identifier] {
    var best: [Int: Int] = [:]
    for window in PartHashes.asked where parts.values[window] != 0 {
      for hash in [parts.values[window], PartHashes.mirrored(parts.values[window])] {
        visitPlaces(near: hash) { place in
          let distance = (hashes[place] ^ hash).nonzeroBitCount
          guard distance <= PartHashes.greatestDistance, hashes[place] != 0 else { return }
          best[place / Self.perPicture] = min(best[place / Self.perPicture] ?? distance, distance)
        }
      }
    }
    let sorted = best.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
    return sorted.prefix(limit).map { identifiers[$0.key] }
  }

  /// Visits the places of hashes that may be near enough, some more than once: of those that differ in no more than 7 bits,
  /// one of the four parts differs in no more than one.
  private func visitPlaces(near hash: UInt64, _ body: (Int) -> Void) {
    guard !tables.isEmpty else { return hashes.indices.forEach(body) }
    for part in 0..<Self.partCount {
      for mask in PartMasks.within(PartHashes.greatestDistance / Self.partCount) {
        for place in tables[Self.table(part, of: hash) ^ Int(mask)] { body(Int(place)) }
      }
    }
  }

  private mutating func note(picture: Int) {
    guard !tables.isEmpty else { return }
    for place in picture * Self.perPicture..<(picture + 1) * Self.perPicture where hashes[place] != 0 {
      for part in 0..<Self.partCount { tables[Self.table(part, of: hashes[place])].append(UInt32(place)) }
    }
  }

  private mutating func forget(picture: Int) {
    guard !tables.isEmpty else { return }
    for place in picture * Self.perPicture..<(picture + 1) * Self.perPicture where hashes[place] != 0 {
      for part in 0..<Self.partCount {
        let table = Self.table(part, of: hashes[place])
        guard let index = tables[table].firstIndex(of: UInt32(place)) else { continue }
        tables[table].swapAt(index, tables[table].count - 1)
        tables[table].removeLast()
      }
    }
  }

  private static func table(_ part: Int, of hash: UInt64) -> Int {
    part * valueCount + Int(UInt16(truncatingIfNeeded: hash >> UInt64(16 * part)))
  }
}

public import WoofModel

/// Finds the pictures whose perceptual hashes are near a given one, exactly and without looking at all of them.
///
/// Each hash stands in four tables, one for each 16 of its bits. Hashes that differ in no more than *d* bits differ in no
/// more than *d* / 4 of them in at least one of the four parts, so that only the places of the tables near each part need
/// to be looked at (multi-index hashing). Beyond a distance of 15 that would be most of them, and all hashes are looked
/// at one after another instead, which takes longer only by as much as there are more of them.
///
/// It is a value without any lock; whoever shares it guards it.
public struct PerceptualHashIndex<Identifier: Hashable & Sendable>: Sendable {
  /// A picture that was found.
  public struct Neighbour: Hashable, Sendable {
    /// The name under which it was added.
    public let identifier: Identifier
    /// Its hash.
    public let hash: PerceptualHash
    /// In how many bits its hash differs from the one asked for.
    public let distance: Int
  }

  private var hashes: [UInt64] = []
  private var identifiers: [Identifier] = []
  private var places: [Identifier: UInt32] = [:]
  /// For each value of each part, where the hashes are that have it.
  private var tables: [[UInt32]]

  private static var partCount: Int { 4 }
  private static var valueCount: Int { 1 << 16 }
  /// The greatest distance at which the tables are of use.
  private static var greatestTableDistance: Int { 15 }

  /// Makes an index of nothing.
  public init() { tables = [[UInt32]](repeating: [], count: Self.partCount * Self.valueCount) }

  /// How many pictures there are.
  public var count: Int { hashes.count }

  /// Adds a picture, or gives it another hash; at most 4,294,967,295 have room, and a further one is left out.
  public mutating func insert(_ hash: PerceptualHash, for identifier: Identifier) {
    remove(identifier)
    guard let place = UInt32(exactly: hashes.count) else { return }
    hashes.append(hash.rawValue)
    identifiers.append(identifier)
    places[identifier] = place
    for part in 0..<Self.partCount { tables[Self.table(part, of: hash.rawValue)].append(place) }
  }

  /// Removes a picture, if it is there.
  public mutating func remove(_ identifier: Identifier) {
    guard let place = places.removeValue(forKey: identifier), let last = hashes.indices.last else { return }
    forget(place, of: hashes[Int(place)])
    if Int(place) != last {
      // The last one takes its place, so that there are no gaps.
      forget(UInt32(last), of: hashes[last])
      hashes[Int(place)] = hashes[last]
      identifiers[Int(place)] = identifiers[last]
      places[identifiers[last]] = place
      for part in 0..<Self.partCount { tables[Self.table(part, of: hashes[last])].append(place) }
    }
    hashes.removeLast()
    identifiers.removeLast()
  }

  /// The pictures whose hashes differ from `hash` in no more than `distance` bits, the nearest first.
  public func neighbours(of hash: PerceptualHash, within distance: Int) -> [Neighbour] {
    var found: [Neighbour] = []
    func look(at place: Int) {
      let apart = (hashes[place] ^ hash.rawValue).nonzeroBitCount
      guard apart <= distance else { return }
      let neighbour = Neighbour(
        identifier: identifiers[place], hash: PerceptualHash(rawValue: hashes[place]), distance: apart)
      found.append(neighbour)
    }
    if distance < 0 { return [] }
    if distance > Self.greatestTableDistance {
      for place in hashes.indices { look(at: place) }
    } else {
      lookThroughTables(for: hash.rawValue, within: distance, look)
    }
    return found.sorted { $0.distance < $1.distance }
  }

  /// Looks at each place that may be near enough, once.
  private func lookThroughTables(for hash: UInt64, within distance: Int, _ look: (Int) -> Void) {
    let radii = (0..<Self.partCount).map { distance / Self.partCount - ($0 > distance % Self.partCount ? 1 : 0) }
    for part in 0..<Self.partCount where radii[part] >= 0 {
      for mask in PartMasks.within(radii[part]) {
        for place in tables[Self.table(part, of: hash) ^ Int(mask)]
        where !Self.isNear(hashes[Int(place)] ^ hash, inPartsBefore: part, radii) {
          look(Int(place))
        }
      }
    }
  }

  /// Whether a difference is small enough in one of the first parts, by which it was found already.
  private static func isNear(_ difference: UInt64, inPartsBefore end: Int, _ radii: [Int]) -> Bool {
    (0..<end).contains { value($0, of: difference).nonzeroBitCount <= radii[$0] }
  }

  private mutating func forget(_ place: UInt32, of hash: UInt64) {
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

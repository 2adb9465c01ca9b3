// SPDX-License-Identifier: Apache-2.0

/// The entries of a cache with their sizes and the order in which they were last used: those that were not used for longest
/// go when there is no room.
struct RecencyOrder<Name: Hashable & Sendable>: Sendable {
  private struct Entry {
    var byteCount: Int64
    var turn: UInt64
  }

  /// The most bytes of all entries together.
  let byteLimit: Int64
  /// The bytes of all entries.
  private(set) var byteCount: Int64 = 0
  private var entries: [Name: Entry] = [:]
  /// The uses in their order. Only the last one of an entry counts, which is why the others are passed over.
  private var uses: [(name: Name, turn: UInt64)] = []
  private var firstUse = 0
  private var turn: UInt64 = 0

  init(byteLimit: Int64) { self.byteLimit = byteLimit }

  /// The number of entries.
  var count: Int { entries.count }

  /// The names of the entries, in no order.
  var names: [Name] { Array(entries.keys) }

  /// Returns `true` if there is an entry of that name.
  func contains(_ name: Name) -> Bool { entries[name] != nil }

  /// Notes that an entry is used; `false` where there is none.
  @discardableResult
  mutating func use(_ name: Name) -> Bool {
    guard entries[name] != nil else { return false }
    turn += 1
    entries[name]?.turn = turn
    uses.append((name, turn))
    compact()
    return true
  }

  /// Puts an entry in, in the place of one of that name.
  ///
  /// - Returns: The entries that have to go for it. It is among them itself where it is larger than the limit.
  mutating func insert(_ name: Name, byteCount: Int64) -> [Name] {
    remove(name)
    entries[name] = Entry(byteCount: byteCount, turn: 0)
    self.byteCount += byteCount
    use(name)
    if byteCount > byteLimit {
      remove(name)
      return [name]
    }
    var removed: [Name] = []
    while self.byteCount > byteLimit, let oldest = oldest() {
      remove(oldest)
      removed.append(oldest)
    }
    return removed
  }

  /// Takes an entry out; without effect where there is none.
  mutating func remove(_ name: Name) {
    guard let entry = entries.removeValue(forKey: name) else { return }
    byteCount -= entry.byteCount
  }

  private mutating func oldest() -> Name? {
    while firstUse < uses.count {
      let use = uses[firstUse]
      if entries[use.name]?.turn == use.turn { return use.name }
      firstUse += 1
    }
    return nil
  }

  private mutating func compact() {
    guard uses.count > 2 * entries.count + 64 else { return }
    uses = uses[firstUse...].filter { entries[$0.name]?.turn == $0.turn }
    firstUse = 0
  }
}

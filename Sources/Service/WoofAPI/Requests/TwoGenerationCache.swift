// SPDX-License-Identifier: Apache-2.0

/// Remembers what was used lately, within a bound: entries live in a young half; when that is full it becomes the old
/// half and what was old is forgotten. What is found in the old half becomes young again. Nothing is moved per use of a
/// young entry, so a hit is one look-up.
struct TwoGenerationCache<Key: Hashable, Value> {
  private var young: [Key: Value] = [:]
  private var old: [Key: Value] = [:]
  private var youngCost = 0
  private let costLimit: Int

  /// Makes a cache that keeps entries up to a cost of `costLimit` in all.
  init(costLimit: Int) { self.costLimit = costLimit }

  /// The value of a key, where it is remembered. `cost` says what the value costs when it moves to the young half.
  mutating func value(for key: Key, cost: (Value) -> Int) -> Value? {
    if let value = young[key] { return value }
    guard let value = old.removeValue(forKey: key) else { return nil }
    insert(value, for: key, cost: cost(value))
    return value
  }

  /// Remembers a value, in place of an earlier one of the same key.
  mutating func insert(_ value: Value, for key: Key, cost: Int) {
    if youngCost + cost > costLimit / 2, !young.isEmpty {
      old = young
      young = [:]
      youngCost = 0
    }
    young[key] = value
    youngCost += cost
  }

  /// Forgets a key.
  mutating func removeValue(for key: Key) {
    young[key] = nil
    old[key] = nil
  }
}

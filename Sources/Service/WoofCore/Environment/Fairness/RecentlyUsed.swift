// SPDX-License-Identifier: Apache-2.0

/// Values by key, bounded in number: at least that half of the capacity is kept which was used last.
///
/// Values live in a young half; when it is full it becomes the old half, and what was old is forgotten. So a use costs
/// one look-up, and no list of uses has to be kept in order.
package struct RecentlyUsed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private var young: [Key: Value] = [:]
  private var old: [Key: Value] = [:]
  private let capacity: Int

  /// Makes a place for `capacity` values, and at least two.
  package init(capacity: Int) { self.capacity = max(2, capacity) }

  /// The number of values.
  package var count: Int { young.count + old.count }

  /// The value of a key; looking does not count as use.
  package subscript(key: Key) -> Value? { young[key] ?? old[key] }

  /// Uses the value of a key, in place.
  ///
  /// - Returns: The result of `body`; `nil` where there is no value.
  package mutating func use<Result>(_ key: Key, _ body: (inout Value) -> Result) -> Result? {
    if let index = young.index(forKey: key) { return body(&young.values[index]) }
    guard var value = old.removeValue(forKey: key) else { return nil }
    defer { insert(value, for: key) }
    return body(&value)
  }

  /// Sets the value of a key.
  package mutating func insert(_ value: Value, for key: Key) {
    old[key] = nil
    if young.count >= capacity / 2, young[key] == nil {
      old = young
      young = [:]
    }
    young[key] = value
  }

  /// Forgets a key.
  package mutating func remove(_ key: Key) {
    young[key] = nil
    old[key] = nil
  }
}

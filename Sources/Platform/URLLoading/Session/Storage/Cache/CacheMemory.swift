// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// The stored responses that are in memory. A value; its owner guards it.
struct CacheMemory {
  /// The most responses to one URL that differ by what selects them; then the oldest goes.
  static let maximalVariantCount = 8

  private struct Variant {
    let response: CachedURLResponse
    let vary: Vary
    let selection: [String: String]
    let storedAt: Date
    var lastUse: UInt64
    var cost: Int { response.cost }
  }

  private(set) var capacity: Int
  private(set) var usage = 0
  /// Counts what is stored and removed, so that who reads a file can tell whether something changed meanwhile.
  private(set) var changeCount: UInt64 = 0
  private var variants: [CacheKey: [Variant]] = [:]
  private var useCount: UInt64 = 0

  init(capacity: Int) { self.capacity = max(0, capacity) }

  /// The newest response that a request selects.
  mutating func find(_ key: CacheKey, for request: URLRequest) -> CachedURLResponse? {
    guard let index = variants[key]?.lastIndex(where: { $0.vary.selection(of: request) == $0.selection }) else {
      return nil
    }
    useCount += 1
    variants[key]?[index].lastUse = useCount
    return variants[key]?[index].response
  }

  mutating func store(_ response: CachedURLResponse, key: CacheKey, vary: Vary, selection: [String: String]) {
    changeCount &+= 1
    remove(key, selection: selection)
    guard response.cost <= capacity / 20 else { return }
    useCount += 1
    var others = variants[key] ?? []
    if others.count >= Self.maximalVariantCount { usage -= others.removeFirst().cost }
    others.append(
      Variant(response: response, vary: vary, selection: selection, storedAt: Date(), lastUse: useCount))
    variants[key] = others
    usage += response.cost
    shrink()
  }

  mutating func remove(_ key: CacheKey) {
    changeCount &+= 1
    usage -= variants.removeValue(forKey: key)?.reduce(0) { $0 + $1.cost } ?? 0
  }

  mutating func remove(since date: Date) {
    changeCount &+= 1
    removeAll { $0.storedAt >= date }
  }

  mutating func removeAll() {
    changeCount &+= 1
    variants = [:]
    usage = 0
  }

  mutating func setCapacity(_ capacity: Int) {
    self.capacity = max(0, capacity)
    shrink()
  }

  private mutating func remove(_ key: CacheKey, selection: [String: String]) {
    guard var others = variants[key], let index = others.firstIndex(where: { $0.selection == selection }) else {
      return
    }
    usage -= others.remove(at: index).cost
    variants[key] = others.isEmpty ? nil : others
  }

  private mutating func removeAll(where isUnwanted: (Variant) -> Bool) {
    variants = variants.compactMapValues { others in
      let kept = others.filter { !isUnwanted($0) }
      return kept.isEmpty ? nil : kept
    }
    usage = variants.values.joined().reduce(0) { $0 + $1.cost }
  }

  /// Makes room for some more than is needed, so that it is not done for each response anew.
  private mutating func shrink() {
    guard usage > capacity else { return }
    var remaining = usage
    var bound: UInt64 = 0
    for variant in variants.values.joined().sorted(by: { $0.lastUse < $1.lastUse }) {
      if remaining <= capacity - capacity / 8 { break }
      remaining -= variant.cost
      bound = variant.lastUse
    }
    removeAll { $0.lastUse <= bound }
  }
}

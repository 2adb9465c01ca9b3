// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofAPI

@Suite struct TwoGenerationCacheTests {
  private func cost(_: Int) -> Int { 1 }

  @Test func `an inserted entry is found`() {
    var cache = TwoGenerationCache<String, Int>(costLimit: 10)
    cache.insert(1, for: "a", cost: 1)
    #expect(cache.value(for: "a", cost: cost) == 1)
    #expect(cache.value(for: "b", cost: cost) == nil)
  }

  @Test func `an entry that is used again outlives one that is not`() {
    var cache = TwoGenerationCache<String, Int>(costLimit: 4)
    cache.insert(1, for: "kept", cost: 1)
    cache.insert(2, for: "forgotten", cost: 1)
    cache.insert(3, for: "c", cost: 1)
    #expect(cache.value(for: "kept", cost: cost) == 1)
    cache.insert(4, for: "d", cost: 1)
    #expect(cache.value(for: "kept", cost: cost) == 1)
    #expect(cache.value(for: "forgotten", cost: cost) == nil)
  }

  @Test func `one entry beyond the limit is kept until the next comes`() {
    var cache = TwoGenerationCache<String, Int>(costLimit: 4)
    cache.insert(1, for: "large", cost: 100)
    #expect(cache.value(for: "large", cost: cost) == 1)
    cache.insert(2, for: "b", cost: 1)
    cache.insert(3, for: "c", cost: 100)
    #expect(cache.value(for: "large", cost: cost) == nil)
  }

  @Test func `a removed entry is gone from both halves`() {
    var cache = TwoGenerationCache<String, Int>(costLimit: 4)
    cache.insert(1, for: "a", cost: 2)
    cache.insert(2, for: "b", cost: 2)
    cache.removeValue(for: "a")
    cache.removeValue(for: "b")
    #expect(cache.value(for: "a", cost: cost) == nil)
    #expect(cache.value(for: "b", cost: cost) == nil)
  }
}

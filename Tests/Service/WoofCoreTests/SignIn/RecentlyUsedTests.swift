// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofCore

@Suite struct RecentlyUsedTests {
  @Test func `an inserted value is found, and used in place`() {
    var values = RecentlyUsed<Int, String>(capacity: 4)
    values.insert("one", for: 1)
    #expect(values[1] == "one")
    #expect(
      values.use(1) { value in
        value += "!"
        return value.count
      } == 4)
    #expect(values[1] == "one!")
    #expect(values.use(2) { $0 } == nil)
  }

  @Test func `there are never more values than the capacity`() {
    var values = RecentlyUsed<Int, Int>(capacity: 10)
    for key in 0..<1000 {
      values.insert(key, for: key)
      #expect(values.count <= 10)
    }
  }

  @Test func `the half that was used last is kept`() {
    var values = RecentlyUsed<Int, Int>(capacity: 10)
    for key in 0..<1000 {
      values.insert(key, for: key)
      for recent in max(0, key - 4)...key { #expect(values[recent] == recent) }
    }
  }

  @Test func `a value that is used repeatedly outlives any number of others`() {
    var values = RecentlyUsed<Int, Int>(capacity: 10)
    values.insert(-1, for: -1)
    for key in 0..<1000 {
      values.insert(key, for: key)
      #expect(values.use(-1) { $0 } == -1)
    }
  }

  @Test func `an old value that is inserted anew counts once`() {
    var values = RecentlyUsed<Int, Int>(capacity: 4)
    for key in 0..<3 { values.insert(key, for: key) }
    values.insert(100, for: 0)
    #expect(values.count == 3)
    #expect(values[0] == 100)
  }

  @Test func `a removed value is gone, young or old`() {
    var values = RecentlyUsed<Int, Int>(capacity: 4)
    for key in 0..<3 { values.insert(key, for: key) }
    for key in 0..<3 { values.remove(key) }
    #expect(values.count == 0)
  }
}

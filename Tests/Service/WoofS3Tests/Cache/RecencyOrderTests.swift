// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TestKit
@testable import WoofS3

@Suite struct RecencyOrderTests {
  @Test func `what was not used for longest goes first`() {
    var order = RecencyOrder<String>(byteLimit: 10)
    var removed = order.insert("a", byteCount: 4) + order.insert("b", byteCount: 4)
    #expect(removed.isEmpty)
    order.use("a")
    removed = order.insert("c", byteCount: 4)
    #expect(removed == ["b"])
    #expect(!order.contains("b"))
    #expect(order.byteCount == 8)
  }

  @Test func `what is larger than everything may be does not drive the others out`() {
    var order = RecencyOrder<String>(byteLimit: 10)
    _ = order.insert("a", byteCount: 4)
    let removed = order.insert("b", byteCount: 11)
    #expect(removed == ["b"])
    #expect(order.contains("a"))
    #expect(order.byteCount == 4)
  }

  /// A list from the entry that was not used for longest to the one that was used last.
  private struct Model {
    var entries: [(name: Int, byteCount: Int64)] = []

    mutating func use(_ name: Int) {
      guard let index = entries.firstIndex(where: { $0.name == name }) else { return }
      entries.append(entries.remove(at: index))
    }

    mutating func insert(_ name: Int, _ byteCount: Int64, limit: Int64) -> [Int] {
      entries.removeAll { $0.name == name }
      guard byteCount <= limit else { return [name] }
      entries.append((name, byteCount))
      var removed: [Int] = []
      while entries.reduce(0, { $0 + $1.byteCount }) > limit { removed.append(entries.removeFirst().name) }
      return removed
    }
  }

  @Test(arguments: 0..<50 as Range<UInt64>) func `it does what a list in the order of uses does`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var order = RecencyOrder<Int>(byteLimit: 100)
    var model = Model()
    for _ in 0..<2_000 {
      let name = Int.random(in: 0..<30, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        order.remove(name)
        model.entries.removeAll { $0.name == name }
      case 1:
        let byteCount = Int64.random(in: 0...120, using: &random)
        let removed = order.insert(name, byteCount: byteCount)
        let expected = model.insert(name, byteCount, limit: 100)
        #expect(removed == expected)
      default:
        order.use(name)
        model.use(name)
      }
      #expect(order.count == model.entries.count)
      #expect(order.byteCount == model.entries.reduce(0) { $0 + $1.byteCount })
    }
  }
}

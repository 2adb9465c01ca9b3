// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofPostgresStorage

struct WriteLineTests {
  private static func line(_ operations: String) -> WriteLine<Character> {
    var line = WriteLine<Character>()
    for operation in operations { line.append(operation) }
    return line
  }

  @Test func `a batch holds what has gathered, in its order, up to its limit`() {
    var line = Self.line("abcde")
    #expect(line.takeBatch(limit: 3) { $0 } == ["a", "b", "c"])
    #expect(line.takeBatch(limit: 3) { $0 } == ["d", "e"])
    #expect(line.isEmpty)
  }

  @Test func `of operations on one thing each batch holds one, and they keep their order`() {
    var line = Self.line("aAbBaAc")
    let key = { (operation: Character) in operation.lowercased() }
    #expect(line.takeBatch(limit: 9, key: key) == ["a", "b", "c"])
    #expect(line.takeBatch(limit: 9, key: key) == ["A", "B"])
    #expect(line.takeBatch(limit: 9, key: key) == ["a"])
    #expect(line.takeBatch(limit: 9, key: key) == ["A"])
    #expect(line.isEmpty)
  }

  @Test func `what is put back comes before all others`() {
    var line = Self.line("cd")
    line.putBack(["a", "b"])
    #expect(line.takeBatch(limit: 9) { $0 } == ["a", "b", "c", "d"])
  }

  @Test func `what has no key goes with any other`() {
    var line = Self.line("xxx")
    #expect(line.takeBatch(limit: 9) { _ in Int?.none } == ["x", "x", "x"])
  }
}

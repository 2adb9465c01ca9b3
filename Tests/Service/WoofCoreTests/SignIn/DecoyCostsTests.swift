// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCryptography

@testable import WoofCore

@Suite struct DecoyCostsTests {
  private static let old = PasswordHash.Cost(logarithmOfN: 14)
  private static let new = PasswordHash.Cost(logarithmOfN: 15)
  private let key = MessageAuthenticator(key: [1, 2, 3])

  private func names(of cost: PasswordHash.Cost, _ counts: [PasswordHash.Cost: Int]) -> Set<Int> {
    let costs = DecoyCosts(counts, standard: .standard)
    return Set((0..<2_000).filter { costs.cost(of: "name\($0)", under: key) == cost })
  }

  @Test func `without accounts every name has the cost of a new hash`() {
    #expect(DecoyCosts([:], standard: Self.old).cost(of: "ada", under: key) == Self.old)
  }

  @Test func `names have the costs of the accounts' hashes, and no others`() {
    #expect(names(of: Self.old, [Self.old: 3]).count == 2_000)
  }

  @Test func `costs are as frequent among names as among accounts`() {
    let count = names(of: Self.new, [Self.old: 30, Self.new: 10]).count
    #expect((450...550).contains(count))
  }

  @Test func `a name keeps its cost as accounts come, and moves on as accounts do`() {
    let before = names(of: Self.new, [Self.old: 30, Self.new: 10])
    #expect(names(of: Self.new, [Self.old: 300, Self.new: 100]) == before)
    #expect(names(of: Self.new, [Self.old: 20, Self.new: 20]).isSuperset(of: before))
  }

  @Test func `another key gives the same costs to other names`() {
    let costs = DecoyCosts([Self.old: 1, Self.new: 1], standard: Self.old)
    let other = MessageAuthenticator(key: [4, 5, 6])
    let moved = (0..<100).count {
      costs.cost(of: "name\($0)", under: key) != costs.cost(of: "name\($0)", under: other)
    }
    #expect(moved > 20)
  }
}

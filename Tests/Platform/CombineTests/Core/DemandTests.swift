// SPDX-License-Identifier: Apache-2.0

import Combine
import Foundation
import Testing

@Suite struct DemandTests {
  @Test func `demands add up`() {
    #expect(Demand.max(2) + .max(3) == .max(5))
    #expect(Demand.max(2) + 3 == .max(5))
    var demand = Demand.max(1)
    demand += .max(2)
    demand += 4
    #expect(demand == .max(7))
  }

  @Test func `none is a demand for no values`() {
    #expect(Demand.none == .max(0))
    #expect(Demand.none + .max(4) == .max(4))
  }

  @Test func `unlimited stays unlimited after adding and subtracting`() {
    #expect(Demand.unlimited + .max(1) == .unlimited)
    #expect(Demand.max(1) + .unlimited == .unlimited)
    #expect(Demand.unlimited - .max(1) == .unlimited)
    #expect(Demand.unlimited - .unlimited == .unlimited)
    #expect(Demand.unlimited - 5 == .unlimited)
    #expect(Demand.unlimited * 0 == .unlimited)
  }

  @Test func `anything minus unlimited is none`() {
    #expect(Demand.max(7) - .unlimited == .none)
  }

  @Test func `a sum that overflows is unlimited`() {
    #expect(Demand.max(.max) + .max(1) == .unlimited)
    #expect(Demand.max(.max) + 1 == .unlimited)
    #expect(Demand.max(.max) * 2 == .unlimited)
  }

  @Test func `the greatest finite demand is not unlimited`() {
    #expect(Demand.max(.max) != .unlimited)
    #expect(Demand.max(.max) < .unlimited)
    #expect(Demand.max(.max).max == Int.max)
  }

  @Test func `a difference may be negative`() {
    let demand = Demand.max(1) - .max(3)
    #expect(demand < .none)
    #expect(demand + .max(2) == .none)
  }

  @Test func `demands are ordered, unlimited last and not before itself`() {
    #expect(Demand.none < .max(1))
    #expect(Demand.max(1) < .max(2))
    #expect(Demand.max(2) < .unlimited)
    #expect(!(Demand.unlimited < .unlimited))
    #expect(Demand.unlimited <= .unlimited)
  }

  @Test func `demands compare with numbers on either side`() {
    #expect(Demand.max(3) == 3)
    #expect(3 == Demand.max(3))
    #expect(Demand.max(3) != 4)
    #expect(4 != Demand.max(3))
    #expect(Demand.max(3) > 2)
    #expect(2 < Demand.max(3))
    #expect(Demand.max(3) >= 3)
    #expect(3 <= Demand.max(3))
    #expect(Demand.max(3) < 4)
    #expect(4 > Demand.max(3))
    #expect(Demand.max(3) <= 3)
    #expect(3 >= Demand.max(3))
  }

  @Test func `unlimited is greater than every integer`() {
    #expect(Demand.unlimited > Int.max)
    #expect(Int.max < Demand.unlimited)
    #expect(Demand.unlimited != Int.max)
    #expect(!(Demand.unlimited <= Int.max))
  }

  @Test func `the description of a demand is its number, or unlimited`() {
    #expect(Demand.max(3).max == 3)
    #expect(Demand.unlimited.max == nil)
    #expect(Demand.max(3).description == "max(3)")
    #expect(Demand.unlimited.description == "unlimited")
  }

  @Test(arguments: [Demand.none, .max(5), .max(.max), .unlimited, .max(1) - .max(2)])
  func `a demand survives being encoded`(demand: Demand) throws {
    let data = try JSONEncoder().encode(demand)
    #expect(try JSONDecoder().decode(Demand.self, from: data) == demand)
  }

  @Test func `a demand for a negative number of values traps`() async {
    await #expect(processExitsWith: .failure) { _ = Demand.max(-1) }
  }
}

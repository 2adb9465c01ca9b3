// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofCore

@Suite struct LeakyCountTests {
  private func count(_ times: [Int64], limit: Int = 100) -> LeakyCount {
    times.reduce(into: LeakyCount()) { $0.add(at: $1, forgettingEvery: 10, upTo: limit) }
  }

  @Test func `an empty count is zero at any time`() {
    #expect(LeakyCount().level(at: .max, forgettingEvery: 1) == 0)
    #expect(LeakyCount().level(at: .min, forgettingEvery: 1) == 0)
  }

  @Test func `one count is forgotten after each interval`() {
    let count = count([100, 100, 100])
    #expect(
      [100, 109, 110, 119, 120, 129, 130, 1000].map { count.level(at: $0, forgettingEvery: 10) } == [
        3, 3, 2, 2, 1, 1, 0, 0,
      ])
  }

  @Test func `counting more does not restart the interval`() {
    let count = count([100, 108, 116])
    #expect(count.level(at: 119, forgettingEvery: 10) == 2)
    #expect(count.level(at: 120, forgettingEvery: 10) == 1)
  }

  @Test func `a count stops at its limit`() {
    let count = count([5, 5, 5, 5], limit: 2)
    #expect(count.level(at: 5, forgettingEvery: 10) == 2)
    #expect(count.level(at: 15, forgettingEvery: 10) == 1)
  }
}

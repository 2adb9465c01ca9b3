// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofS3

@Suite struct S3HedgeBudgetTests {
  private func budget(observing times: [Duration]) -> S3HedgeBudget {
    var budget = S3HedgeBudget(S3HedgePolicy())
    for time in times { budget.observe(time) }
    return budget
  }

  /// Begins so many reads; the delays of second ones.
  private func delays(_ budget: inout S3HedgeBudget, _ count: Int) -> [Duration?] {
    (0..<count).map { _ in budget.begin() }
  }

  @Test func `there is no second read before enough is known`() {
    var budget = budget(observing: Array(repeating: .milliseconds(10), count: 31))
    #expect(delays(&budget, 100).allSatisfy { $0 == nil })
    budget.observe(.milliseconds(10))
    #expect(budget.begin() == .milliseconds(10))
  }

  @Test func `a second read waits for as long as most reads take`() {
    var budget = budget(observing: (1...256).map { .milliseconds($0) })
    _ = delays(&budget, 20)
    #expect(budget.begin() == .milliseconds(244))
  }

  @Test func `only the latest reads count`() {
    var budget = budget(observing: Array(repeating: .seconds(9), count: 256))
    for _ in 0..<256 { budget.observe(.milliseconds(7)) }
    _ = delays(&budget, 20)
    #expect(budget.begin() == .milliseconds(7))
  }

  @Test func `a second read never comes at once`() {
    var budget = budget(observing: Array(repeating: .microseconds(1), count: 64))
    _ = delays(&budget, 20)
    #expect(budget.begin() == .milliseconds(5))
  }

  @Test func `one in twenty reads may have a second one`() {
    var budget = budget(observing: Array(repeating: .milliseconds(10), count: 64))
    var count = 0
    for _ in 0..<2_000 where budget.begin() != nil && budget.take() { count += 1 }
    #expect((98...101).contains(count))
  }

  @Test func `what is saved up is bounded`() {
    var budget = budget(observing: Array(repeating: .milliseconds(10), count: 64))
    _ = delays(&budget, 10_000)
    var count = 0
    while budget.take() { count += 1 }
    #expect(count == 10)
  }
}

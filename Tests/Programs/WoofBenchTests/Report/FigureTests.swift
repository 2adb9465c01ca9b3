// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import woof_bench

struct FigureTests {
  @Test func `the ratio is the median of the rounds' ratios`() {
    let figure = Figure("time", "µs", [10, 40, 12], beside: [10, 10, 10], bar: .ratioAtMost(1.2))
    #expect(figure.ratio == 1.2)
    #expect(figure.isMet == true)
  }

  @Test(arguments: [(9.0, true), (10, true), (11, false)]) func `a bar for a value is met up to its limit`(
    _ value: Double, _ isMet: Bool
  ) {
    #expect(Figure("x", "", value, bar: .atMost(10)).isMet == isMet)
    #expect(Figure("x", "", -value, bar: .atLeast(-10)).isMet == isMet)
  }

  @Test func `a figure that was not measured meets no bar`() {
    #expect(Figure("x", "", [1], bar: .ratioAtMost(2)).isMet == false)
    #expect(Figure("x", "", [1], beside: [], bar: .ratioAtMost(2)).isMet == false)
    #expect(Figure("x", "", [], bar: .atMost(2)).isMet == false)
  }

  @Test func `the median is the middle value`() {
    #expect(Samples([3, 1, 2]).median == 2)
    #expect(Samples([4, 1, 2, 3]).median == 2.5)
    #expect(Samples().median == 0)
  }

  @Test func `quantiles are rounded up to the next step`() {
    var delays = DelayHistogram()
    for milliseconds in 1...100 { delays.record(nanoseconds: UInt64(milliseconds) * 1_000_000 - 1) }
    #expect(delays.milliseconds(atQuantile: 0.5) == 50)
    #expect(delays.milliseconds(atQuantile: 0.99) == 99)
    #expect(DelayHistogram().milliseconds(atQuantile: 0.5) == 0)
  }

  @Test func `the table of a report says whether bars are met`() {
    var report = Report("some")
    report.add(Figure("time", "ms", 120, bar: .atMost(100)))
    #expect(!report.isMet)
    #expect(Report.text([report]).contains("MISSED"))
    #expect(Report.json([report]).contains(#""met":false"#))
  }
}

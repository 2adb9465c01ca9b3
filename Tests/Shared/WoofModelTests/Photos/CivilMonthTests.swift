// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@Suite struct CivilMonthTests {
  @Test(arguments: [
    ("2026-05-01", "2026-05"), ("2026-05-31T23:59:59.999Z", "2026-05"), ("2024-02-29", "2024-02"),
    ("1969-12-31T23:59:59.999Z", "1969-12"), ("1970-01-01", "1970-01"), ("0000-01-01", "0000-01"),
    ("9999-12-31T23:59:59.999Z", "9999-12"),
  ])
  func `a moment lies in the month that its date has, and within its moments`(_ text: String, _ name: String) throws {
    let moment = try #require(Timestamp(spelling: text))
    let month = CivilMonth(of: moment)
    #expect(month.description == name && CivilMonth(name) == month)
    #expect(month.moments.contains(moment))
  }

  @Test func `months follow each other without a gap`() throws {
    var month = try #require(CivilMonth("2023-12"))
    for _ in 0..<30 {
      let next = CivilMonth(of: Timestamp(milliseconds: month.moments.upperBound.milliseconds + 1))
      #expect(month < next && next.moments.lowerBound.milliseconds == month.moments.upperBound.milliseconds + 1)
      month = next
    }
    #expect(month.description == "2026-06")
  }

  @Test(arguments: ["", "2026", "2026-5", "2026-00", "2026-13", "26-05", "2026-05-01", "+026-05", "2026-०5", "2026_05"])
  func `rejects what is no month`(_ text: String) { #expect(CivilMonth(text) == nil) }
}

// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofSystem

@Suite struct GregorianCalendarTests {
  @Test(arguments: [
    (0, 1970, 1, 1), (-1, 1969, 12, 31), (11_016, 2000, 2, 29), (-719_528, 0, 1, 1), (2_932_896, 9999, 12, 31),
    (-719_469, 0, 2, 29),
  ])
  func `a day has a number and a date`(days: Int, year: Int, month: Int, day: Int) {
    #expect(GregorianCalendar.day(daysSince1970: days) == (year, month, day))
    #expect(GregorianCalendar.daysSince1970(year: year, month: month, day: day) == days)
  }

  @Test(arguments: [(2024, 2, 29), (2000, 2, 29), (2026, 12, 31), (1, 1, 1)])
  func `a day of the calendar exists`(year: Int, month: Int, day: Int) {
    #expect(GregorianCalendar.exists(year: year, month: month, day: day))
  }

  @Test(arguments: [
    (2026, 2, 29), (1900, 2, 29), (2026, 4, 31), (2026, 13, 1), (2026, 0, 1), (2026, 1, 0), (2026, 1, 32),
  ])
  func `a day that the calendar lacks does not exist`(year: Int, month: Int, day: Int) {
    #expect(!GregorianCalendar.exists(year: year, month: month, day: day))
  }
}

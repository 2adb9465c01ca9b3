// SPDX-License-Identifier: Apache-2.0

internal import WoofSystem

/// A day of the proleptic Gregorian calendar.
public struct CivilDate: Hashable, Sendable {
  /// The year, as written.
  public let year: Int
  /// The month, 1 to 12.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int

  /// Makes a date of its parts, which the caller has checked.
  public init(year: Int, month: Int, day: Int) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Makes the date that lies so many days after 1 January 1970.
  public init(daysSince1970 days: Int) {
    (year, month, day) = GregorianCalendar.day(daysSince1970: days)
  }

  /// The number of days from 1 January 1970 to the date; negative for earlier dates.
  public var daysSince1970: Int { GregorianCalendar.daysSince1970(year: year, month: month, day: day) }

  /// Returns the number of days in a month, 28 to 31.
  public static func days(inMonth month: Int, of year: Int) -> Int {
    GregorianCalendar.dayCount(inMonth: month, of: year)
  }
}

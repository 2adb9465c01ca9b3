// SPDX-License-Identifier: Apache-2.0

/// The arithmetic of the proleptic Gregorian calendar: days as numbers, counted from 1 January 1970, and as dates.
///
/// Years start in March here, so that the leap day comes last; an era is 400 years.
@usableFromInline
package enum GregorianCalendar {
  /// A year as written, a month from 1 to 12, and a day of the month from 1.
  @usableFromInline
  package typealias Day = (year: Int, month: Int, day: Int)

  /// The date that lies so many days after 1 January 1970, or before it where the number is negative.
  @inlinable
  package static func day(daysSince1970 days: Int) -> Day {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    )
  }

  /// The number of days from 1 January 1970 to a date that exists; negative for earlier dates.
  @inlinable
  package static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The number of days in a month, 28 to 31.
  @inlinable
  package static func dayCount(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Returns `true` if there is a month and a day of it of those numbers.
  @inlinable
  package static func exists(year: Int, month: Int, day: Int) -> Bool {
    (1...12).contains(month) && day >= 1 && day <= dayCount(inMonth: month, of: year)
  }
}

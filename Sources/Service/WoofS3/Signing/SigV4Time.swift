// SPDX-License-Identifier: Apache-2.0

internal import WoofSystem

/// A moment as signatures write it, to the second.
package struct SigV4Time: Hashable, Sendable {
  /// The day, as `20130524`.
  package let day: String
  /// The moment, as `20130524T000000Z`.
  package let stamp: String

  /// - Parameter secondsSince1970: Seconds since the start of 1970 in UTC, within the years 1970 to 9999.
  package init(secondsSince1970: Int64) {
    let seconds = Int(min(max(secondsSince1970, 0), 253_402_300_799))
    let date = GregorianCalendar.day(daysSince1970: seconds / 86_400)
    let second = seconds % 86_400
    day = Self.digits(date.year, 4) + Self.digits(date.month, 2) + Self.digits(date.day, 2)
    stamp =
      "\(day)T\(Self.digits(second / 3_600, 2))\(Self.digits(second / 60 % 60, 2))\(Self.digits(second % 60, 2))Z"
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}

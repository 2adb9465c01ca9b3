// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The dates of HTTP (RFC 9110 §5.6.7). All three forms are read; the first is written.
enum HTTPDate {
  /// The date that a field says; none where it is none.
  static func date(_ text: String) -> Date? {
    let parts = text.split { $0 == " " || $0 == "," || $0 == "-" }.map(String.init)
    if parts.count == 5 { return asctime(parts) }
    guard parts.count == 6, parts[5] == "GMT", let month = month(parts[2]) else { return nil }
    guard let day = number(parts[1], 1...2), let written = number(parts[3], 2...4) else { return nil }
    let year = parts[3].utf8.count == 2 ? written + (written < 70 ? 2000 : 1900) : written
    return date(year: year, month: month, day: day, time: parts[4])
  }

  /// The date in the form that is preferred: `Sun, 06 Nov 1994 08:49:37 GMT`.
  static func text(_ date: Date) -> String {
    let seconds = Int(max(-62_135_596_800, min(253_402_300_799, date.timeIntervalSince1970.rounded(.down))))
    let day = (seconds - positiveRemainder(seconds, 86400)) / 86400
    let time = positiveRemainder(seconds, 86400)
    let civil = civilDay(day)
    let weekday = weekdays[positiveRemainder(day + 4, 7)]
    let clock = [time / 3600, time / 60 % 60, time % 60].map { padded($0, 2) }.joined(separator: ":")
    return "\(weekday), \(padded(civil.day, 2)) \(months[civil.month - 1]) \(padded(civil.year, 4)) \(clock) GMT"
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  private static func asctime(_ parts: [String]) -> Date? {
    guard let month = month(parts[1]), let day = number(parts[2], 1...2), let year = number(parts[4], 4...4) else {
      return nil
    }
    return date(year: year, month: month, day: day, time: parts[3])
  }

  private static func date(year: Int, month: Int, day: Int, time: String) -> Date? {
    let clock = time.split(separator: ":", omittingEmptySubsequences: false).map { number(String($0), 2...2) }
    guard clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2] else { return nil }
    guard (1...31).contains(day), hour < 24, minute < 60, second <= 60 else { return nil }
    let seconds = days(year: year, month: month, day: day) * 86400 + hour * 3600 + minute * 60 + second
    return Date(timeIntervalSince1970: Double(seconds))
  }

  private static func month(_ text: String) -> Int? { months.firstIndex(of: text).map { $0 + 1 } }

  private static func number(_ text: String, _ lengths: ClosedRange<Int>) -> Int? {
    guard lengths.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
  }

  private static func positiveRemainder(_ value: Int, _ divisor: Int) -> Int {
    let remainder = value % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }

  /// The days from the first of January 1970 on, of a year that begins in March so that the leap day comes last.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let shifted = month > 2 ? year : year - 1
    let era = (shifted - positiveRemainder(shifted, 400)) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civilDay(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted - positiveRemainder(shifted, 146_097)) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}

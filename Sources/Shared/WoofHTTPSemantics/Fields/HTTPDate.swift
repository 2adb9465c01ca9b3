// SPDX-License-Identifier: Apache-2.0

internal import WoofSystem

/// A date as HTTP writes it, to the second (RFC 9110 §5.6.7).
package struct HTTPDate: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Seconds since the start of 1970 in UTC, without leap seconds; within the years 1 to 9999.
  package let secondsSince1970: Int64

  /// Makes a date; one before the year 1 or after 9999 becomes the first or the last one that can be written.
  package init(secondsSince1970: Int64) {
    self.secondsSince1970 = min(max(secondsSince1970, Self.earliest), Self.latest)
  }

  /// Returns `true` if the left date is before the right one.
  package static func < (left: HTTPDate, right: HTTPDate) -> Bool { left.secondsSince1970 < right.secondsSince1970 }

  /// The form in which dates are sent: `Sun, 06 Nov 1994 08:49:37 GMT`.
  package var description: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the form in which dates are sent, always 29 bytes.
  package func write(to bytes: inout [UInt8]) {
    let day = Self.floorDivide(secondsSince1970, 86_400)
    let second = Int(secondsSince1970 - day * 86_400)
    let date = GregorianCalendar.day(daysSince1970: Int(day))
    bytes.append(contentsOf: Self.dayNames[Int(Self.floorModulo(day + 4, 7))].prefix(3).utf8)
    bytes.append(contentsOf: ", ".utf8)
    Self.append(date.day, to: &bytes)
    bytes.append(UInt8(ascii: " "))
    bytes.append(contentsOf: Self.monthNames[date.month - 1].utf8)
    bytes.append(UInt8(ascii: " "))
    Self.append(date.year / 100, to: &bytes)
    Self.append(date.year % 100, to: &bytes)
    bytes.append(UInt8(ascii: " "))
    Self.append(second / 3_600, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    Self.append(second / 60 % 60, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    Self.append(second % 60, to: &bytes)
    bytes.append(contentsOf: " GMT".utf8)
  }

  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "0") + UInt8(number / 10))
    bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  private static func floorDivide(_ number: Int64, _ divisor: Int64) -> Int64 {
    number / divisor - (number % divisor < 0 ? 1 : 0)
  }

  private static func floorModulo(_ number: Int64, _ divisor: Int64) -> Int64 {
    number - floorDivide(number, divisor) * divisor
  }

  static let dayNames = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
  static let monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
  private static let earliest: Int64 = -62_135_596_800
  private static let latest: Int64 = 253_402_300_799
}

extension HTTPDate {
  /// Reads a date in any of the three forms that are accepted: `Sun, 06 Nov 1994 08:49:37 GMT`, and the obsolete
  /// `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`. `nil` where the bytes are none of them.
  ///
  /// The day of the week has to be one, but is not compared with the date. A leap second is the first second of the
  /// next minute.
  ///
  /// - Parameter reference: what a year of two digits is read by: it is at most 50 years after the year of the
  ///   reference. The time of reading or, which is never later, that of the last modification.
  package init?(parsing bytes: ArraySlice<UInt8>, relativeTo reference: HTTPDate) {
    var parser = Parser(scanner: FieldValueScanner(bytes), reference: reference)
    guard let date = parser.date(), parser.scanner.isAtEnd else { return nil }
    self = date
  }

  private struct Parser {
    var scanner: FieldValueScanner
    let reference: HTTPDate

    mutating func date() -> HTTPDate? {
      let day = scanner.takeWhile { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "z") }
      if dayNames.contains(where: { day.elementsEqual($0.prefix(3).utf8) }) {
        return scanner.take(",") ? fixedDate() : asctimeDate()
      }
      guard dayNames.contains(where: { day.elementsEqual($0.utf8) }), scanner.take(",") else { return nil }
      return rfc850Date()
    }

    private mutating func fixedDate() -> HTTPDate? {
      guard scanner.take(" "), let day = number(2), scanner.take(" "), let month = month(), scanner.take(" "),
        let year = number(4), scanner.take(" "), let second = time(), takeZone()
      else { return nil }
      return Self.assemble((year, month, day), second)
    }

    private mutating func rfc850Date() -> HTTPDate? {
      guard scanner.take(" "), let day = number(2), scanner.take("-"), let month = month(), scanner.take("-"),
        let yearOfCentury = number(2), scanner.take(" "), let second = time(), takeZone()
      else { return nil }
      let latestYear =
        GregorianCalendar.day(daysSince1970: Int(floorDivide(reference.secondsSince1970, 86_400))).year + 50
      let year = latestYear - (latestYear - yearOfCentury) % 100
      return Self.assemble((year, month, day), second)
    }

    private mutating func asctimeDate() -> HTTPDate? {
      guard scanner.take(" "), let month = month(), scanner.take(" "),
        let day = scanner.take(" ") ? number(1) : number(2),
        scanner.take(" "), let second = time(), scanner.take(" "), let year = number(4)
      else { return nil }
      return Self.assemble((year, month, day), second)
    }

    private mutating func number(_ digitCount: Int) -> Int? {
      var number = 0
      for _ in 0..<digitCount {
        guard let byte = scanner.next, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
        number = number * 10 + Int(byte - UInt8(ascii: "0"))
        scanner.index += 1
      }
      return number
    }

    private mutating func month() -> Int? {
      let rest = scanner.bytes[scanner.index...].prefix(3)
      guard let index = monthNames.firstIndex(where: { rest.elementsEqual($0.utf8) }) else { return nil }
      scanner.index += 3
      return index + 1
    }

    private mutating func time() -> Int? {
      guard let hour = number(2), hour < 24, scanner.take(":"), let minute = number(2), minute < 60, scanner.take(":"),
        let second = number(2), second <= 60
      else { return nil }
      return hour * 3_600 + minute * 60 + second
    }

    private mutating func takeZone() -> Bool {
      scanner.take(" ") && scanner.take("G") && scanner.take("M") && scanner.take("T")
    }

    private static func assemble(_ day: GregorianCalendar.Day, _ second: Int) -> HTTPDate? {
      guard day.year > 0, GregorianCalendar.exists(year: day.year, month: day.month, day: day.day) else { return nil }
      let days = GregorianCalendar.daysSince1970(year: day.year, month: day.month, day: day.day)
      return HTTPDate(secondsSince1970: Int64(days) * 86_400 + Int64(second))
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import WoofModel

/// A date as EXIF spells it in up to three tags.
struct ExifDate {
  /// The moment; without an offset the date is read as UTC.
  let timestamp: Timestamp

  /// Reads `2026:05:01 12:00:00`, digits of a second's fraction, and `+02:00`; `nil` where the first is no date.
  ///
  /// A fraction or an offset that cannot be read is passed over.
  init?(dateTime: String, subSecond: String?, offset: String?) {
    guard let local = Self.local(dateTime, millisecond: Self.millisecond(subSecond)) else { return nil }
    let minutes = offset.flatMap(Self.minutes) ?? 0
    let milliseconds = local.milliseconds - Int64(minutes) * 60_000
    guard Self.sensible.contains(milliseconds) else { return nil }
    timestamp = Timestamp(milliseconds: milliseconds)
  }

  /// The years 1 to 9999, in milliseconds since 1970.
  private static let sensible: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

  private static func local(_ text: String, millisecond: Int) -> Timestamp? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 19, let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
      let day = number(bytes[8..<10]), let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]),
      let second = number(bytes[17..<19])
    else { return nil }
    return Timestamp(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second, millisecond: millisecond)
  }

  private static func millisecond(_ text: String?) -> Int {
    let digits = text.map { Array($0.utf8.prefix { isDigit($0) }.prefix(3)) } ?? []
    return number((digits + [0x30, 0x30, 0x30])[0..<3]) ?? 0
  }

  private static func minutes(_ text: String) -> Int? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 6, let hours = number(bytes[1..<3]), bytes[3] == UInt8(ascii: ":"),
      let minutes = number(bytes[4..<6]), hours <= 14, minutes < 60
    else { return nil }
    switch bytes[0] {
    case UInt8(ascii: "+"): return hours * 60 + minutes
    case UInt8(ascii: "-"): return -(hours * 60 + minutes)
    default: return nil
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    digits.reduce(Optional(0)) { total, byte in
      guard let total, isDigit(byte) else { return nil }
      return total * 10 + Int(byte - UInt8(ascii: "0"))
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

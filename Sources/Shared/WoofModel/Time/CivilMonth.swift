// SPDX-License-Identifier: Apache-2.0

/// A month of the proleptic Gregorian calendar, in UTC. Its text form is that of ISO 8601: `2026-05`.
public struct CivilMonth: Hashable, Sendable {
  private static let millisecondsOfDay: Int64 = 86_400_000

  /// The year, 0 to 9999.
  public let year: Int
  /// The month, 1 to 12.
  public let month: Int

  /// Makes a month of its parts; `nil` where one is out of its range.
  public init?(year: Int, month: Int) {
    guard (0...9999).contains(year), (1...12).contains(month) else { return nil }
    (self.year, self.month) = (year, month)
  }

  /// Makes the month in which a moment lies.
  public init(of moment: Timestamp) {
    let milliseconds = moment.milliseconds
    let day =
      milliseconds >= 0 ? milliseconds / Self.millisecondsOfDay : (milliseconds + 1) / Self.millisecondsOfDay - 1
    let date = CivilDate(daysSince1970: Int(day))
    (year, month) = (date.year, date.month)
  }

  /// The first and the last millisecond of the month.
  public var moments: ClosedRange<Timestamp> {
    let first = Int64(CivilDate(year: year, month: month, day: 1).daysSince1970) * Self.millisecondsOfDay
    let length = Int64(CivilDate.days(inMonth: month, of: year)) * Self.millisecondsOfDay
    return Timestamp(milliseconds: first)...Timestamp(milliseconds: first + length - 1)
  }
}

extension CivilMonth: Comparable {
  /// Orders earlier before later.
  public static func < (left: CivilMonth, right: CivilMonth) -> Bool {
    (left.year, left.month) < (right.year, right.month)
  }
}

extension CivilMonth: LosslessStringConvertible {
  /// Reads exactly the form that ``description`` writes; `nil` for anything else.
  public init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].count == 4, parts[1].count == 2,
      let year = Self.number(parts[0]), let month = Self.number(parts[1])
    else { return nil }
    self.init(year: year, month: month)
  }

  private static func number(_ digits: Substring.UTF8View) -> Int? {
    guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
    return Int(Substring(digits))
  }

  /// The year in four digits and the month in two.
  public var description: String {
    let digits = String(year)
    return String(repeating: "0", count: 4 - digits.count) + digits + (month < 10 ? "-0" : "-") + String(month)
  }
}

extension CivilMonth: Codable {
  /// Reads the month from its text.
  ///
  /// - Throws: `DecodingError.dataCorrupted` where the text is not in the form of ``description``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let month = CivilMonth(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a month of ISO 8601: \(text)")
    }
    self = month
  }

  /// Writes the month as its text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

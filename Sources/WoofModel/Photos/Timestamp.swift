/// A moment to the millisecond, in UTC, as all dates of the wire contract are.
///
/// Its text form is that of ISO 8601 with milliseconds: `2026-05-01T10:00:00.000Z`.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Milliseconds since the start of 1970 in UTC, leap seconds not counted.
  public let milliseconds: Int64

  /// Makes a timestamp of milliseconds since the start of 1970.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Makes a timestamp of a civil date and time in UTC; `nil` where a part is out of its range, as in 30 February.
  public init?(
    year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, millisecond: Int = 0
  ) {
    guard (0...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= CivilDate.days(inMonth: month, of: year),
      (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second), (0..<1000).contains(millisecond)
    else { return nil }
    let days = CivilDate(year: year, month: month, day: day).daysSince1970
    let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
    self.init(milliseconds: Int64(seconds) * 1000 + Int64(millisecond))
  }

  /// Orders earlier before later.
  public static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }
}

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
    // Years start in March here, so that the leap day comes last; an era is 400 years.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// How many days the date lies after 1 January 1970.
  public var daysSince1970: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// How many days a month has.
  public static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension Timestamp: LosslessStringConvertible {
  /// Reads exactly the form that ``description`` writes; `nil` for anything else.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 24 else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      bytes[range].reduce(Optional(0)) { total, byte in
        guard let total, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
        return total * 10 + Int(byte - UInt8(ascii: "0"))
      }
    }
    let marks: [(Int, Character)] = [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":"), (19, "."), (23, "Z")]
    guard marks.allSatisfy({ bytes[$0.0] == $0.1.asciiValue }),
      let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
      let minute = number(14..<16), let second = number(17..<19), let millisecond = number(20..<23)
    else { return nil }
    self.init(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second, millisecond: millisecond)
  }

  /// The text in ISO 8601 with milliseconds, 24 characters long.
  public var description: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the text to `bytes`.
  public func write(to bytes: inout [UInt8]) {
    let days = Int((milliseconds >= 0 ? milliseconds : milliseconds - 86_399_999) / 86_400_000)
    let date = CivilDate(daysSince1970: days)
    let rest = Int(milliseconds) - days * 86_400_000
    func append(_ value: Int, digits: Int, then mark: Character?) {
      var divisor = 1
      for _ in 1..<digits { divisor *= 10 }
      while divisor > 0 {
        bytes.append(UInt8(ascii: "0") + UInt8(value / divisor % 10))
        divisor /= 10
      }
      if let mark = mark?.asciiValue { bytes.append(mark) }
    }
    append(date.year, digits: 4, then: "-")
    append(date.month, digits: 2, then: "-")
    append(date.day, digits: 2, then: "T")
    append(rest / 3_600_000, digits: 2, then: ":")
    append(rest / 60_000 % 60, digits: 2, then: ":")
    append(rest / 1000 % 60, digits: 2, then: ".")
    append(rest % 1000, digits: 3, then: "Z")
  }
}

extension Timestamp: Codable {
  /// Reads the timestamp from its text.
  ///
  /// - Throws: `DecodingError.dataCorrupted` where the text is not in the form of ``description``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let timestamp = Timestamp(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an ISO 8601 date: \(text)")
    }
    self = timestamp
  }

  /// Writes the timestamp as its text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

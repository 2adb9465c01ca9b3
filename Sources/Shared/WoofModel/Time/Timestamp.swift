// SPDX-License-Identifier: Apache-2.0

internal import WoofSystem

/// A moment to the millisecond, in UTC, as all dates of the wire contract are.
///
/// Its text form is that of ISO 8601 with milliseconds: `2026-05-01T10:00:00.000Z`.
public struct Timestamp: Hashable, Comparable, Sendable {
  private static let textByteCount = 24

  /// Milliseconds since the start of 1970 in UTC, leap seconds not counted.
  public let milliseconds: Int64

  /// Makes a timestamp of milliseconds since the start of 1970; a moment outside the years 0 to 9999, which the text
  /// form cannot tell, becomes the nearest one inside.
  public init(milliseconds: Int64) {
    self.milliseconds = min(max(milliseconds, -62_167_219_200_000), 253_402_300_799_999)
  }

  /// Makes a timestamp of a civil date and time in UTC; `nil` where a part is out of its range, as in 30 February.
  public init?(
    year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, millisecond: Int = 0
  ) {
    guard (0...9999).contains(year), GregorianCalendar.exists(year: year, month: month, day: day),
      (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second), (0..<1000).contains(millisecond)
    else { return nil }
    let days = GregorianCalendar.daysSince1970(year: year, month: month, day: day)
    let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
    self.init(milliseconds: Int64(seconds) * 1000 + Int64(millisecond))
  }

  /// The moment so many seconds later, as far as the years 0 to 9999 reach.
  public func advanced(bySeconds seconds: Int64) -> Timestamp {
    let tenThousandYears: Int64 = 315_569_520_000
    return Timestamp(milliseconds: milliseconds + min(max(seconds, -tenThousandYears), tenThousandYears) * 1000)
  }

  /// Orders earlier before later.
  public static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }
}

extension Timestamp: LosslessStringConvertible {
  /// Reads exactly the form that ``description`` writes; `nil` for anything else.
  public init?(_ text: String) {
    var text = text
    let parsed = text.withUTF8 { Timestamp(text: $0.span) }
    guard let parsed else { return nil }
    self = parsed
  }

  private init?(text: Span<UInt8>) {
    guard text.count == Self.textByteCount, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
      text[10] == UInt8(ascii: "T"), text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"),
      text[19] == UInt8(ascii: "."), text[23] == UInt8(ascii: "Z"),
      let year = Self.number(in: text, 0..<4), let month = Self.number(in: text, 5..<7),
      let day = Self.number(in: text, 8..<10), let hour = Self.number(in: text, 11..<13),
      let minute = Self.number(in: text, 14..<16), let second = Self.number(in: text, 17..<19),
      let millisecond = Self.number(in: text, 20..<23)
    else { return nil }
    self.init(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second, millisecond: millisecond)
  }

  private static func number(in text: Span<UInt8>, _ range: Range<Int>) -> Int? {
    var number = 0
    for index in range {
      let byte = text[index]
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return number
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
    let date = GregorianCalendar.day(daysSince1970: days)
    let rest = Int(milliseconds) - days * 86_400_000
    bytes.append(addingCapacity: Self.textByteCount) { output in
      Self.append(date.year / 100, to: &output)
      Self.append(date.year % 100, then: "-", to: &output)
      Self.append(date.month, then: "-", to: &output)
      Self.append(date.day, then: "T", to: &output)
      Self.append(rest / 3_600_000, then: ":", to: &output)
      Self.append(rest / 60_000 % 60, then: ":", to: &output)
      Self.append(rest / 1000 % 60, then: ".", to: &output)
      output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 1000 / 100))
      Self.append(rest % 100, then: "Z", to: &output)
    }
  }

  /// Appends two digits, and a mark behind them.
  private static func append(_ value: Int, then mark: Unicode.Scalar? = nil, to output: inout OutputSpan<UInt8>) {
    output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / 10))
    output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10))
    if let mark { output.append(UInt8(ascii: mark)) }
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

extension Timestamp {
  /// Reads a moment as people write one: a date, which begins at midnight of UTC, or a date and a time with its offset.
  ///
  /// Seconds and their fraction may be left out, of which milliseconds count: `2026-05-01`, `2026-05-01T10:00Z`,
  /// `2026-05-01T10:00:00Z`, `2026-05-01 12:00:00.25+02:00`. The result is `nil` for anything else, also for a time without
  /// an offset, as nobody could tell whose it is.
  public init?(spelling text: String) {
    var rest = text.utf8[...]
    guard let year = rest.takeNumber(digits: 4), rest.take("-"), let month = rest.takeNumber(digits: 2), rest.take("-"),
      let day = rest.takeNumber(digits: 2)
    else { return nil }
    guard !rest.isEmpty else {
      self.init(year: year, month: month, day: day, hour: 0, minute: 0, second: 0)
      return
    }
    guard rest.take("T") || rest.take(" "), let hour = rest.takeNumber(digits: 2), rest.take(":"),
      let minute = rest.takeNumber(digits: 2)
    else { return nil }
    var (second, millisecond) = (0, 0)
    if rest.take(":") {
      guard let seconds = rest.takeNumber(digits: 2) else { return nil }
      second = seconds
      if rest.take(".") {
        guard let fraction = rest.takeMilliseconds() else { return nil }
        millisecond = fraction
      }
    }
    guard let offset = rest.takeOffset(), rest.isEmpty,
      let moment = Timestamp(
        year: year, month: month, day: day, hour: hour, minute: minute, second: second, millisecond: millisecond)
    else { return nil }
    self.init(milliseconds: moment.milliseconds - Int64(offset) * 60_000)
  }
}

extension Substring.UTF8View {
  fileprivate mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard let first, UInt32(first) == scalar.value else { return false }
    removeFirst()
    return true
  }

  fileprivate mutating func takeNumber(digits: Int) -> Int? {
    let text = prefix(digits)
    guard text.count == digits, text.allSatisfy(\.isDigit) else { return nil }
    removeFirst(digits)
    return Int(Substring(text))
  }

  /// Takes one to nine digits behind a point, of which the first three count.
  fileprivate mutating func takeMilliseconds() -> Int? {
    let digits = prefix(while: \.isDigit)
    guard (1...9).contains(digits.count) else { return nil }
    removeFirst(digits.count)
    return Int((String(Substring(digits)) + "00").prefix(3))
  }

  /// Takes `Z`, or an offset from UTC as `+02:00`, in minutes.
  fileprivate mutating func takeOffset() -> Int? {
    if take("Z") { return 0 }
    let isBehind = take("-")
    guard isBehind || take("+"), let hours = takeNumber(digits: 2), hours < 24, take(":"),
      let minutes = takeNumber(digits: 2), minutes < 60
    else { return nil }
    return (hours * 60 + minutes) * (isBehind ? -1 : 1)
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}

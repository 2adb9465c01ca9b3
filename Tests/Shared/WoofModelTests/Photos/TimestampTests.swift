// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import WoofModel

@Suite struct TimestampTests {
  @Test(
    arguments: [
      ("1970-01-01T00:00:00.000Z", 0), ("1970-01-01T00:00:00.001Z", 1), ("1969-12-31T23:59:59.999Z", -1),
      ("2000-02-29T12:34:56.789Z", 951_827_696_789), ("2026-05-01T10:00:00.000Z", 1_777_629_600_000),
      ("1900-03-01T00:00:00.000Z", -2_203_891_200_000), ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
      ("0000-01-01T00:00:00.000Z", -62_167_219_200_000),
    ] as [(String, Int64)])
  func `a text and its milliseconds are converted both ways`(text: String, milliseconds: Int64) {
    #expect(Timestamp(text)?.milliseconds == milliseconds)
    #expect(Timestamp(milliseconds: milliseconds).description == text)
  }

  @Test func `moments all over the calendar read back from their texts`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<5_000 {
      let timestamp = Timestamp(milliseconds: .random(in: -62_167_219_200_000...253_402_300_799_999, using: &random))
      #expect(Timestamp(timestamp.description) == timestamp)
    }
  }

  @Test func `dates match Foundation's`() {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    var random = SystemRandomNumberGenerator()
    for _ in 0..<500 {
      // Foundation follows the Julian calendar before October 1582.
      let seconds = Int64.random(in: -12_000_000_000...250_000_000_000, using: &random)
      let date = Date(timeIntervalSince1970: Double(seconds))
      #expect(Timestamp(milliseconds: seconds * 1000).description == date.formatted(style))
    }
  }

  @Test(arguments: [
    "", "2026-05-01", "2026-05-01T10:00:00Z", "2026-05-01T10:00:00.000", "2026-05-01T10:00:00.000+00:00",
    "2026-05-01t10:00:00.000z", "2026-05-01 10:00:00.000Z", "+026-05-01T10:00:00.000Z", "2026-05-01T10:00:00.00 Z",
    "2026-05-01T10:00:00,000Z", "2026-05-01T10:00:00.0000Z", "２026-05-01T10:00:00.0Z", "2026-05-01T10:00:00.0é",
  ])
  func `another form of a date is refused`(text: String) {
    #expect(Timestamp(text) == nil)
  }

  @Test(arguments: [
    "2026-00-01T00:00:00.000Z", "2026-13-01T00:00:00.000Z", "2026-01-00T00:00:00.000Z", "2026-01-32T00:00:00.000Z",
    "2026-02-29T00:00:00.000Z", "2024-02-30T00:00:00.000Z", "1900-02-29T00:00:00.000Z", "2026-04-31T00:00:00.000Z",
    "2026-01-01T24:00:00.000Z", "2026-01-01T00:60:00.000Z", "2026-01-01T00:00:60.000Z",
  ])
  func `an impossible day or time is refused`(text: String) {
    #expect(Timestamp(text) == nil)
  }

  @Test func `every character of the form matters`() {
    let text = "2026-05-01T10:00:00.000Z"
    for position in text.indices {
      let changed = text[..<position] + "x" + text[text.index(after: position)...]
      #expect(Timestamp(String(changed)) == nil)
    }
  }

  @Test(arguments: [
    (10_000, 1, 1, 0, 0, 0, 0), (-1, 1, 1, 0, 0, 0, 0), (2026, 1, 1, -1, 0, 0, 0), (2026, 1, 1, 0, -1, 0, 0),
    (2026, 1, 1, 0, 0, -1, 0), (2026, 1, 1, 0, 0, 0, 1000), (2026, 1, 1, 0, 0, 0, -1), (2026, .max, 1, 0, 0, 0, 0),
    (2026, 1, .min, 0, 0, 0, 0),
  ])
  func `parts out of range give no timestamp`(parts: (Int, Int, Int, Int, Int, Int, Int)) {
    let (year, month, day, hour, minute, second, millisecond) = parts
    #expect(
      Timestamp(
        year: year, month: month, day: day, hour: hour, minute: minute, second: second, millisecond: millisecond) == nil
    )
  }

  @Test func `a time without a text becomes the nearest that has one`() {
    #expect(Timestamp(milliseconds: .max).description == "9999-12-31T23:59:59.999Z")
    #expect(Timestamp(milliseconds: .min).description == "0000-01-01T00:00:00.000Z")
    #expect(Timestamp(milliseconds: 0).advanced(bySeconds: .max) == Timestamp(milliseconds: .max))
    #expect(Timestamp(milliseconds: .max).advanced(bySeconds: .min) == Timestamp(milliseconds: .min))
  }

  @Test func `advancing adds seconds`() {
    #expect(Timestamp(milliseconds: 250).advanced(bySeconds: 86_400).description == "1970-01-02T00:00:00.250Z")
    #expect(Timestamp(milliseconds: 250).advanced(bySeconds: -1).milliseconds == -750)
  }

  @Test func `earlier times are ordered before later ones`() {
    #expect(Timestamp(milliseconds: -1) < Timestamp(milliseconds: 0))
    #expect(!(Timestamp(milliseconds: 5) < Timestamp(milliseconds: 5)))
  }

  @Test func `JSON holds the text, and refuses another form`() throws {
    let json = "[\"2026-05-01T10:00:00.000Z\"]"
    let timestamps = try JSONDecoder().decode([Timestamp].self, from: Data(json.utf8))
    #expect(String(decoding: try JSONEncoder().encode(timestamps), as: UTF8.self) == json)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([Timestamp].self, from: Data("[\"now\"]".utf8)) }
  }
}

@Suite struct CivilDateTests {
  @Test func `each day from 1580 to 2420 follows the day before it`() {
    var date = CivilDate(year: 1580, month: 1, day: 1)
    for days in date.daysSince1970..<CivilDate(year: 2420, month: 1, day: 1).daysSince1970 {
      #expect(date.daysSince1970 == days)
      #expect(CivilDate(daysSince1970: days) == date)
      date = dayAfter(date)
    }
  }

  @Test func `each day around the start of the calendar follows the day before it`() {
    var date = CivilDate(year: -401, month: 1, day: 1)
    for days in date.daysSince1970..<CivilDate(year: 5, month: 1, day: 1).daysSince1970 {
      #expect(CivilDate(daysSince1970: days) == date)
      date = dayAfter(date)
    }
  }

  @Test(arguments: [(2024, 29), (2026, 28), (1900, 28), (2000, 29), (2100, 28), (2400, 29)])
  func `February has 29 days in leap years only`(year: Int, days: Int) {
    #expect(CivilDate.days(inMonth: 2, of: year) == days)
  }

  @Test func `the months of a common year have 365 days`() {
    #expect((1...12).reduce(0) { $0 + CivilDate.days(inMonth: $1, of: 2026) } == 365)
  }

  private func dayAfter(_ date: CivilDate) -> CivilDate {
    if date.day < CivilDate.days(inMonth: date.month, of: date.year) {
      return CivilDate(year: date.year, month: date.month, day: date.day + 1)
    }
    return date.month < 12
      ? CivilDate(year: date.year, month: date.month + 1, day: 1) : CivilDate(year: date.year + 1, month: 1, day: 1)
  }
}

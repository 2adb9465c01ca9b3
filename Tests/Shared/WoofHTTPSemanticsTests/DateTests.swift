// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofHTTPSemantics

@Suite struct DateTests {
  private static let reference = HTTPDate(secondsSince1970: 1_780_000_000)  // in May 2026

  private func seconds(_ text: String, relativeTo reference: HTTPDate = reference) -> Int64? {
    HTTPDate(parsing: ArraySlice(text.utf8), relativeTo: reference)?.secondsSince1970
  }

  @Test(
    arguments: [
      (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
      (951_827_696, "Tue, 29 Feb 2000 12:34:56 GMT"), (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
      (-1, "Wed, 31 Dec 1969 23:59:59 GMT"), (1_798_761_599, "Thu, 31 Dec 2026 23:59:59 GMT"),
      (-62_135_596_800, "Mon, 01 Jan 0001 00:00:00 GMT"), (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
    ] as [(Int64, String)])
  func `a date is written and read in the fixed form`(seconds: Int64, text: String) {
    #expect(HTTPDate(secondsSince1970: seconds).description == text)
    #expect(self.seconds(text) == seconds)
  }

  @Test func `every day of four centuries is written and read back`() {
    var previous: String?
    for day in stride(from: Int64(-10_000), through: 140_000, by: 1) {
      let date = HTTPDate(secondsSince1970: day * 86_400 + 86_399)
      let text = date.description
      #expect(text != previous)
      previous = text
      guard seconds(text) != date.secondsSince1970 else { continue }
      Issue.record("\(text) is not day \(day)")
    }
  }

  @Test func `dates that cannot be written become the nearest that can`() {
    #expect(HTTPDate(secondsSince1970: .min).description == "Mon, 01 Jan 0001 00:00:00 GMT")
    #expect(HTTPDate(secondsSince1970: .max).description == "Fri, 31 Dec 9999 23:59:59 GMT")
  }

  @Test func `the obsolete forms are read`() {
    #expect(seconds("Sunday, 06-Nov-94 08:49:37 GMT") == 784_111_777)
    #expect(seconds("Sun Nov  6 08:49:37 1994") == 784_111_777)
    #expect(seconds("Wed Nov 16 08:49:37 1994") == 784_975_777)
  }

  @Test func `a year of two digits is at most 50 years ahead`() {
    #expect(seconds("Friday, 01-Jan-76 00:00:00 GMT") == seconds("Wed, 01 Jan 2076 00:00:00 GMT"))
    #expect(seconds("Friday, 01-Jan-77 00:00:00 GMT") == seconds("Sat, 01 Jan 1977 00:00:00 GMT"))
    #expect(seconds("Friday, 01-Jan-26 00:00:00 GMT") == seconds("Thu, 01 Jan 2026 00:00:00 GMT"))
    let early = HTTPDate(secondsSince1970: -62_135_596_800)
    #expect(seconds("Monday, 01-Jan-01 00:00:00 GMT", relativeTo: early) == early.secondsSince1970)
  }

  @Test func `a leap second is the first second of the next minute`() {
    #expect(seconds("Sat, 31 Dec 2016 23:59:60 GMT") == seconds("Sun, 01 Jan 2017 00:00:00 GMT"))
  }

  @Test(arguments: [
    "", "Sun", "Sun,", "Sun, 06 Nov 1994", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
    "Sun, 06 Nov 1994 08:49:37 GMT ", " Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT",
    "Sun, 06 nov 1994 08:49:37 GMT", "sun, 06 Nov 1994 08:49:37 GMT", "Son, 06 Nov 1994 08:49:37 GMT",
    "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 29 Feb 1900 08:49:37 GMT",
    "Sun, 06 Nov 0000 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT",
    "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06 Nov 19944 08:49:37 GMT",
    "Sunday, 06-Nov-1994 08:49:37 GMT", "Sunday 06-Nov-94 08:49:37 GMT", "Sun Nov 6 08:49:37 1994",
    "Sun Nov  6 08:49:37 1994 GMT", "Sun Nov   6 08:49:37 1994", "784111777", "Sunday, 06 Nov 1994 08:49:37 GMT",
    "Sun, -6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:3é GMT", "Sun, 06 Nov 1994 8:49:37 GMT",
  ])
  func `a malformed date is refused`(text: String) {
    #expect(seconds(text) == nil)
  }

  @Test func `dates are ordered`() {
    #expect(HTTPDate(secondsSince1970: 1) < HTTPDate(secondsSince1970: 2))
  }
}

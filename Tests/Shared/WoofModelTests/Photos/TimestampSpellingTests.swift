// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofModel

struct TimestampSpellingTests {
  @Test(arguments: [
    ("2026-05-01", "2026-05-01T00:00:00.000Z"), ("2026-05-01T10:00Z", "2026-05-01T10:00:00.000Z"),
    ("2026-11-22T20:59:00Z", "2026-11-22T20:59:00.000Z"), ("2026-05-01T10:00:00.000Z", "2026-05-01T10:00:00.000Z"),
    ("2026-05-01 10:00:07.5Z", "2026-05-01T10:00:07.500Z"),
    ("2026-05-01T10:00:00.123456789Z", "2026-05-01T10:00:00.123Z"),
    ("2026-05-01T01:00:00+02:00", "2026-04-30T23:00:00.000Z"), ("2026-05-01T10:00-05:30", "2026-05-01T15:30:00.000Z"),
  ])
  func `times are read as people write them`(text: String, moment: String) {
    #expect(Timestamp(spelling: text)?.description == moment)
  }

  @Test(arguments: [
    "", "2026", "2026-5-1", "2026-02-30", "2026-05-01T", "2026-05-01T10Z", "2026-05-01T10:00", "2026-05-01T10:00:00",
    "2026-05-01T10:00:00.Z", "2026-05-01T10:00:00.1234567890Z", "2026-05-01T24:00Z", "2026-05-01T10:00:61Z",
    "2026-05-01T10:00Zx", "2026-05-01T10:00+2:00", "2026-05-01T10:00+24:00", "2026-05-01x", "٢٠٢٦-05-01",
  ])
  func `a malformed time is refused`(text: String) {
    #expect(Timestamp(spelling: text) == nil)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofImages
import WoofModel

@testable import TestKit
@testable import TestPictures

/// Dates of which one says more than another.
struct StatedDateTests {
  private func takenAt(_ attributes: String, iptc: [UInt8]? = nil) -> String? {
    let packet = (UInt8(0xE1), [UInt8].text("http://ns.adobe.com/xap/1.0/\0") + XMPTests.packet(attributes))
    let segments = [packet] + [iptc.map(IPTCTests.segment)].compactMap(\.self)
    return inspect(SampleJPEG(segments: segments).bytes).findings?.takenAt?.description
  }

  @Test(arguments: ["1975-06-01", "1975-06", "1975"])
  func `the day a picture was taken counts before the time it was scanned`(day: String) {
    let found = takenAt(#"photoshop:DateCreated="\#(day)" xmp:CreateDate="2026-05-01T12:00:00Z""#)
    #expect(found == (day == "1975" ? "1975-01-01" : "1975-06-01") + "T00:00:00.000Z")
  }

  @Test(arguments: ["2026-05-01", "2026-05", "2026"])
  func `a time within the stated day, month or year makes it more exact`(day: String) {
    let found = takenAt(#"photoshop:DateCreated="\#(day)" xmp:CreateDate="2026-05-01T12:00:00+02:00""#)
    #expect(found == "2026-05-01T10:00:00.000Z")
  }

  @Test func `the same day is that of the place of the picture`() {
    let found = takenAt(#"photoshop:DateCreated="2026-05-01" xmp:CreateDate="2026-05-01T23:30:00-05:00""#)
    #expect(found == "2026-05-02T04:30:00.000Z")
    let next = takenAt(#"photoshop:DateCreated="2026-05-02" xmp:CreateDate="2026-05-01T23:30:00-05:00""#)
    #expect(next == "2026-05-02T00:00:00.000Z")
  }

  @Test func `of two exact times the more reliable counts`() {
    let found = takenAt(#"photoshop:DateCreated="2026-05-01T08:00:00Z" xmp:CreateDate="2026-05-01T12:00:00Z""#)
    #expect(found == "2026-05-01T08:00:00.000Z")
  }

  @Test func `a date of IPTC counts before the time at which the file came to be`() {
    let iptc = IPTCTests.dataSet(55, "19750601")
    #expect(takenAt(#"xmp:CreateDate="2026-05-01T12:00:00Z""#, iptc: iptc) == "1975-06-01T00:00:00.000Z")
    let refined = takenAt(#"photoshop:DateCreated="1975" xmp:CreateDate="2026-05-01T12:00:00Z""#, iptc: iptc)
    #expect(refined == "1975-06-01T00:00:00.000Z")
  }

  @Test func `a time of creation alone is used`() {
    #expect(takenAt(#"xmp:CreateDate="2026-05-01T12:00:00Z""#) == "2026-05-01T12:00:00.000Z")
  }
}

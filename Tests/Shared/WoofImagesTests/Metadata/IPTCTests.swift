// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofImages
import WoofModel

@testable import TestKit
@testable import TestPictures

struct IPTCTests {
  static func resource(_ identifier: Int, name: String = "", _ content: [UInt8]) -> [UInt8] {
    let named = [UInt8(name.utf8.count)] + [UInt8].text(name)
    let padding: [UInt8] = content.count % 2 == 1 ? [0] : []
    return .text("8BIM") + .big16(identifier) + named + (named.count % 2 == 1 ? [0] : []) + .big32(content.count)
      + content
      + padding
  }

  static func dataSet(_ number: UInt8, _ text: String, record: UInt8 = 2) -> [UInt8] {
    [0x1C, record, number] + .big16(text.utf8.count) + .text(text)
  }

  static func segment(_ iptc: [UInt8]) -> (marker: UInt8, content: [UInt8]) {
    (0xED, .text("Photoshop 3.0\0") + resource(0x03ED, name: "res", [1, 2, 3]) + resource(0x0404, iptc))
  }

  private func findings(_ iptc: [UInt8]) -> PhotoFindings? {
    inspect(SampleJPEG(segments: [Self.segment(iptc)]).bytes).findings
  }

  private static let record =
    dataSet(90, "\u{1B}%G", record: 1) + dataSet(5, "Bella") + dataSet(25, "dog") + dataSet(25, "snow")
    + dataSet(55, "20260501") + dataSet(60, "120000+0200") + dataSet(80, "A. Dogwalker") + dataSet(120, "In the snow")

  @Test func `the data sets are read behind other resources`() {
    let found = findings(Self.record)
    #expect(
      found?.annotations
        == PhotoAnnotations(
          title: "Bella", summary: "In the snow", creator: "A. Dogwalker", keywords: ["dog", "snow"]))
    #expect(found?.takenAt?.description == "2026-05-01T10:00:00.000Z")
  }

  @Test(arguments: [("2026050", "120000"), ("20261301", "120000"), ("20261301", ""), ("2026-5-1", "120000")])
  func `a malformed date is absent`(date: String, time: String) {
    #expect(findings(Self.dataSet(55, date) + Self.dataSet(60, time))?.takenAt == nil)
  }

  @Test(arguments: ["", "1200", "xxxxxx", "250000"])
  func `a day without a readable time stands for its first moment`(time: String) {
    let found = findings(Self.dataSet(55, "20260501") + Self.dataSet(60, time))
    #expect(found?.takenAt?.description == "2026-05-01T00:00:00.000Z")
  }

  @Test func `a segment that is cut or damaged anywhere is no fault`() {
    let segment = Self.segment(Self.record).content
    for index in segment.indices {
      #expect(inspect(SampleJPEG(segments: [(0xED, Array(segment.prefix(index)))]).bytes).refusal == nil)
      for value in [0, 0x80, 0xFF] as [UInt8] {
        let damaged = segment.replacing(at: index, with: [value])
        #expect(inspect(SampleJPEG(segments: [(0xED, damaged)]).bytes).refusal == nil)
      }
    }
  }

  @Test func `no more than 64 keywords are kept`() {
    #expect(findings((0..<500).flatMap { Self.dataSet(25, "word \($0)") })?.annotations.keywords.count == 64)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofImages
import WoofModel

@testable import TestKit
@testable import TestPictures

/// HEIF files whose `meta` box comes last, as some phones write them.
struct HEIFOrderTests {
  private static let packet = XMPTests.packet(#"dc:title="Bella" tiff:Make="Woof Optics""#)

  /// A picture with EXIF data and an XMP packet, among other bytes.
  private func file(exif: [UInt8] = SampleTIFF.telling.bytes, padding: Int = 5_000) -> SampleHEIF {
    var file = SampleHEIF.grid()
    file.items[0].data = (0..<padding).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    file.items[7].data = .big32(6) + .text("Exif\0\0") + exif
    file.items.append(
      SampleHEIF.Item(type: "mime", properties: [], data: Self.packet, mediaType: "application/rdf+xml"))
    file.references.append(("cdsc", 9, [7]))
    file.hasDataFirst = true
    return file
  }

  @Test(arguments: [1, 7, 1000, .max])
  func `metadata are read even before the box that locates them`(runs: Int) throws {
    var usual = file()
    usual.hasDataFirst = false
    let expected = try #require(inspect(usual.bytes).findings)
    #expect(expected.takenAt != nil && expected.annotations.location != nil && expected.annotations.title == "Bella")
    #expect(inspect(file().bytes, runs: runs).findings == expected)
  }

  @Test func `EXIF data without a mark are read`() {
    var file = file()
    file.items[7].data = .big32(0) + SampleTIFF.telling.bytes
    #expect(inspect(file.bytes).findings?.annotations.camera?.serialNumber == "SERIAL-4711")
  }

  @Test func `metadata of a second data box are read`() {
    var file = file()
    let first = SampleHEIF.box("mdat", Array(repeating: 9, count: 3_000))
    let usual = file.bytes
    let start = file.fileType.count
    file.items[7].claimedExtents = [(usual.offset(of: .text("Exif\0\0")) ?? 0) - 4 + first.count].map {
      ($0, file.items[7].data.count)
    }
    let moved = file.bytes
    let bytes = Array(moved[..<start]) + first + moved[start...]
    // The pictures' bytes are where they were, which nobody reads here.
    #expect(inspect(bytes).findings?.annotations.camera?.serialNumber == "SERIAL-4711")
  }

  @Test func `data that resemble metadata take bounded memory, and hide nothing before them`() {
    var file = file()
    file.items[8].data += Array(repeatElement([UInt8].text("II*\0MM\0*<?xp"), count: 200_000).joined())
    let found = inspect(file.bytes, runs: 65_536).findings
    #expect(found?.annotations.camera?.serialNumber == "SERIAL-4711")
  }

  @Test func `the shareable copy of such a file reveals nothing`() throws {
    let copy = try shareable(file().bytes)
    #expect(inspect(file().bytes).findings?.annotations.location != nil)
    #expect(copy.offset(of: .text("SERIAL-4711")) == nil && copy.offset(of: .text("Woof Optics")) == nil)
    #expect(inspect(copy).findings?.annotations.location == nil && inspect(copy).refusal == nil)
  }

  @Test(arguments: [1, 61, .max])
  func `a last box of metadata can reach to the end of the file`(runs: Int) {
    var open = file()
    open.isOpen = true
    #expect(open.bytes != file().bytes)
    #expect(inspect(open.bytes, runs: runs) == inspect(file().bytes))
    #expect((try? shareable(open.bytes))?.offset(of: .text("SERIAL-4711")) == nil)
  }

  @Test func `a last box of metadata is bounded too`() {
    var open = file()
    open.isOpen = true
    let refusal = inspect(open.bytes, runs: 50, limits: ImageLimits(metadataBytes: 300)).refusal
    #expect(refusal?.reason == "the picture exceeds the limit of 300 metadata bytes")
  }

  @Test func `a last box of a sequence can reach to the end of the file`() {
    let open = [UInt8].big32(0) + .text("moov") + SampleHEIF.box("udta", .text("SERIAL-4711"))
    let file = SampleHEIF(tail: open)
    #expect(inspect(file.bytes).refusal == nil)
    #expect((try? shareable(file.bytes))?.offset(of: .text("SERIAL-4711")) == nil)
  }
}

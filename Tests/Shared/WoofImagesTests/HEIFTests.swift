// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofImages
import WoofModel

@testable import TestKit
@testable import TestPictures

struct HEIFTests {
  @Test func `the size is that of the primary picture`() {
    #expect(inspect(SampleHEIF().bytes).findings == PhotoFindings(type: .heic, width: 64, height: 48))
    #expect(inspect(SampleHEIF.avif.bytes).findings == PhotoFindings(type: .avif, width: 64, height: 48))
  }

  @Test(arguments: [(0, [64, 48]), (1, [48, 64]), (2, [64, 48]), (3, [48, 64])] as [(UInt8, [Int?])])
  func `a rotation by quarters turns the size`(quarters: UInt8, size: [Int?]) {
    var file = SampleHEIF()
    file.properties.append(("irot", [quarters]))
    file.items[0].properties = [1, 2]
    #expect(inspect(file.bytes).size == size)
  }

  @Test func `mirroring changes no size`() {
    var file = SampleHEIF()
    file.properties.append(("imir", [1]))
    file.items[0].properties = [1, 2]
    #expect(inspect(file.bytes).size == [64, 48])
  }

  @Test func `cropping and turning follow the order in the file`() {
    var file = SampleHEIF()
    file.properties.append(("clap", .big32(60) + .big32(2) + .big32(40) + .big32(1) + [UInt8](repeating: 0, count: 16)))
    file.properties.append(("irot", [1]))
    file.items[0].properties = [1, 2, 3]
    #expect(inspect(file.bytes).size == [40, 30])
  }

  @Test(arguments: [(0, 1, 1, 1), (65, 1, 1, 1), (1, 0, 1, 1), (1, 1, 49, 1)])
  func `cropping to nothing or beyond the picture is refused`(width: Int, per: Int, height: Int, perHeight: Int) {
    var file = SampleHEIF()
    file.properties.append(("clap", .big32(width) + .big32(per) + .big32(height) + .big32(perHeight)))
    file.items[0].properties = [1, 2]
    #expect(inspect(file.bytes).isRefused(because: "cropped to no part"))
  }

  @Test func `a brand of one coding with a picture of another is refused`() {
    var file = SampleHEIF()
    file.items[0].type = "av01"
    #expect(inspect(file.bytes).isRefused(because: "announce image/heic"))
    file.brands = ["mif1", "mif1"]
    #expect(inspect(file.bytes).findings?.type == .avif)
    file.items[0].type = "jpeg"
    #expect(inspect(file.bytes).findings?.type == .heif)
  }

  @Test(arguments: [(60_000, 60_000), (0xFFFF_FFFF, 0xFFFF_FFFF)])
  func `more pixels than the limit are refused`(width: Int, height: Int) {
    let file = SampleHEIF(properties: [("ispe", SampleHEIF.size(width, height))])
    #expect(inspect(file.bytes).isRefused(because: "\(width) × \(height) pixels exceed the limit"))
    #expect(inspect(file.bytes).refusal?.offset == file.bytes.offset(of: .text("ispe")).map { Int64($0 - 4) })
  }

  @Test func `a picture without a size or of size zero is refused`() {
    #expect(inspect(SampleHEIF(properties: [("pixi", [0])]).bytes).isRefused(because: "states no size"))
    #expect(inspect(SampleHEIF(properties: [("ispe", SampleHEIF.size(0, 9))]).bytes).isRefused(because: "0 × 9"))
  }

  @Test func `metadata beyond the memory limit are refused before they are read`() {
    let refusal = inspect(SampleHEIF().bytes, limits: ImageLimits(metadataBytes: 100)).refusal
    #expect(refusal?.reason == "the picture exceeds the limit of 100 metadata bytes")
    #expect(refusal?.offset == Int64(SampleHEIF().fileType.count))
  }

  @Test func `a file with too many boxes is refused`() {
    let free = SampleHEIF.box("free", [])
    let file = SampleHEIF(tail: Array(repeating: free, count: 66_000).flatMap { $0 })
    #expect(inspect(file.bytes).isRefused(because: "limit of 65536 segments"))
  }

  @Test(arguments: [1, 3, 7])
  func `a few bytes after the last box are refused`(count: Int) {
    let bytes = SampleHEIF(tail: [UInt8](repeating: 0, count: count)).bytes
    #expect(inspect(bytes).isRefused(because: "the file ends inside the head of a box"))
  }

  @Test func `a second meta or ftyp box is refused`() {
    let file = SampleHEIF()
    #expect(inspect(SampleHEIF(tail: file.metadata(dataStart: 0)).bytes).isRefused(because: "a second box 'meta'"))
    #expect(inspect(SampleHEIF(tail: file.fileType).bytes).isRefused(because: "a second box 'ftyp'"))
  }

  @Test func `a file without metadata is refused`() {
    #expect(inspect(SampleHEIF().fileType + SampleHEIF.box("mdat", [1])).isRefused(because: "no box 'meta'"))
  }

  @Test func `a last box can reach to the end of the file, and have a large size`() {
    let open = [UInt8].big32(0) + .text("free") + [1, 2, 3]
    #expect(inspect(SampleHEIF(tail: open).bytes).refusal == nil)
    let large = [UInt8].big32(1) + .text("free") + .big64(19) + [1, 2, 3]
    #expect(inspect(SampleHEIF(tail: large).bytes).refusal == nil)
  }

  @Test(arguments: [0, 15, Int.max, -1])
  func `an impossible large size is refused`(size: Int) {
    let large = [UInt8].big32(1) + .text("free") + .big64(size)
    #expect(inspect(SampleHEIF(tail: large).bytes).refusal?.offset == Int64(SampleHEIF().bytes.count))
  }

  @Test func `EXIF data give the date and not the orientation`() {
    let exif = SampleExif(orientation: 6, dateTimeOriginal: "2026:05:01 10:00:00")
    let findings = inspect(SampleHEIF.grid(exif: exif).bytes).findings
    #expect(findings?.takenAt?.description == "2026-05-01T10:00:00.000Z")
    #expect([findings?.width, findings?.height] == [60, 90])
  }

  @Test func `EXIF data that span two boxes are left unread`() {
    var file = SampleHEIF.grid(exif: SampleExif(dateTimeOriginal: "2026:05:01 10:00:00"))
    file.tail = SampleHEIF.box("free", [UInt8](repeating: 0, count: 40))
    file.items[7].claimedExtents = [(file.bytes.count - 60, 50)]
    for runs in [1, .max] {
      #expect(inspect(file.bytes, runs: runs).findings == PhotoFindings(type: .heic, width: 60, height: 90))
    }
  }

  @Test func `EXIF data in the item data box are read too`() {
    var file = SampleHEIF.grid(exif: SampleExif(dateTimeOriginal: "2026:05:01 10:00:00"))
    file.items[7].isInItemData = true
    #expect(inspect(file.bytes).findings?.takenAt?.description == "2026-05-01T10:00:00.000Z")
  }
}

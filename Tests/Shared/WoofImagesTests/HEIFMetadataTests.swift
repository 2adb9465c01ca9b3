// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofImages
import WoofModel

@testable import TestKit
@testable import TestPictures

/// What a file says of its items.
struct HEIFMetadataTests {
  /// An `iloc` box of one item.
  private func location(
    version: UInt8 = 1, sizes: [UInt8] = [0x44, 0], method: Int = 0, file: Int = 0, base: [UInt8] = [], extent: [UInt8]
  ) -> [UInt8] {
    let item = joined(.big16(1), .big16(method), .big16(file), base, .big16(1), extent)
    return SampleHEIF.fullBox("iloc", version: version, joined(sizes, .big16(1), item))
  }

  @Test func `a missing primary picture is refused`() {
    #expect(inspect(SampleHEIF(primary: 2).bytes).isRefused(because: "no primary picture"))
    var file = SampleHEIF()
    file.items[0].type = "mime"
    #expect(inspect(file.bytes).isRefused(because: "the primary item 'mime' is no picture"))
  }

  @Test(arguments: [(100_000, 4), (0, 0xFFFF_FFFF), (0xFFFF_FFFF, 0xFFFF_FFFF)])
  func `bytes of an item beyond the end of the file are refused`(offset: Int, length: Int) {
    var file = SampleHEIF()
    file.items[0].claimedExtents = [(offset, length)]
    #expect(inspect(file.bytes).isRefused(because: "beyond the end of the file"))
  }

  @Test func `a picture without bytes is refused`() {
    var file = SampleHEIF()
    file.items[0].claimedExtents = []
    #expect(inspect(file.bytes).isRefused(because: "a picture has no bytes"))
  }

  @Test func `bytes beyond the item data box are refused`() {
    var file = SampleHEIF()
    file.items[0].isInItemData = true
    #expect(inspect(file.bytes).refusal == nil)
    file.items[0].claimedExtents = [(2, 3)]
    #expect(inspect(file.bytes).isRefused(because: "beyond the end of the box 'idat'"))
  }

  @Test func `a missing property is refused`() {
    var file = SampleHEIF()
    file.items[0].properties = [1, 2]
    #expect(inspect(file.bytes).isRefused(because: "a property that does not exist"))
  }

  @Test func `wide numbers say the same as narrow ones`() {
    for file in [
      SampleHEIF(), SampleHEIF.avif, SampleHEIF.grid(exif: SampleExif(dateTimeOriginal: "2026:05:01 10:00:00")),
    ] {
      var wide = file
      wide.isWide = true
      #expect(inspect(wide.bytes) == inspect(file.bytes))
      #expect(inspect(wide.bytes).refusal == nil)
    }
  }

  @Test func `an item that ends one byte beyond the file is refused`() {
    var file = SampleHEIF()
    file.items[0].claimedExtents = [(file.bytes.count - 4, 5)]
    #expect(inspect(file.bytes).isRefused(because: "beyond the end of the file"))
  }

  @Test func `positions that overflow are refused`() {
    let base = location(sizes: [0x88, 0x80], base: .big64(-1), extent: .big64(2) + .big64(1))
    #expect(inspect(SampleHEIF(locations: base).bytes).isRefused(because: "beyond the end of the file"))
    let length = location(sizes: [0x88, 0], extent: .big64(5) + .big64(-1))
    #expect(inspect(SampleHEIF(locations: length).bytes).isRefused(because: "beyond the end of the file"))
  }

  @Test func `bytes in another file or in another item are refused`() {
    let extent = [UInt8].big32(0) + .big32(4)
    #expect(inspect(SampleHEIF(locations: location(extent: extent)).bytes).refusal == nil)
    for box in [location(method: 2, extent: extent), location(file: 1, extent: extent)] {
      #expect(inspect(SampleHEIF(locations: box).bytes).isRefused(because: "in another file or another item"))
    }
  }

  @Test func `numbers of a strange length or version are refused`() {
    let strange = location(sizes: [0x43, 0], extent: [0, 0, 0, 0, 0, 0, 4])
    #expect(inspect(SampleHEIF(locations: strange).bytes).isRefused(because: "numbers of 3 bytes"))
    let unknown = location(version: 3, extent: .big64(4))
    #expect(inspect(SampleHEIF(locations: unknown).bytes).isRefused(because: "unknown version 3"))
  }

  @Test func `a file with too many empty extents is refused`() {
    // All numbers of the box have no bytes, and there are 65,535 extents an item.
    let items = (0..<9).flatMap { joined(.big16($0), .big16(0), .big16(0xFFFF)) }
    let box = SampleHEIF.fullBox("iloc", joined([0, 0], .big16(9), items))
    #expect(inspect(SampleHEIF(locations: box).bytes).isRefused(because: "limit of 65536 segments"))
  }

  @Test(arguments: ["hdlr", "pitm", "iinf", "iloc", "iref", "iprp", "idat"])
  func `a second box of a kind that must be single is refused`(type: String) {
    var file = SampleHEIF.grid()
    file.moreMetadata = SampleHEIF.fullBox(type, [])
    #expect(inspect(file.bytes).isRefused(because: "a second box '\(type)'"))
  }

  @Test func `two items of one number are refused`() {
    var file = SampleHEIF()
    file.items.append(file.items[0])
    let bytes = file.bytes
    let second = bytes.offset(of: .text("infe") + [2, 0, 0, 0, 0, 2]) ?? 0
    #expect(inspect(bytes.replacing(at: second + 9, with: [1])).isRefused(because: "two items have the number 1"))
  }

  @Test func `metadata that are not of pictures are refused`() {
    #expect(inspect(SampleHEIF(handler: "vide").bytes).isRefused(because: "not those of pictures"))
  }

  @Test func `a box that is longer than its container is refused`() {
    let box = [UInt8].big32(9) + .text("free")
    #expect(inspect(SampleHEIF(moreMetadata: box).bytes).isRefused(because: "longer than what holds it"))
  }
}

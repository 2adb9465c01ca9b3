// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofImages
import WoofModel

@testable import TestKit
@testable import TestPictures

/// What the copy of each format is, byte by byte.
struct ShareableFormatTests {
  @Test func `a JPEG copy keeps only the orientation, in place of the first EXIF data`() throws {
    let exif: [UInt8] = .text("Exif\0\0") + SampleTIFF.telling.bytes
    let file = SampleJPEG(segments: [(0xFE, [1]), (0xE1, exif), (0xFE, [2])], tail: [1, 2, 3])
    let kept: [UInt8] =
      .text("Exif\0\0MM") + [0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
    #expect(try shareable(file.bytes) == SampleJPEG(segments: [(0xE1, kept)]).bytes)
  }

  @Test func `an upright JPEG's copy has no EXIF data at all`() throws {
    let file = SampleJPEG.withExif(SampleExif(orientation: 1))
    #expect(try shareable(file) == SampleJPEG(width: 16, height: 8).bytes)
  }

  @Test func `segments between scans are removed, and the scans' bytes stay`() throws {
    let plain = SampleJPEG.progressive.bytes
    let second = (plain.offset(of: SampleJPEG.progressive.scanSegment) ?? 0) + SampleJPEG.progressive.scanSegment.count
    let between = second + SampleJPEG.progressive.plainScanData.count
    let comment = SampleJPEG.segment(0xFE, .text("SERIAL-4711"))
    #expect(try shareable(Array(plain[..<between]) + comment + plain[between...]) == plain)
  }

  @Test func `a JPEG's thumbnail is removed, and its resolution stays`() throws {
    let header: [UInt8] = .text("JFIF\0") + [1, 2, 1, 0, 72, 0, 72]
    let file = SampleJPEG(segments: [(0xE0, header + [1, 1, 7, 7, 7])])
    #expect(try shareable(file.bytes) == SampleJPEG(segments: [(0xE0, header + [0, 0])]).bytes)
  }

  @Test func `a PNG copy keeps only the orientation, with a correct check value`() throws {
    let file = SamplePNG(before: [("eXIf", SampleTIFF.telling.bytes), ("tIME", [0, 0, 0, 0, 0, 0, 0])])
    let kept: [UInt8] = .text("MM") + [0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
    #expect(try shareable(file.bytes) == SamplePNG(before: [("eXIf", kept)]).bytes)
  }

  @Test func `a GIF copy keeps delays and repetitions`() throws {
    let kept: [(label: UInt8, subBlocks: [[UInt8]])] = [
      (0xFF, [.text("NETSCAPE2.0"), [1, 3, 0]]), (0xF9, [[5, 10, 0, 0]]), (0x01, [[1, 2], [3]]),
    ]
    let gone: [(label: UInt8, subBlocks: [[UInt8]])] = [(0xFE, [[1], [2]]), (0xFF, [.text("PRIVATE 1.0"), [1]])]
    let frames = [SampleGIF.Frame(), SampleGIF.Frame()]
    let copy = try shareable(SampleGIF(frames: frames, extensions: kept + gone).bytes)
    #expect(copy == SampleGIF(frames: frames, extensions: kept).bytes)
  }

  @Test func `a WebP copy states its own length and flags`() throws {
    var file = SampleWebP.extended(exif: SampleTIFF(main: [(0x010F, .text("Woof Optics"))]).bytes)
    file.chunks.append(("XMP ", [1, 2, 3]))
    file.chunks[0].data[0] = 0x0C
    #expect(try shareable(file.bytes) == SampleWebP.extended().bytes)
  }

  @Test func `the length of a WebP frame counts the removed bytes`() throws {
    var file = SampleWebP.animation(frameCount: 1)
    let plain = file.bytes
    let picture = SampleWebP.chunk("VP8L", SampleWebP.lossless(width: 8, height: 6))
    file.chunks[2].data = SampleWebP.frame(
      width: 8, height: 6, chunks: SampleWebP.chunk("odd ", [1]) + picture + SampleWebP.chunk("even", [1, 2]))
    #expect(try shareable(file.bytes) == plain)
  }

  @Test func `a HEIF copy is as long as its original, and its pictures' bytes stay`() throws {
    var file = SampleHEIF.grid()
    file.items[0].data = .text("the first tile")
    let copy = try shareable(file.bytes)
    #expect(copy.count == file.bytes.count)
    #expect(copy.offset(of: .text("the first tile")) == file.bytes.offset(of: .text("the first tile")))
  }

  @Test func `bytes of a HEIF file that a picture and metadata claim both stay`() throws {
    var file = SampleHEIF()
    file.items[0].data = .text("picture")
    let data = file.bytes.count - 7
    file.items.append(SampleHEIF.Item(type: "Exif", properties: [], data: [], claimedExtents: [(0, 0)]))
    let start = file.bytes.count - 7
    file.items[1].claimedExtents = [(start, 7)]
    #expect(data < start)
    #expect(try shareable(file.bytes).offset(of: .text("picture")) == start)
  }

  @Test func `beside a sequence, bytes that belong to no item stay`() throws {
    var file = SampleHEIF(tail: SampleHEIF.box("mdat", .text("samples")))
    #expect(try shareable(file.bytes).offset(of: .text("samples")) == nil)
    file.between = SampleHEIF.box("moov", SampleHEIF.box("udta", .text("SERIAL-4711")))
    let copy = try shareable(file.bytes)
    #expect(copy.offset(of: .text("samples")) != nil)
    #expect(copy.offset(of: .text("SERIAL-4711")) == nil)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofImages
import WoofModel

@testable import HostilePictures
@testable import TestKit
@testable import TestPictures

/// What holds of every format.
struct ShareableTests {
  /// Files of every format that say where they were taken, and by whom, in every way there is.
  static let telling: [Sample] = {
    let exif = SampleTIFF.telling.bytes
    let packet = XMPTests.packet(
      #"exif:GPSLatitude="47,30.0N" exif:GPSLongitude="8,15.0E" aux:SerialNumber="SERIAL-4711""#)
    let jpeg = SampleJPEG(
      components: [(1, 0x22), (2, 0x11), (3, 0x11)],
      segments: [
        (0xE0, .text("JFIF\0") + [1, 2, 0, 0, 1, 0, 1, 2, 2] + [UInt8](repeating: 9, count: 12)),
        (0xE0, .text("JFXX\0") + [0x13, 1, 1, 1, 2, 3]), (0xE1, .text("Exif\0\0") + exif),
        (0xE1, .text("http://ns.adobe.com/xap/1.0/\0") + packet), (0xE1, .text("Exif\0\0") + exif),
        ColourProfileTests.segment(ColourProfileTests.profile("Display P3"), 1, of: 1),
        (0xE2, .text("MPF\0MM") + [1, 2]),
        IPTCTests.segment(IPTCTests.dataSet(90, "SERIAL-4711")), (0xEB, .text("JP") + [1]), (0xE5, []), (0xE1, []),
        (0xEE, .text("Adobe") + [0, 100, 0, 0, 0, 0, 1]), (0xFE, .text("SERIAL-4711")),
      ], tail: SampleJPEG(segments: [(0xE1, .text("Exif\0\0") + exif)]).bytes)
    let png = SamplePNG(
      before: [
        ("iCCP", .text("a name\0") + [0] + SamplePNG.stored(ColourProfileTests.profile("Display P3"))),
        ("tEXt", .text("Serial\0SERIAL-4711")), ("eXIf", exif),
      ], after: [("iTXt", .text("XML:com.adobe.xmp\0") + [0, 0, 0, 0] + packet), ("prVt", .text("SERIAL-4711"))])
    let gif = SampleGIF(
      frames: [SampleGIF.Frame(), SampleGIF.Frame()],
      extensions: [
        (0xFF, [.text("NETSCAPE2.0"), [1, 3, 0]]), (0xFE, [.text("SERIAL-4711")]),
        (0xFF, [.text("XMP DataXMP"), packet.suffix(200)]),
        (0xF9, [[0, 10, 0, 0]]), (0x42, [.text("SERIAL-4711")]), (0xFF, []),
      ])
    var webP = SampleWebP.extended(exif: exif)
    webP.chunks[0].data[0] = 0x2C
    webP.chunks.insert(("ICCP", ColourProfileTests.profile("Display P3")), at: 1)
    webP.chunks += [("XMP ", packet), ("priv", .text("SERIAL-4711")), ("EXIF", exif)]
    var animation = SampleWebP.animation(frameCount: 2)
    let frame =
      SampleWebP.chunk("VP8L", SampleWebP.lossless(width: 8, height: 6))
      + SampleWebP.chunk("priv", .text("SERIAL-4711"))
    animation.chunks[2].data = SampleWebP.frame(width: 8, height: 6, chunks: frame)
    return [
      Sample("telling JPEG", jpeg.bytes), Sample("telling JPEG with a gain map", GainMapTests.telling.bytes),
      Sample("telling PNG", png.bytes), Sample("telling GIF", gif.bytes),
      Sample("telling WebP", webP.bytes), Sample("telling animated WebP", animation.bytes),
      Sample("telling HEIC", heif.bytes),
    ]
  }()

  private static let heif: SampleHEIF = {
    var file = SampleHEIF.grid()
    file.items[7].data = .big32(6) + .text("Exif\0\0") + SampleTIFF.telling.bytes
    file.items.append(
      SampleHEIF.Item(
        type: "mime", properties: [], data: XMPTests.packet(#"aux:SerialNumber="SERIAL-4711""#),
        mediaType: "application/rdf+xml"))
    file.items.append(SampleHEIF.Item(type: "Exif", properties: [], data: .text("SERIAL-4711"), isInItemData: true))
    file.references.append(("cdsc", 9, [7]))
    file.properties.append(("udes", [0, 0, 0, 0] + .text("en\0SERIAL-4711\0\0\0")))
    file.moreMetadata = SampleHEIF.box("uuid", [UInt8](repeating: 3, count: 16) + .text("SERIAL-4711"))
    file.between = SampleHEIF.box("free", .text("SERIAL-4711"))
    file.tail = SampleHEIF.box("mpvd", .text("SERIAL-4711")) + SampleHEIF.box("mdat", .text("SERIAL-4711"))
    return file
  }()

  @Test(arguments: telling)
  func `the sample file reveals place, time and camera`(sample: Sample) {
    #expect(inspect(sample.bytes).refusal == nil)
    #expect(sample.bytes.offset(of: .text("SERIAL-4711")) != nil || sample.testDescription.contains("GIF"))
  }

  @Test(arguments: telling)
  func `the copy has no location, no serial number and no text of the original`(sample: Sample) throws {
    let copy = try shareable(sample.bytes)
    for word in ["SERIAL-4711", "LENS-0815", "Woof Optics", "wwwwwwww", "xmpmeta>\n<?xpacket", "Bella", "GPSL", "JFXX"]
    {
      #expect(copy.offset(of: .text(word)) == nil, "\(word)")
    }
    let annotations = inspect(copy).findings?.annotations
    #expect(annotations?.location == nil && annotations?.camera == nil && inspect(copy).findings?.takenAt == nil)
  }

  @Test(arguments: telling + Sample.all)
  func `the copy is a sound picture of the same size, colours and orientation`(sample: Sample) throws {
    let (before, after) = (inspect(sample.bytes).findings, inspect(try shareable(sample.bytes)).findings)
    #expect(after?.type == before?.type && after?.width == before?.width && after?.height == before?.height)
    #expect(after?.annotations.colourProfile == before?.annotations.colourProfile)
    #expect(after?.annotations.isAnimated == before?.annotations.isAnimated)
    #expect(after?.annotations.hasAlpha == before?.annotations.hasAlpha)
    let turned = before?.annotations.orientation.flatMap { $0 == .upright ? nil : $0 }
    #expect(after?.annotations.orientation == turned)
  }

  @Test(arguments: telling + Sample.all)
  func `the copy of a copy has the same bytes`(sample: Sample) throws {
    let copy = try shareable(sample.bytes)
    #expect(try shareable(copy) == copy)
    if !sample.testDescription.contains("HEIC"), !sample.testDescription.contains("AVIF") {
      #expect(try shareablePlan(copy).isOriginal)
    }
  }

  @Test(arguments: telling + Sample.all)
  func `the plan is the same however the original is cut`(sample: Sample) throws {
    let plan = try shareablePlan(sample.bytes)
    #expect(Int64(plan.copy(of: sample.bytes).count) == plan.byteCount)
    for runs in [1, 7, 61] { #expect(try shareablePlan(sample.bytes, runs: runs) == plan) }
  }

  @Test(arguments: telling)
  func `a damaged original has a valid copy or none`(sample: Sample) {
    var generator = SeededGenerator(seed: 2026)
    for _ in 0..<200 {
      var bytes = sample.bytes
      let position = Int.random(in: 0..<bytes.count, using: &generator)
      bytes[position] = UInt8.random(in: 0...255, using: &generator)
      guard let copy = try? shareable(bytes) else { continue }
      #expect(inspect(copy).refusal == nil)
      #expect((try? shareable(copy)) == copy)
    }
  }

  @Test func `a file that is not a picture has no copy`() {
    #expect(throws: PhotoRejection.self) { try shareable(.text("%PDF-1.7 and so on")) }
    #expect(throws: PhotoRejection.self) { try shareable(Array(SampleJPEG().bytes.dropLast(3))) }
  }

  @Test func `a long piece is written in runs of bounded size`() throws {
    let file = SamplePNG(width: 1000, height: 300)
    var sizes: [Int] = []
    let bytes = file.bytes
    try shareablePlan(bytes).write(
      reading: { Array(bytes[Int($0.lowerBound)..<Int($0.upperBound)]) }, to: { sizes.append($0.byteCount) })
    #expect(sizes.reduce(0, +) == bytes.count)
    #expect(sizes.count > 1 && sizes.allSatisfy { $0 <= 65_536 })
  }
}

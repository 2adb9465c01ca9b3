// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofImages
import WoofModel

@testable import TestKit
@testable import TestPictures

struct ExifAnnotationTests {
  private func annotations(_ exif: SampleTIFF) -> PhotoAnnotations? {
    inspect(SampleJPEG(segments: [(0xE1, .text("Exif\0\0") + exif.bytes)]).bytes).findings?.annotations
  }

  @Test(arguments: [false, true])
  func `camera, location and texts are read in both byte orders`(isBigEndian: Bool) {
    var exif = SampleTIFF.telling
    exif.isBigEndian = isBigEndian
    let found = annotations(exif)
    #expect(
      found?.camera
        == PhotoCamera(
          make: "Woof Optics", model: "Retriever 3", serialNumber: "SERIAL-4711", lens: "Fetch 50mm",
          lensSerialNumber: "LENS-0815"))
    #expect(
      found?.location == PhotoLocation(latitude: -(33 + 51.0 / 60 + 31.5 / 3600), longitude: 151.2, altitude: -12.5))
    #expect(found?.orientation == .turnedRight)
    #expect(found?.summary == "Bella in the snow")
    #expect(found?.creator == "A. Dogwalker")
    #expect(found?.copyright == "2026 A. Dogwalker")
  }

  @Test func `every format's EXIF data are read`() {
    let exif = SampleTIFF.telling.bytes
    var heif = SampleHEIF.grid()
    heif.items[7].data = .big32(6) + .text("Exif\0\0") + exif
    let files = [
      SampleJPEG(segments: [(0xE1, .text("Exif\0\0") + exif)]).bytes, SamplePNG(before: [("eXIf", exif)]).bytes,
      SampleWebP.extended(exif: exif).bytes, heif.bytes,
    ]
    for file in files {
      #expect(inspect(file).findings?.annotations.camera?.serialNumber == "SERIAL-4711")
      #expect(inspect(file).findings?.takenAt?.description == "2026-05-01T10:00:00.250Z")
    }
  }

  @Test func `a HEIF file's own orientation counts, and that of EXIF does not`() {
    #expect(inspect(SampleHEIF.grid(exif: SampleExif(orientation: 6)).bytes).findings?.annotations.orientation == nil)
  }

  @Test(arguments: [
    SampleTIFF(location: [(1, .text("N")), (2, .rationals([(91, 1), (0, 1), (0, 1)]))]),
    SampleTIFF(
      location: [
        (1, .text("N")), (2, .rationals([(91, 1), (0, 1), (0, 1)])), (3, .text("E")),
        (4, .rationals([(0, 1), (0, 1), (0, 1)])),
      ]),
    SampleTIFF(
      location: [
        (1, .text("N")), (2, .rationals([(1, 0), (0, 1), (0, 1)])), (3, .text("E")),
        (4, .rationals([(0, 1), (0, 1), (0, 1)])),
      ]),
    SampleTIFF(
      location: [
        (1, .text("X")), (2, .rationals([(1, 1), (0, 1), (0, 1)])), (3, .text("E")),
        (4, .rationals([(0, 1), (0, 1), (0, 1)])),
      ]),
  ])
  func `a location that is incomplete, off the Earth or divided by zero is ignored`(exif: SampleTIFF) {
    #expect(annotations(exif) != nil)
    #expect(annotations(exif)?.location == nil)
  }

  @Test(arguments: [
    (("S", [(33, 1), (51, 1), (3150, 100)]), -1.0), (("S", [(-33, 1), (51, 1), (3150, 100)]), -1),
    (("S", [(-33, 1), (-51, 1), (3150, -100)]), -1), (("N", [(-33, 1), (51, 1), (3150, 100)]), -1),
    (("N", [(33, 1), (51, 1), (-3150, -100)]), 1),
  ])
  func `a location of signed fractions is read, with the side of its reference or sign`(
    latitude: (String, [(Int, Int)]), side: Double
  ) {
    let exif = SampleTIFF(
      location: [
        (1, .text(latitude.0)), (2, .signedRationals(latitude.1)), (3, .text("E")),
        (4, .signedRationals([(151, 1), (12, 1), (0, 1)])), (5, .bytes([0])), (6, .signedRationals([(-25, 2)])),
      ])
    let expected = PhotoLocation(latitude: side * (33 + 51.0 / 60 + 31.5 / 3600), longitude: 151.2, altitude: -12.5)
    #expect(annotations(exif)?.location == expected)
  }

  @Test func `a location of zeros is ignored, and one on the equator is read`() {
    func location(_ longitude: Int) -> PhotoLocation? {
      let zero = SampleTIFF.Value.rationals([(0, 1), (0, 1), (0, 1)])
      let east = SampleTIFF.Value.rationals([(longitude, 1), (0, 1), (0, 1)])
      return annotations(SampleTIFF(location: [(1, .text("N")), (2, zero), (3, .text("E")), (4, east)]))?.location
    }
    #expect(location(0) == nil)
    #expect(location(9) == PhotoLocation(latitude: 0, longitude: 9))
  }

  @Test func `a text that is not UTF-8 is read as Latin-1`() {
    let bytes = SampleTIFF(main: [(0x010E, .text("Zwerg-xx"))]).bytes
    let latin = bytes.replacing(at: bytes.offset(of: .text("xx")) ?? 0, with: [0xE4, 0xF6])
    let file = SampleJPEG(segments: [(0xE1, .text("Exif\0\0") + latin)]).bytes
    #expect(inspect(file).findings?.annotations.summary == "Zwerg-äö")
  }

  @Test func `a text loses control characters and outer blanks, and a blank one is ignored`() {
    #expect(annotations(SampleTIFF(main: [(0x010E, .text("  a\u{1B}[31m\u{202E}b\n "))]))?.summary == "a[31mb")
    #expect(annotations(SampleTIFF(main: [(0x010E, .text("    "))]))?.summary == nil)
  }

  @Test func `a text beyond the length limit is ignored`() {
    #expect(annotations(SampleTIFF(main: [(0x010E, .text(String(repeating: "a", count: 2_000)))]))?.summary == nil)
    #expect(annotations(SampleTIFF(main: [(0x010E, .text(String(repeating: "a", count: 1_999)))]))?.summary != nil)
  }

  @Test func `EXIF data damaged at any byte are no fault`() {
    let exif = SampleTIFF.telling.bytes
    for index in exif.indices {
      for value in [0x00, 0xFF, exif[index] ^ 0x80] as [UInt8] {
        let file = SampleJPEG(segments: [(0xE1, .text("Exif\0\0") + exif.replacing(at: index, with: [value]))])
        #expect(inspect(file.bytes).refusal == nil)
      }
    }
  }

  @Test func `a directory with the most entries is read once`() {
    let entry = [UInt8].big16(0x9003) + .big16(2) + .big32(20) + .big32(8)
    let data: [UInt8] =
      [0x4D, 0x4D, 0, 42, 0, 0, 0, 8] + .big16(0xFFFF) + Array(repeatElement(entry, count: 5_000).joined())
    #expect(inspect(SampleJPEG(segments: [(0xE1, .text("Exif\0\0") + data)]).bytes).refusal == nil)
  }
}

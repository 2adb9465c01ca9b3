// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofImages
import WoofModel

@testable import TestKit
@testable import TestPictures

struct ExifTests {
  private func takenAt(_ exif: SampleExif) -> String? {
    inspect(SampleJPEG.withExif(exif)).findings?.takenAt?.description
  }

  @Test(arguments: 1...8)
  func `each orientation gives the size as displayed, in every format and byte order`(orientation: Int) {
    let turned = orientation >= 5
    for isBigEndian in [false, true] {
      let exif = SampleExif(isBigEndian: isBigEndian, orientation: orientation)
      #expect(inspect(SampleJPEG.withExif(exif, width: 24, height: 8)).size == (turned ? [8, 24] : [24, 8]))
      #expect(inspect(SamplePNG(before: [("eXIf", exif.bytes)]).bytes).size == (turned ? [5, 9] : [9, 5]))
      #expect(inspect(SamplePNG(after: [("eXIf", exif.bytes)]).bytes).size == (turned ? [5, 9] : [9, 5]))
      #expect(inspect(SampleWebP.extended(exif: exif.bytes).bytes).size == (turned ? [7, 11] : [11, 7]))
    }
  }

  @Test(arguments: [0, 9, 255, 65_535])
  func `an unknown orientation is ignored`(orientation: Int) {
    #expect(inspect(SampleJPEG.withExif(SampleExif(orientation: orientation))).size == [16, 8])
  }

  @Test func `a date without an offset is read as UTC`() {
    #expect(takenAt(SampleExif(dateTimeOriginal: "2026:05:01 10:20:30")) == "2026-05-01T10:20:30.000Z")
  }

  @Test(arguments: [
    ("+02:00", "2026-05-01T08:20:30.000Z"), ("-09:30", "2026-05-01T19:50:30.000Z"),
    ("+00:00", "2026-05-01T10:20:30.000Z"),
    ("   :  ", "2026-05-01T10:20:30.000Z"), ("Z", "2026-05-01T10:20:30.000Z"), ("+99:00", "2026-05-01T10:20:30.000Z"),
  ])
  func `an offset that can be read is applied`(offset: String, moment: String) {
    #expect(takenAt(SampleExif(dateTimeOriginal: "2026:05:01 10:20:30", offsetTimeOriginal: offset)) == moment)
  }

  @Test(arguments: [
    ("7", "700"), ("76", "760"), ("761", "761"), ("761999", "761"), ("00", "000"), ("", "000"), ("  ", "000"),
  ])
  func `a fraction of a second is read to milliseconds`(fraction: String, milliseconds: String) {
    let exif = SampleExif(dateTimeOriginal: "2026:05:01 10:20:30", subSecondTimeOriginal: fraction)
    #expect(takenAt(exif) == "2026-05-01T10:20:30.\(milliseconds)Z")
  }

  @Test(arguments: [
    "0000:00:00 00:00:00", "    :  :     :  :  ", "2026:13:01 10:00:00", "2026:02:30 10:00:00", "2026:05:01 24:00:00",
    "2026:05:01", "", "soon", "2026:05:01 10:00:00" + String(repeating: " ", count: 60), "2026:05:01 10:61:00",
    "0000:01:01 00:00:00",
  ])
  func `a malformed date is absent and no fault`(text: String) {
    let verdict = inspect(SampleJPEG.withExif(SampleExif(orientation: 6, dateTimeOriginal: text)))
    #expect(verdict.size == [8, 16])
    #expect(verdict.findings?.takenAt == nil)
  }

  @Test(arguments: [("0001:01:01 00:00:00", "+01:00"), ("9999:12:31 23:59:59", "-01:00")])
  func `a date that an offset moves out of four digits is absent`(text: String, offset: String) {
    #expect(takenAt(SampleExif(dateTimeOriginal: text, offsetTimeOriginal: offset)) == nil)
  }

  @Test func `EXIF data that are cut or damaged anywhere are no fault`() {
    let exif = SampleExif(orientation: 6, dateTimeOriginal: "2026:05:01 10:20:30", offsetTimeOriginal: "+02:00").bytes
    for count in 0..<exif.count {
      let segment = SampleJPEG(segments: [(0xE1, .text("Exif\0\0") + exif.prefix(count))])
      #expect(inspect(segment.bytes).refusal == nil)
      var damaged = exif
      damaged[count] = 0xFF
      #expect(inspect(SampleJPEG(segments: [(0xE1, .text("Exif\0\0") + damaged)]).bytes).refusal == nil)
    }
  }

  @Test func `directories that refer to themselves are no fault`() {
    // The directory at 8 says that the EXIF directory and the next one are at 8 too.
    let entry = [UInt8].big16(0x8769) + .big16(4) + .big32(1) + .big32(8)
    let circle: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1] + entry + .big32(8)
    #expect(inspect(SampleJPEG(segments: [(0xE1, .text("Exif\0\0") + circle)]).bytes).size == [16, 16])
  }

  @Test func `huge counts and positions are no fault`() {
    for count in [0, 1, 0xFFFF] {
      let entry = [UInt8].big16(0x9003) + .big16(2) + .big32(0xFFFF_FFFF) + .big32(0xFFFF_FFF0)
      let link = [UInt8].big16(0x8769) + .big16(4) + .big32(1) + .big32(10)
      let data: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8] + .big16(count) + link + entry
      #expect(inspect(SampleJPEG(segments: [(0xE1, .text("Exif\0\0") + data)]).bytes).size == [16, 16])
    }
  }

  @Test func `the first of several EXIF segments counts`() {
    let mark = [UInt8].text("Exif\0\0")
    let first = (marker: UInt8(0xE1), content: mark + SampleExif(orientation: 1).bytes)
    let second = (marker: UInt8(0xE1), content: mark + SampleExif(orientation: 6).bytes)
    #expect(inspect(SampleJPEG(width: 24, height: 8, segments: [first, second]).bytes).size == [24, 8])
  }

  @Test func `EXIF data beyond the memory limit are skipped`() {
    let exif = SampleExif(orientation: 6).bytes
    let limits = ImageLimits(metadataBytes: 10)
    #expect(inspect(SampleJPEG.withExif(SampleExif(orientation: 6)), limits: limits).size == [16, 8])
    #expect(inspect(SamplePNG(before: [("eXIf", exif)]).bytes, limits: limits).size == [9, 5])
    #expect(inspect(SampleWebP.extended(exif: exif).bytes, limits: limits).size == [11, 7])
  }
}

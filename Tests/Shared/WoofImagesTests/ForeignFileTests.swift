// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofImages
import WoofModel

@testable import TestKit
@testable import TestPictures

struct ForeignFileTests {
  @Test(arguments: [
    ("a PDF file", [UInt8].text("%PDF-1.7\n%âãÏÓ\n1 0 obj")),
    ("an SVG picture", .text("<svg xmlns='http://www.w3.org/2000/svg'/>")),
    ("XML", .text("<?xml version='1.0'?><svg/>")),
    ("HTML", .text("<!DOCTYPE html><title>photo</title>")),
    ("HTML", .text("<HTML><script>alert(1)</script>")),
    ("a TIFF file", [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    ("a TIFF file", [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0]),
    ("a ZIP archive", [0x50, 0x4B, 3, 4, 20, 0, 0, 0, 8, 0, 0, 0, 0, 0]),
    ("a Windows bitmap", .text("BM") + [UInt8](repeating: 0, count: 52)),
    ("a program", [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0]),
    ("a JPEG XL file", [0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A]),
  ])
  func `another format is refused by its name`(name: String, bytes: [UInt8]) {
    #expect(inspect(bytes).isRefused(because: "this is \(name), which is not among them"))
    #expect(inspect(bytes).refusal?.offset == 0)
  }

  @Test(arguments: ["Lorem ipsum dolor sit amet", "RIFF\u{1}\u{0}\u{0}\u{0}WAVEfmt ", "GIF88a and more text"])
  func `an unknown format is refused`(text: String) {
    #expect(inspect(.text(text)).isRefused(because: "this is none of them"))
  }

  @Test(arguments: [
    SamplePNG(tail: [0]).bytes, SampleGIF(tail: [0]).bytes,
    SampleWebP(chunks: SampleWebP.lossyFile().chunks, tail: [0]).bytes,
  ])
  func `a byte after the end is refused with its position`(bytes: [UInt8]) {
    #expect(
      inspect(bytes).refusal
        == .init(
          transformer: "structure", reason: "bytes follow the end of the picture", offset: Int64(bytes.count - 1)))
  }

  @Test func `an archive after the last box is refused`() {
    let archive: [UInt8] = [0x50, 0x4B, 3, 4] + .text("what an archive holds")
    #expect(inspect(SampleHEIF(tail: archive).bytes).refusal?.offset == Int64(SampleHEIF().bytes.count))
  }

  @Test(arguments: [
    "<html><script>", "<?php system('id')", "#!/bin/sh\n", "%PDF-1.4", "PK\u{3}\u{4}", "PK\u{5}\u{6}", "Rar!\u{1A}",
  ])
  func `a JPEG file with another format after its end is refused`(text: String) {
    let bytes = SampleJPEG(tail: .text(text)).bytes
    #expect(inspect(bytes).isRefused(because: "follows the end of the picture"))
    #expect(inspect(bytes, runs: 1).refusal?.offset == Int64(SampleJPEG().bytes.count))
  }

  @Test(arguments: [
    SampleJPEG().bytes, SampleHEIF.box("ftyp", .text("mp42") + [0, 0, 0, 0]), [UInt8](repeating: 0, count: 100),
    .text("SEFHj") + [0, 1, 2], [0xFF],
  ])
  func `pictures, films and notes that phones append to a JPEG file are accepted`(tail: [UInt8]) {
    #expect(inspect(SampleJPEG(tail: tail).bytes).refusal == nil)
  }

  @Test func `the text of a JPEG comment does not matter`() {
    let picture = SampleJPEG(segments: [(0xFE, .text("*/=1;alert(1)</script><svg onload=alert(1)>"))])
    #expect(inspect(picture.bytes).refusal == nil)
  }
}

// SPDX-License-Identifier: Apache-2.0

@testable import TestKit
@testable import TestPictures

extension HostileFiles {
  /// Files that are something else, or something else besides.
  static let disguised: [HostileFiles] = [
    foreign(
      "SVG with an outside reference", "an SVG picture",
      "<svg xmlns='http://www.w3.org/2000/svg'><image href='file:///etc/passwd'/></svg>"),
    foreign(
      "XML with entities that multiply", "XML", "<?xml version='1.0'?><!DOCTYPE x [<!ENTITY a 'woof'>]><x>&a;</x>"),
    foreign("HTML with a script", "HTML", "<!DOCTYPE html><script>alert(1)</script>"),
    foreign("PDF", "a PDF file", "%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj"),
    foreign("PostScript", "a PostScript file", "%!PS-Adobe-3.0\n(woof) run"),
    foreign("PHP", "a script", "<?php system($_GET['c']);"),
    HostileFiles(
      "TIFF", .refused(because: "this is a TIFF file"),
      [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0] + [UInt8](repeating: 0, count: 30)),
    HostileFiles(
      "ZIP archive", .refused(because: "this is a ZIP archive"), [0x50, 0x4B, 3, 4] + [UInt8](repeating: 0, count: 40)),
    HostileFiles(
      "program", .refused(because: "this is a program"), [0x7F, 0x45, 0x4C, 0x46] + [UInt8](repeating: 0, count: 60)),
    HostileFiles(
      "film", .refused(because: "a film or another file"),
      SampleHEIF.box("ftyp", .text("isom") + .big32(0) + .text("mp41")) + SampleHEIF.box("mdat", [0, 0])),
    HostileFiles(
      "JPEG and ZIP archive in one", .refused(because: "a ZIP archive follows"),
      SampleJPEG(tail: [0x50, 0x4B, 3, 4] + [UInt8](repeating: 0, count: 40)).bytes),
    HostileFiles(
      "PNG and HTML in one", .refused(because: "bytes follow the end"), SamplePNG(tail: .text("<html><script>")).bytes),
    HostileFiles(
      "JPEG with HTML in a comment", .accepted,
      SampleJPEG(segments: [(0xFE, .text("<html><script>alert(1)</script>"))]).bytes),
    HostileFiles(
      "GIF that is a script", .accepted,
      SampleGIF(
        width: 0x2A2F, height: 9, frames: [SampleGIF.Frame()], extensions: [(0xFE, [.text("*/=1;alert(1)//")])]
      ).bytes),
  ]

  private static func foreign(_ name: String, _ format: String, _ text: String) -> HostileFiles {
    HostileFiles(name, .refused(because: "this is \(format)"), .text(text))
  }
}

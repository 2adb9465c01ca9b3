// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofImages
import WoofModel

@testable import TestKit
@testable import TestPictures

struct ImageTypeSnifferTests {
  private func verdict(of bytes: [UInt8], runs: Int = .max) -> ImageTypeSniffer.Verdict {
    var sniffer = ImageTypeSniffer()
    for start in stride(from: 0, to: bytes.count, by: runs) {
      let end = start + min(runs, bytes.count - start)
      _ = sniffer.consume(bytes.span.bytes.extracting(start..<end))
    }
    return sniffer.verdict
  }

  private func brands(_ brands: String...) -> [UInt8] { SampleHEIF(brands: brands).fileType }

  @Test(arguments: [
    (SampleJPEG().bytes, ImageType.jpeg), (SamplePNG().bytes, .png), (SampleGIF(version: "87a").bytes, .gif),
    (SampleGIF().bytes, .gif), (SampleWebP.lossyFile().bytes, .webp), (SampleHEIF().bytes, .heic),
    (SampleHEIF.avif.bytes, .avif),
  ])
  func `each format is recognised by its first bytes, however they are cut`(bytes: [UInt8], type: ImageType) {
    for runs in [1, 2, 3, 5, 7, 11, 13, .max] { #expect(verdict(of: bytes, runs: runs) == .type(type)) }
  }

  @Test(arguments: ["heic", "heix", "hevc", "hevx", "heim", "heis"])
  func `a major brand of HEVC pictures is HEIC`(brand: String) {
    #expect(verdict(of: brands(brand, "mif1")) == .type(.heic))
  }

  @Test(arguments: ["avif", "avis"])
  func `a major brand of AV1 pictures is AVIF`(brand: String) {
    #expect(verdict(of: brands(brand, "mif1")) == .type(.avif))
  }

  @Test func `a generic major brand leaves the decision to the compatible brands`() {
    #expect(verdict(of: brands("mif1", "mif1", "heic")) == .type(.heic))
    #expect(verdict(of: brands("mif1", "avif", "miaf")) == .type(.avif))
    #expect(verdict(of: brands("msf1", "hevc")) == .type(.heic))
    #expect(verdict(of: brands("mif1", "heic", "avif")) == .type(.heif))
    #expect(verdict(of: brands("mif1", "miaf")) == .type(.heif))
  }

  @Test func `films of the same box format are not pictures`() {
    let film = ImageTypeSniffer.Verdict.unknown("a film or another file of the ISO base media format")
    #expect(verdict(of: brands("isom", "iso2", "mp41")) == film)
    #expect(verdict(of: brands("qt  ")) == film)
  }

  @Test func `the version of the major brand is not read as a brand`() {
    let box = SampleHEIF.box("ftyp", .text("isom") + .text("heic") + .text("mp42"))
    #expect(verdict(of: box) != .type(.heic))
  }

  @Test(arguments: [0, 1, 8, 12, 17, 1028, 0xFFFF_FFFF])
  func `a file type box of an impossible or excessive size is unknown`(size: Int) {
    let bytes = [UInt8].big32(size) + .text("ftypheic") + [UInt8](repeating: 0, count: 2000)
    #expect(verdict(of: bytes) == .unknown(nil))
  }

  @Test func `no decision is made before enough bytes came`() {
    #expect(verdict(of: []) == .undecided)
    #expect(verdict(of: [0xFF]) == .undecided)
    #expect(verdict(of: Array(SampleHEIF().bytes.prefix(20))) == .undecided)
  }

  @Test func `no more bytes are read than needed`() {
    var sniffer = ImageTypeSniffer()
    let bytes = SamplePNG().bytes
    #expect(sniffer.consume(bytes.span.bytes) == 12)
    #expect(sniffer.consume(bytes.span.bytes) == 0)
  }
}

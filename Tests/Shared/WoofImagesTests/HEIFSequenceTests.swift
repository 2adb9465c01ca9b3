// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofImages
import WoofModel

@testable import TestKit
@testable import TestPictures

struct HEIFSequenceTests {
  private func film(samples: Int, width: Int = 64, height: Int = 48, sizes: String = "stsz") -> [UInt8] {
    let header = SampleHEIF.fullBox(
      "tkhd", [UInt8](repeating: 0, count: 72) + .big32(width << 16) + .big32(height << 16))
    let table = SampleHEIF.fullBox(sizes, .big32(4) + .big32(samples))
    let inner = ["stbl", "minf", "mdia"].reduce(table) { SampleHEIF.box($1, $0) }
    return SampleHEIF.box("moov", SampleHEIF.box("trak", header + inner))
  }

  @Test func `a sequence within the limits is accepted`() {
    #expect(inspect(SampleHEIF(between: film(samples: 5000)).bytes).refusal == nil)
  }

  @Test(arguments: ["stsz", "stz2"])
  func `a file with too many samples is refused`(sizes: String) {
    let file = SampleHEIF(between: film(samples: 5001, sizes: sizes))
    #expect(inspect(file.bytes).isRefused(because: "limit of 5000 frames"))
  }

  @Test func `samples beyond the pixel limit are refused`() {
    let file = SampleHEIF(between: film(samples: 1, width: 20_000, height: 20_000))
    #expect(inspect(file.bytes).isRefused(because: "limit of 100000000 pixels"))
  }

  @Test func `more pixels in all samples than the limit are refused`() {
    let file = SampleHEIF(between: film(samples: 500, width: 2000, height: 2000))
    #expect(inspect(file.bytes).isRefused(because: "limit of 1000000000 animation pixels"))
  }

  @Test func `boxes nested too deeply are refused`() {
    let nest = (0..<100).reduce([UInt8]()) { content, _ in SampleHEIF.box("trak", content) }
    #expect(inspect(SampleHEIF(between: SampleHEIF.box("moov", nest)).bytes).isRefused(because: "nested too deep"))
  }

  @Test func `unlimited limits do not overflow`() {
    let limits = ImageLimits(pixels: .max, frames: .max, animationPixels: .max)
    let file = SampleHEIF(between: film(samples: 0xFFFF_FFFF, width: 0xFFFF, height: 0xFFFF))
    #expect(inspect(file.bytes, limits: limits).isRefused(because: "animation pixels"))
  }
}

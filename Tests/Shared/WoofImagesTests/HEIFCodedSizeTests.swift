// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import HostilePictures
@testable import TestKit
@testable import TestPictures
@testable import WoofImages

/// The sizes that coded data state themselves.
struct HEIFCodedSizeTests {
  private func file(_ size: (Int, Int), _ type: String, _ configuration: [UInt8]) -> SampleHEIF {
    var file = type == "av1C" ? SampleHEIF.avif : SampleHEIF()
    file.properties = [("ispe", SampleHEIF.size(size.0, size.1)), (type, configuration)]
    file.items[0].properties = [1, 2]
    return file
  }

  @Test func `the size is read in each form of the header`() {
    #expect(AV1SequenceHeader.size(CodedSize.av1(4_000, 3_000)) == PixelSize(width: 4_000, height: 3_000))
    #expect(
      AV1SequenceHeader.size(CodedSize.av1(4_000, 3_000, isReduced: false)) == PixelSize(width: 4_000, height: 3_000))
    #expect(HEVCParameterSet.size(CodedSize.hevc(4_032, 3_024)) == PixelSize(width: 4_032, height: 3_024))
    #expect(HEVCParameterSet.size(CodedSize.hevc(64, 48, subLayers: 2)) == PixelSize(width: 64, height: 48))
  }

  @Test(.enabled(if: Samples.all.contains("pepper-in-autumn.heic")))
  func `the header of a real encoder is read`() throws {
    let bytes = try Samples.bytes(of: "pepper-in-autumn.heic")
    let start = try #require(bytes.offset(of: .text("hvcC")))
    let length = bytes[(start - 4)..<start].reduce(0) { $0 << 8 | Int($1) }
    let size = try #require(HEVCParameterSet.size(Array(bytes[(start + 4)..<(start - 4 + length)])))
    let stated = try #require(inspect(bytes).findings)
    #expect((stated.width.map { $0...$0 + 63 })?.contains(size.width) == true)
    #expect((stated.height.map { $0...$0 + 63 })?.contains(size.height) == true)
  }

  @Test func `data of about the size that is stated are accepted`() {
    #expect(inspect(file((90, 60), "hvcC", CodedSize.hevc(128, 64)).bytes).refusal == nil)
    #expect(inspect(file((1_000, 1_000), "av1C", CodedSize.av1(1_000, 1_000)).bytes).refusal == nil)
  }

  @Test(arguments: [("av1C", CodedSize.av1(9_000, 9_000)), ("hvcC", CodedSize.hevc(9_000, 9_000))])
  func `data of many more pixels than are stated are refused`(type: String, configuration: [UInt8]) {
    let verdict = inspect(file((64, 48), type, configuration).bytes)
    #expect(verdict.isRefused(because: "a picture is said to be of 64 × 48 pixels, and its data are of 9000 × 9000"))
  }

  @Test(arguments: [("av1C", CodedSize.av1(60_000, 60_000)), ("hvcC", CodedSize.hevc(60_000, 60_000))])
  func `data of more pixels than the limit are refused`(type: String, configuration: [UInt8]) {
    #expect(inspect(file((64, 48), type, configuration).bytes).isRefused(because: "limit of 100000000 pixels"))
  }

  @Test(arguments: [("av1C", CodedSize.av1(64, 48, isReduced: false)), ("hvcC", CodedSize.hevc(64, 48, subLayers: 3))])
  func `a header that is cut or damaged anywhere crashes nothing`(type: String, configuration: [UInt8]) {
    for index in configuration.indices {
      _ = inspect(file((64, 48), type, Array(configuration.prefix(index))).bytes)
      for bit in 0..<8 {
        let damaged = configuration.replacing(at: index, with: [configuration[index] ^ 1 << UInt8(bit)])
        _ = inspect(file((64, 48), type, damaged).bytes)
      }
    }
  }
}

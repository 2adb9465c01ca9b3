// SPDX-License-Identifier: Apache-2.0

@testable import TestKit
@testable import TestPictures

extension HostileFiles {
  /// Files that cost a decoder far more than their size.
  static let bombs: [HostileFiles] = [
    HostileFiles(
      "progressive JPEG of 12 megapixels with 883 scans", .refused(because: "limit of 100 scans"),
      scans(883, width: 4_000, height: 3_000)),
    HostileFiles(
      "progressive JPEG of 99 megapixels with 90 scans", .refused(because: "limit of 2000000000 pixels in all scans"),
      scans(90, width: 11_000, height: 9_000)),
    HostileFiles(
      "GIF of 100,000 frames", .refused(because: "limit of 5000 frames"),
      SampleGIF(
        width: 1, height: 1, frames: [SampleGIF.Frame](repeating: SampleGIF.Frame(width: 1, height: 1), count: 100_000)
      ).bytes),
    HostileFiles(
      "GIF of 20 frames of 81 megapixels", .refused(because: "of its 81000000 pixels"),
      SampleGIF(
        width: 9_000, height: 9_000,
        frames: [SampleGIF.Frame](
          repeating: SampleGIF.Frame(width: 9_000, height: 9_000, data: [UInt8](repeating: 0, count: 10_000)), count: 20
        )
      ).bytes),
    HostileFiles(
      "PNG animation that announces 100,000 frames", .refused(because: "limit of 5000 frames"),
      SamplePNG.animation(frameCount: 2, announced: 100_000).bytes),
    HostileFiles(
      "WebP of 6,000 frames", .refused(because: "limit of 5000 frames"),
      SampleWebP.animation(frameCount: 6_000).bytes),
    HostileFiles(
      "WebP of 20 frames of 81 megapixels", .refused(because: "limit of 1000000000 animation pixels"), largeFrames(20)),
    HostileFiles(
      "PNG with 60 texts that become 7.9 MB each", .refused(because: "limit of 16777216 ancillary bytes"),
      SamplePNG(
        before: [(String, [UInt8])](repeating: ("zTXt", .text("Comment\0") + [0] + zeros(7_900_000)), count: 60)
      ).bytes),
    HostileFiles(
      "PNG with a colour profile that becomes 100 MB", .refused(because: "limit of 16777216 ancillary bytes"),
      SamplePNG(before: [("iCCP", .text("sRGB\0") + [0] + zeros(100_000_000))]).bytes),
    HostileFiles(
      "PNG with an XMP packet that becomes 50 MB", .refused(because: "limit of 16777216 ancillary bytes"),
      SamplePNG(after: [("iTXt", .text("XML:com.adobe.xmp\0") + [1, 0, 0, 0] + zeros(50_000_000))]).bytes),
    HostileFiles(
      "PNG with a compressed text of 2 MB", .refused(because: "limit of 1048576 metadata bytes"),
      SamplePNG(before: [("zTXt", .text("Comment\0") + [0] + [UInt8](repeating: 0, count: 2_000_000))]).bytes),
    HostileFiles(
      "JPEG of 70,000 comments", .refused(because: "limit of 65536 segments"),
      SampleJPEG(segments: [(UInt8, [UInt8])](repeating: (0xFE, []), count: 70_000)).bytes),
    HostileFiles(
      "HEIC sequence of boxes nested 1,000 deep", .refused(because: "nested too deep"),
      SampleHEIF(
        between: SampleHEIF.box("moov", (0..<1_000).reduce([]) { content, _ in SampleHEIF.box("trak", content) })
      ).bytes),
  ]

  private static func scans(_ count: Int, width: Int, height: Int) -> [UInt8] {
    var picture = SampleJPEG(width: width, height: height, frame: 0xC2, scanCount: count, scanParameters: [0, 0, 0])
    picture.scanData = [UInt8](repeating: 0, count: 50)
    return picture.bytes
  }

  private static func largeFrames(_ count: Int) -> [UInt8] {
    let head = [
      ("VP8X", SampleWebP.extendedHeader(flags: 2, width: 9_000, height: 9_000)), ("ANIM", [0, 0, 0, 0, 0, 0]),
    ]
    return SampleWebP(chunks: head + (0..<count).map { _ in ("ANMF", SampleWebP.frame(width: 9_000, height: 9_000)) })
      .bytes
  }

  /// A zlib stream of a few bytes that becomes so many zeros: thirteen bits for each 258 of them.
  private static func zeros(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = [0x78, 0x01]
    var (held, heldCount) = (0, 0)
    func put(_ bits: Int, _ count: Int) {
      held |= bits << heldCount
      heldCount += count
      while heldCount >= 8 {
        bytes.append(UInt8(held & 255))
        held >>= 8
        heldCount -= 8
      }
    }
    put(0b011, 3)
    put(0b0000_1100, 8)
    // The longest run at distance one: words go in with their highest bit first.
    for _ in 0..<count / 258 { put(0b0_0000_1010_0011, 13) }
    put(0, 7)
    put(0, 8)
    return bytes
  }
}

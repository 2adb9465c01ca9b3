// SPDX-License-Identifier: Apache-2.0

@testable import TestPictures

extension HostileFiles {
  /// Files that claim more pixels than they hold.
  static let lying: [HostileFiles] = [
    HostileFiles(
      "JPEG that claims 65,500 × 65,500 pixels", .refused(because: "limit of 100000000 pixels"),
      SampleJPEG(width: 65_500, height: 65_500, scanData: [0]).bytes),
    HostileFiles(
      "JPEG of 1,000 bytes that claims 9,000 × 9,000 pixels", .refused(because: "cannot hold"),
      SampleJPEG(width: 9_000, height: 9_000, scanData: [UInt8](repeating: 0, count: 1_000)).bytes),
    HostileFiles(
      "PNG that claims 60,000 × 60,000 pixels", .refused(because: "limit of 100000000 pixels"),
      SamplePNG(width: 60_000, height: 60_000, pixelData: SamplePNG.stored([0])).bytes),
    HostileFiles(
      "PNG of 100 bytes that claims 9,000 × 9,000 pixels", .refused(because: "cannot hold"),
      SamplePNG(width: 9_000, height: 9_000, pixelData: SamplePNG.stored([0])).bytes),
    HostileFiles(
      "GIF that claims 65,535 × 65,535 pixels", .refused(because: "limit of 100000000 pixels"),
      SampleGIF(width: 65_535, height: 65_535).bytes),
    HostileFiles(
      "GIF frame of 9,000 × 9,000 pixels in four bytes", .refused(because: "cannot hold"),
      SampleGIF(
        width: 9_000, height: 9_000, frames: [SampleGIF.Frame(width: 9_000, height: 9_000, data: [0, 0, 0, 0])]
      ).bytes),
    HostileFiles(
      "WebP that claims 16,384 × 16,384 pixels", .refused(because: "limit of 100000000 pixels"),
      SampleWebP.losslessFile(width: 16_384, height: 16_384).bytes),
    HostileFiles(
      "WebP whose head and picture claim different sizes", .refused(because: "claims otherwise"),
      SampleWebP(chunks: [
        ("VP8X", SampleWebP.extendedHeader(flags: 0, width: 8, height: 8)),
        ("VP8 ", SampleWebP.lossy(width: 16, height: 16)),
      ]).bytes),
    HostileFiles(
      "AVIF that claims 60,000 × 60,000 pixels", .refused(because: "limit of 100000000 pixels"),
      SampleHEIF(
        brands: ["avif", "avif", "mif1"], properties: [("ispe", SampleHEIF.size(60_000, 60_000))],
        items: [SampleHEIF.Item(type: "av01")]
      ).bytes),
    HostileFiles(
      "AVIF of 64 × 64 pixels whose data are of 60,000 × 60,000", .refused(because: "limit of 100000000 pixels"),
      coded("av01", "av1C", CodedSize.av1(60_000, 60_000))),
    HostileFiles(
      "HEIC of 64 × 64 pixels whose data are of 9,000 × 9,000", .refused(because: "its data are of 9000 × 9000"),
      coded("hvc1", "hvcC", CodedSize.hevc(9_000, 9_000))),
    HostileFiles(
      "HEIC whose tiles are too small for their picture", .refused(because: "the tiles do not make"),
      SampleHEIF.grid(width: 9_000, height: 9_000).bytes),
    HostileFiles(
      "HEIC laid over 100 pictures of 90 megapixels", .refused(because: "limit of 1000000000 animation pixels"),
      overlay(of: 100)),
  ]

  private static func coded(_ type: String, _ property: String, _ configuration: [UInt8]) -> [UInt8] {
    SampleHEIF(
      brands: type == "av01" ? ["avif", "avif", "mif1"] : ["heic", "mif1", "heic"],
      properties: [("ispe", SampleHEIF.size(64, 64)), (property, configuration)],
      items: [SampleHEIF.Item(type: type, properties: [1, 2])]
    ).bytes
  }

  private static func overlay(of count: Int) -> [UInt8] {
    let layers = (0..<count).map { _ in SampleHEIF.Item(properties: [1]) }
    return SampleHEIF(
      properties: [("ispe", SampleHEIF.size(10_000, 9_000))],
      items: layers + [SampleHEIF.Item(type: "iovl", properties: [1])], primary: count + 1,
      references: [("dimg", count + 1, Array(1...count))]
    ).bytes
  }
}

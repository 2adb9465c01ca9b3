// SPDX-License-Identifier: Apache-2.0

@testable import TestKit

/// Writes small WebP files.
struct SampleWebP {
  var chunks: [(name: String, data: [UInt8])]
  /// What the header claims, if not the truth.
  var claimedSize: Int?
  var tail: [UInt8] = []

  var bytes: [UInt8] {
    let content = chunks.flatMap { Self.chunk($0.name, $0.data) }
    return .text("RIFF") + .little32(claimedSize ?? content.count + 4) + .text("WEBP") + content + tail
  }

  static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    .text(name) + .little32(data.count) + data + (data.count % 2 == 1 ? [0] : [])
  }

  /// A key frame of one grey block, true for up to 16 × 16 pixels.
  static func lossy(width: Int, height: Int) -> [UInt8] {
    let size = [UInt8].little16(width) + .little16(height)
    return [0x30, 0x01, 0x00, 0x9D, 0x01, 0x2A] + size + [0x0E, 0xC0, 0xFE, 0x25, 0xA4, 0, 3, 0x70, 0, 0, 0, 0]
  }

  /// A picture of one colour, whose pixels take no bits.
  static func lossless(width: Int, height: Int) -> [UInt8] {
    let bits = (width - 1) | (height - 1) << 14 | 1 << 28
    return [0x2F] + .little32(bits) + [0x07, 0x10, 0x11, 0x11, 0x88, 0x88, 0xFE, 0x07]
  }

  static func extendedHeader(flags: UInt8, width: Int, height: Int) -> [UInt8] {
    [flags, 0, 0, 0] + .little24(width - 1) + .little24(height - 1)
  }

  static func frame(x: Int = 0, y: Int = 0, width: Int, height: Int, chunks: [UInt8]? = nil) -> [UInt8] {
    let head = [UInt8].little24(x / 2) + .little24(y / 2) + .little24(width - 1) + .little24(height - 1)
    return head + .little24(100) + [0] + (chunks ?? chunk("VP8L", lossless(width: width, height: height)))
  }

  static func lossyFile(width: Int = 11, height: Int = 7) -> SampleWebP {
    SampleWebP(chunks: [("VP8 ", lossy(width: width, height: height))])
  }

  static func losslessFile(width: Int = 300, height: Int = 200) -> SampleWebP {
    SampleWebP(chunks: [("VP8L", lossless(width: width, height: height))])
  }

  static func extended(width: Int = 11, height: Int = 7, exif: [UInt8]? = nil) -> SampleWebP {
    let picture = [("VP8 ", lossy(width: width, height: height))]
    let header = extendedHeader(flags: exif == nil ? 0 : 8, width: width, height: height)
    return SampleWebP(chunks: [("VP8X", header)] + picture + (exif.map { [("EXIF", $0)] } ?? []))
  }

  static func animation(frameCount: Int) -> SampleWebP {
    let head = [("VP8X", extendedHeader(flags: 2, width: 8, height: 6)), ("ANIM", [UInt8](repeating: 0, count: 6))]
    return SampleWebP(chunks: head + (0..<frameCount).map { _ in ("ANMF", frame(width: 8, height: 6)) })
  }
}

// SPDX-License-Identifier: Apache-2.0

@testable import TestKit
@testable import TestPictures

extension HostileFiles {
  private static let mark = [UInt8].text("Exif\0\0")
  private static let head: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8]

  /// Files whose metadata go astray.
  static let metadata: [HostileFiles] = [
    HostileFiles(
      "JPEG with 32 MB of EXIF data", .refused(because: "limit of 16777216 ancillary bytes"),
      SampleJPEG(
        segments: [(UInt8, [UInt8])](repeating: (0xE1, mark + [UInt8](repeating: 0x20, count: 65_000)), count: 500)
      ).bytes),
    HostileFiles("JPEG with EXIF directories in a circle", .accepted, exif(link(0x8769, 8) + link(0x8825, 8), next: 8)),
    HostileFiles(
      "JPEG with EXIF directories beyond the end", .accepted, exif(link(0x8769, 0xFFFF_FFF0) + link(0x8825, 60_000))),
    HostileFiles(
      "JPEG with EXIF values of 4,294,967,295 parts", .accepted,
      exif([UInt8].big16(0x010F) + .big16(2) + .big32(0xFFFF_FFFF) + .big32(0xFFFF_FFFF))),
    HostileFiles(
      "JPEG with an EXIF directory of 65,535 entries", .accepted,
      SampleJPEG(segments: [(0xE1, mark + head + .big16(0xFFFF) + [UInt8](repeating: 1, count: 64_000))]).bytes),
    HostileFiles(
      "JPEG whose XMP declares entities that multiply", .accepted,
      xmp("<!DOCTYPE x [<!ENTITY a \"woof\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\">]><x>&b;</x>")),
    HostileFiles("JPEG whose XMP nests 20,000 elements", .accepted, xmp(String(repeating: "<a>", count: 20_000))),
    HostileFiles(
      "JPEG whose XMP has 4,000 attributes", .accepted,
      xmp("<a " + (0..<4_000).map { "a\($0)=\"\" " }.joined() + "/>")),
    HostileFiles(
      "HEIC whose EXIF item is said to be at the end of numbers", .refused(because: "beyond the end of the file"),
      {
        var file = SampleHEIF.grid()
        file.items[7].claimedExtents = [(0xFFFF_FFFF, 0xFFFF_FFFF)]
        return file.bytes
      }()),
  ]

  private static func link(_ tag: Int, _ position: Int) -> [UInt8] {
    .big16(tag) + .big16(4) + .big32(1) + .big32(position)
  }

  private static func exif(_ entries: [UInt8], next: Int = 0) -> [UInt8] {
    SampleJPEG(segments: [(0xE1, joined(mark, head, .big16(entries.count / 12), entries, .big32(next)))]).bytes
  }

  private static func xmp(_ text: String) -> [UInt8] {
    SampleJPEG(segments: [(0xE1, .text("http://ns.adobe.com/xap/1.0/\0" + text))]).bytes
  }
}

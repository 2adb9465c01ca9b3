// SPDX-License-Identifier: Apache-2.0

@testable import TestKit
@testable import TestPictures

/// Writes JPEG files with a gain map, as phones do: the picture, an index in it, and the map behind it.
struct SampleGainMap {
  static let version = #"xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0""#
  static let properties =
    version + #" hdrgm:GainMapMin="-0.5" hdrgm:HDRCapacityMax="2.3" hdrgm:BaseRenditionIsHDR="False""#
  static let standardMark: [UInt8] = .text("urn:iso:std:iso:ts:21496:-1\0")

  /// The segments of the picture and of the map, but for the index.
  var picture: [(marker: UInt8, content: [UInt8])] = [(0xE1, packet(version))]
  var map: [(marker: UInt8, content: [UInt8])] = [
    (
      0xE1,
      packet(
        properties,
        content: "<hdrgm:GainMapMax><rdf:Seq><rdf:li>1</rdf:li><rdf:li>2</rdf:li>"
          + "<rdf:li>3</rdf:li></rdf:Seq></hdrgm:GainMapMax>")
    )
  ]
  /// The bytes between the picture and the map, and those behind the map; none by default.
  var gap: [UInt8] = []
  var tail: [UInt8] = []
  /// The number of bytes by which the index places the map too far behind; 0 by default.
  var error = 0
  var isBigEndian = true

  static func packet(_ attributes: String, content: String = "") -> [UInt8] {
    .text("http://ns.adobe.com/xap/1.0/\0") + XMPTests.packet(attributes, content: content)
  }

  var mapBytes: [UInt8] { SampleJPEG(width: 8, height: 8, segments: map).bytes }

  var bytes: [UInt8] {
    let pictureSize = picture(index: index(0, 0, 0)).count
    let header = 2 + picture.reduce(0) { $0 + $1.content.count + 4 } + 4 + 4
    let first = picture(index: index(pictureSize, mapBytes.count, pictureSize + gap.count - header + error))
    return first + gap + mapBytes + tail
  }

  private func picture(index: [UInt8]) -> [UInt8] { SampleJPEG(segments: picture + [(0xE2, index)]).bytes }

  private func index(_ first: Int, _ second: Int, _ offset: Int) -> [UInt8] {
    func number(_ number: Int, _ count: Int = 4) -> [UInt8] {
      let bytes = [UInt8].big32(number).suffix(count)
      return isBigEndian ? Array(bytes) : bytes.reversed()
    }
    let head: [UInt8] = .text(isBigEndian ? "MPF\0MM" : "MPF\0II") + number(42, 2) + number(8)
    let tags: [[UInt8]] = [
      number(3, 2), number(0xB000, 2), number(7, 2), number(4), .text("0100"), number(0xB001, 2), number(4, 2),
      number(1), number(2), number(0xB002, 2), number(7, 2), number(32), number(50), number(0),
    ]
    let entries = [0x30000, first, 0, 0, 0, second, offset, 0].flatMap { number($0) }
    return head + tags.flatMap { $0 } + entries
  }
}

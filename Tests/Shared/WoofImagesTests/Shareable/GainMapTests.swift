// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofImages
import WoofModel

@testable import TestKit
@testable import TestPictures

/// Copies of JPEG files that bring a gain map.
struct GainMapTests {
  private static let exif: [UInt8] = .text("Exif\0\0") + SampleTIFF.telling.bytes

  /// One whose picture and whose map tell where they were taken, and with what.
  static let telling = SampleGainMap(
    picture: [
      (0xE1, exif),
      (0xE1, SampleGainMap.packet(SampleGainMap.version + #" aux:SerialNumber="SERIAL-4711" exif:GPSLatitude="1,1N""#)),
      (0xFE, .text("SERIAL-4711")), (0xE2, SampleGainMap.standardMark + [0, 0, 0, 0]),
    ],
    map: SampleGainMap().map + [
      (0xE1, exif), (0xE2, SampleGainMap.standardMark + [UInt8](repeating: 5, count: 60)),
      (0xFE, .text("SERIAL-4711")),
    ], tail: SampleJPEG.withExif(SampleExif(orientation: 3)))

  /// Returns the lengths of both pictures and the position of the second, in bytes, as the index of a file states them.
  private func index(in file: [UInt8]) throws -> (first: Int, second: Int, start: Int) {
    let header = try #require(file.offset(of: .text("MPF\0MM"))) + 4
    func number(_ offset: Int) -> Int { file[header + offset..<header + offset + 4].reduce(0) { $0 << 8 | Int($1) } }
    return (number(54), number(70), header + number(74))
  }

  @Test func `the gain map stays where the index says it is`() throws {
    let copy = try shareable(Self.telling.bytes)
    let index = try index(in: copy)
    #expect(index.first == index.start && index.start + index.second == copy.count)
    #expect(Array(copy[index.start...].prefix(2)) == [0xFF, 0xD8])
    #expect(inspect(Array(copy[..<index.start])).refusal == nil && inspect(Array(copy[index.start...])).refusal == nil)
    #expect(copy.offset(of: .text("Item:Length=\"\(index.second)\"")) != nil)
  }

  @Test func `picture and gain map state how the map is applied, and nothing else`() throws {
    let copy = try shareable(Self.telling.bytes)
    let start = try index(in: copy).start
    let (picture, map) = (Array(copy[..<start]), Array(copy[start...]))
    #expect(
      picture.offset(of: .text("hdrgm:Version=\"1.0\"")) != nil && map.offset(of: .text("GainMapMin=\"-0.5\"")) != nil)
    #expect(map.offset(of: .text("<rdf:li>1</rdf:li><rdf:li>2</rdf:li><rdf:li>3</rdf:li>")) != nil)
    #expect(map.offset(of: SampleGainMap.standardMark + [5, 5]) != nil)
    #expect(picture.offset(of: SampleGainMap.standardMark + [0, 0, 0, 0]) != nil)
    for word in ["SERIAL-4711", "LENS-0815", "Woof Optics", "GPSL", "Bella"] {
      #expect(copy.offset(of: .text(word)) == nil, "\(word)")
    }
    #expect(inspect(map).findings?.annotations.location == nil && inspect(map).findings?.takenAt == nil)
  }

  @Test func `the copy of a copy has the same bytes`() throws {
    for file in [Self.telling, SampleGainMap(), SampleGainMap(isBigEndian: false)] {
      let copy = try shareable(file.bytes)
      #expect(try shareablePlan(copy).isOriginal && shareable(copy) == copy)
      #expect(copy.offset(of: .text("GainMapMin")) != nil)
    }
  }

  @Test func `bytes between picture and gain map are removed`() throws {
    let plain = try shareable(SampleGainMap().bytes)
    #expect(try shareable(SampleGainMap(gap: .text("SERIAL-4711"), tail: [1, 2, 3]).bytes) == plain)
    #expect(plain.offset(of: SampleGainMap().mapBytes.suffix(20)) != nil)
  }

  @Test func `a gain map described by the standard alone stays`() throws {
    let mark = SampleGainMap.standardMark
    let file = SampleGainMap(picture: [(0xE2, mark + [0, 0, 0, 0])], map: [(0xE2, mark + [1, 2, 3])])
    #expect(try shareable(file.bytes).offset(of: mark + [1, 2, 3]) != nil)
    #expect(try shareablePlan(shareable(file.bytes)).isOriginal)
  }

  @Test func `Apple's gain map stays`() throws {
    let attributes =
      #"xmlns:apdi="http://ns.apple.com/pixeldatainfo/1.0/" xmlns:HDRGainMap="http://ns.apple.com/HDRGainMap/1.0/" "#
      + #"apdi:AuxiliaryImageType="urn:com:apple:photo:2020:aux:hdrgainmap" HDRGainMap:HDRGainMapVersion="65536""#
    let copy = try shareable(SampleGainMap(picture: [], map: [(0xE1, SampleGainMap.packet(attributes))]).bytes)
    #expect(copy.offset(of: .text("hdrgainmap\" ")) == nil && copy.offset(of: .text("aux:hdrgainmap\"")) != nil)
  }

  @Test func `a second picture that is not a gain map is removed with its references`() throws {
    let plain = SampleJPEG().bytes
    #expect(try shareable(SampleGainMap(map: [(0xE1, Self.exif)]).bytes) == plain)
    #expect(try shareable(SampleGainMap(error: 1).bytes) == plain)
    #expect(try shareable(SampleGainMap(error: 1_000_000).bytes) == plain)
    #expect(try shareable(SampleGainMap(error: -40).bytes) == plain)
  }

  @Test func `a damaged gain map is removed, and is no fault`() throws {
    let file = SampleGainMap()
    let start = file.bytes.count - file.mapBytes.count
    for position in stride(from: start, to: file.bytes.count, by: 3) {
      #expect(inspect(Array(file.bytes[..<position])).refusal == nil)
      let copy = try shareable(Array(file.bytes[..<position]))
      #expect(copy == SampleJPEG().bytes)
    }
  }

  @Test func `a property that is not a number is left out`() throws {
    let packet = SampleGainMap.packet(SampleGainMap.version + #" hdrgm:GainMapMin="47.3 N" hdrgm:Gamma="1.5""#)
    let copy = try shareable(SampleGainMap(map: [(0xE1, packet)]).bytes)
    #expect(copy.offset(of: .text("Gamma=\"1.5\"")) != nil && copy.offset(of: .text("47.3")) == nil)
  }

  @Test(arguments: [1, 7, 61])
  func `the plan is the same however the original is cut`(runs: Int) throws {
    #expect(try shareablePlan(Self.telling.bytes, runs: runs) == shareablePlan(Self.telling.bytes))
  }
}

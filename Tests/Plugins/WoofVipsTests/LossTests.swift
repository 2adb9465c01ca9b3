// SPDX-License-Identifier: Apache-2.0

import PluginTesting
import Testing

@testable import HostilePictures
@testable import TestKit

/// JPEG pictures that end as they should and have lost a part, and others that have not, though libjpeg warns of them.
struct LossTests {
  private static let names = ["plain.jpg", "progressive.jpg", "full-chroma.jpg", "cmyk.jpg", "grey.jpg"]
  private static let samples = Sample.decodable.filter { $0.testDescription.contains("JPEG") }

  /// The wishes to decode with: none, one for which the decoder shrinks the picture, and one for which it does not.
  private static let wishes: [[Wish]] = [
    [], [Wish("tiny", "image/png", 20, 20)], [Wish("whole", "image/jpeg", 4_000, 4_000)],
  ]

  /// Pictures as files of another program and as samples.
  private static let pictures: [(name: String, bytes: [UInt8])] =
    names.map { ($0, (try? ScenePictures.bytes(of: $0)) ?? []) } + samples.map { ($0.testDescription, $0.bytes) }

  /// Returns the range from the start of the first scan's data to the end marker.
  private static func data(of jpeg: [UInt8]) -> Range<Int> {
    let scan = jpeg.offset(of: [0xFF, 0xDA]) ?? 0
    return scan + 2 + Int(jpeg[scan + 2]) << 8 + Int(jpeg[scan + 3])..<jpeg.count - 2
  }

  private static func expectRefusal(
    of bytes: [UInt8], _ words: [String], _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for wishes in wishes {
      let outcome = try VipsPlugin.host().process(bytes, wanting: wishes)
      #expect(outcome.isRefused && outcome.images.isEmpty, comment, sourceLocation: sourceLocation)
      #expect(
        words.contains { outcome.refusal == "the JPEG picture \($0)" }, "\(comment): \(outcome.refusal ?? "none")",
        sourceLocation: sourceLocation)
    }
  }

  @Test func `a picture that breaks off is refused even with an end marker, with a reason`() throws {
    for (name, bytes) in Self.pictures {
      let data = Self.data(of: bytes)
      try #require(data.count > 100, "\(name)")
      for tenth in 1..<10 {
        let part = Array(bytes[..<(data.lowerBound + data.count * tenth / 10)]) + [0xFF, 0xD9]
        try Self.expectRefusal(
          of: part, ["breaks off before its end", "is damaged: a part of its data is lost"], "\(name), \(tenth) tenths")
      }
    }
  }

  @Test func `a picture that claims more rows than it has is refused`() throws {
    for (name, bytes) in Self.pictures {
      var bytes = bytes
      let frame = try #require(bytes.offset(of: [0xFF, 0xC0]) ?? bytes.offset(of: [0xFF, 0xC2]))
      let height = (Int(bytes[frame + 5]) << 8 + Int(bytes[frame + 6])) * 2
      bytes.replaceSubrange(frame + 5...frame + 6, with: [UInt8(height >> 8), UInt8(height & 0xFF)])
      try Self.expectRefusal(
        of: bytes, ["breaks off before its end", "is damaged: a part of its data is lost"], "\(name)")
    }
  }

  @Test(arguments: ["plain.jpg", "progressive.jpg", "grey.jpg"], ["noise", "zeros from the middle on"])
  func `a picture with replaced data is refused`(name: String, replacement: String) throws {
    var bytes = try ScenePictures.bytes(of: name)
    var generator = SeededGenerator(seed: 1)
    let data = Self.data(of: bytes)
    let isNoise = replacement == "noise"
    for place in isNoise ? data[...] : data.dropFirst(data.count / 2) {
      bytes[place] = isNoise ? .random(in: 0...0xFE, using: &generator) : 0
    }
    try Self.expectRefusal(
      of: bytes, ["breaks off before its end", "is damaged: a part of its data is lost"], "\(name)")
  }

  /// Habits of cameras, scanners and webcams that lose nothing of a picture, each with the change that imitates it.
  private static let habits: [(name: String, change: @Sendable ([UInt8]) -> [UInt8]?)] = [
    (
      "a scan of no coefficients but the first, of all of which it has data",
      { bytes in
        bytes.offset(of: [0x00, 0x3F, 0x00]).map { bytes.replacing(at: $0, with: [0, 0, 0]) }
      }
    ),
    (
      "a version of JFIF that there is not",
      { bytes in bytes.offset(of: .text("JFIF\0")).map { bytes.replacing(at: $0 + 5, with: [9]) } }
    ),
    ("bytes behind the last row", { $0.dropLast(2) + [UInt8](repeating: 0x55, count: 20_000) + [0xFF, 0xD9] }),
    (
      "restarts behind the last row",
      { $0.dropLast(2) + (0..<8).flatMap { [0x12, 0x34, 0xFF, 0xD0 + UInt8($0)] as [UInt8] } + [0xFF, 0xD9] }
    ),
    (
      "bytes before a restart",
      { bytes in
        bytes.offset(of: [0xFF, 0xD1]).map { bytes[..<$0] + [0x12, 0x34] + bytes[$0...] }
      }
    ),
  ]

  @Test func `a picture without loss is accepted, however carelessly its camera wrote it`() throws {
    let host = try VipsPlugin.host()
    let wishes = [Wish("tiny", "image/png", 20, 20)]
    var triedHabits: Set<String> = []
    for sample in Self.samples where !sample.testDescription.contains("progressive") {
      let expected = host.process(sample.bytes, wanting: wishes)
      for (habit, change) in Self.habits {
        guard let bytes = change(sample.bytes) else { continue }
        triedHabits.insert(habit)
        let outcome = host.process(bytes, wanting: wishes)
        #expect(outcome.isAccepted, "\(sample), \(habit): \(outcome.refusal ?? "") \(outcome.log)")
        #expect(outcome.images == expected.images, "\(sample), \(habit)")
      }
    }
    #expect(triedHabits.count == Self.habits.count)
  }

  @Test func `the sender gets the reason in other words than libvips', which are logged`() throws {
    let host = try VipsPlugin.host()
    for name in ["plain.jpg", "plain.png", "plain.gif", "plain.webp", "plain.heic", "plain.avif"] {
      let bytes = try ScenePictures.bytes(of: name)
      let outcome = host.process(Array(bytes.prefix(bytes.count / 2)), as: ScenePictures.mediaType(of: name))
      let refusal = try #require(outcome.refusal)
      #expect(refusal.hasPrefix("the ") && refusal.contains(" picture "), "\(refusal)")
      for word in ["vips", "Vips", "lib", "load", "source", "seek", "buffer", ": error"] {
        #expect(!refusal.contains(word), "\(refusal)")
      }
      #expect(outcome.log.count == 1, "\(outcome.log)")
    }
  }

  @Test func `libvips passes libjpeg's warnings to the plugin`() throws {
    #expect(try VipsPlugin.host().log == [])
  }

  @Test func `an AVIF sequence is decoded as an AVIF picture`() throws {
    let sample = try #require(Sample.decodable.first { $0.testDescription == "decodable animated AVIF" })
    #expect(sample.bytes[8..<12].elementsEqual(Array("avis".utf8)))
    let outcome = try VipsPlugin.host().process(
      sample.bytes, as: "image/avif", wanting: [Wish("image", "image/png", 64, 64)], wantsAnnotations: true)
    #expect(outcome.isAccepted, "\(outcome.refusal ?? "") \(outcome.log)")
    let image = try #require(outcome.images["image"])
    #expect([image.width, image.height] == [64, 48])
  }
}

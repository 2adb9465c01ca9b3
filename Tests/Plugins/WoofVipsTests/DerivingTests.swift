// SPDX-License-Identifier: Apache-2.0

import CWoofPlugin
import PluginTesting
import Testing

@testable import TestPictures

struct DerivingTests {
  @Test(arguments: [
    ("plain.png", 300, 300, WOOF_PLUGIN_FIT_INSIDE, 300, 200), ("plain.png", 300, 300, WOOF_PLUGIN_FIT_COVER, 300, 300),
    ("plain.png", 100, 390, WOOF_PLUGIN_FIT_COVER, 100, 390),
    ("plain.png", 4_000, 4_000, WOOF_PLUGIN_FIT_INSIDE, 600, 400),
    ("plain.png", 4_000, 300, WOOF_PLUGIN_FIT_COVER, 600, 300),
    ("plain.png", 4_000, 4_000, WOOF_PLUGIN_FIT_COVER, 600, 400),
    ("turned-6.jpg", 300, 300, WOOF_PLUGIN_FIT_INSIDE, 300, 200),
    ("turned-6.jpg", 64, 64, WOOF_PLUGIN_FIT_COVER, 64, 64),
    ("turned-6.jpg", 640, 640, WOOF_PLUGIN_FIT_INSIDE, 600, 400),
    ("one-pixel.png", 256, 256, WOOF_PLUGIN_FIT_INSIDE, 1, 1), ("small.png", 256, 256, WOOF_PLUGIN_FIT_INSIDE, 60, 40),
    ("plain.jpg", 1, 1, WOOF_PLUGIN_FIT_INSIDE, 1, 1), ("plain.jpg", 7, 3, WOOF_PLUGIN_FIT_COVER, 7, 3),
  ])
  func `an image fills its box as specified, and is never larger than the picture`(
    name: String, width: Int, height: Int, fit: woof_plugin_fit, expectedWidth: Int, expectedHeight: Int
  ) throws {
    let outcome = try VipsPlugin.process(name, wanting: [Wish("image", "image/png", width, height, fit: fit)])
    let image = try #require(outcome.images["image"])
    #expect([image.width, image.height] == [expectedWidth, expectedHeight])
    // The PNG header says it too (W3C PNG, 11.2.2): the size, 8 bits a sample, RGB, and not interlaced.
    #expect(
      image.bytes[16..<24].elementsEqual(
        [0, 0, UInt8(expectedWidth >> 8), UInt8(expectedWidth & 255)]
          + [0, 0, UInt8(expectedHeight >> 8), UInt8(expectedHeight & 255)]))
    #expect(image.bytes[24...25].elementsEqual([8, 2]) && image.bytes[28] == 0)
  }

  @Test(arguments: [
    (1_600, 1_200, 640, 480), (1_200, 1_600, 480, 640), (641, 641, 640, 640), (1, 30_000, 1, 640), (30_000, 1, 640, 1),
    (640, 3, 640, 3), (90, 60, 90, 60),
  ])
  func `the variant grid has 640 pixels on its longer edge, and never more than the picture`(
    width: Int, height: Int, expectedWidth: Int, expectedHeight: Int
  ) throws {
    let outcome = try VipsPlugin.host().process(
      SamplePNG(width: width, height: height).bytes, as: "image/png", parameters: "{}",
      wanting: [
        Wish("grid", "image/webp", 640, 640, quality: 80), Wish("preview", "image/webp", 1600, 1600, quality: 82),
      ],
      wantsAnnotations: true)
    try #require(outcome.isAccepted, "\(outcome)")
    let grid = try #require(outcome.images["grid"])
    #expect([grid.width, grid.height] == [expectedWidth, expectedHeight])
    #expect(outcome.images["preview"] != nil)
  }

  @Test func `the middle of the picture covers a box`() throws {
    // The picture's outer quarters are cut off: what is left of the scene's gradient is its middle.
    let outcome = try VipsPlugin.process(
      "plain.png", wanting: [Wish("square", "image/png", 400, 400, fit: WOOF_PLUGIN_FIT_COVER)])
    let comparison = try Comparison.of([(outcome.images["square"]?.bytes ?? [], "png", "plain.png")])
    #expect(comparison[0].mean < 0.5, "compare.py cuts the truth to the same shape")
  }

  @Test func `all images come from one decoding, and are the same as alone`() throws {
    let wishes = [
      Wish("preview", "image/webp", 400, 400), Wish("thumb", "image/jpeg", 128, 128),
      Wish("avatar", "image/png", 64, 64, fit: WOOF_PLUGIN_FIT_COVER), Wish("modern", "image/avif", 200, 200),
    ]
    let all = try VipsPlugin.process("plain.jpg", wanting: wishes)
    #expect(all.images.count == 4)
    let endings = ["preview": "webp", "thumb": "jpg", "avatar": "png", "modern": "avif"]
    let comparisons = try Comparison.of(
      wishes.map { (all.images[$0.name]?.bytes ?? [], endings[$0.name] ?? "", "truth.png") })
    for comparison in comparisons { #expect(comparison.mean < 6, "\(comparison)") }
  }

  @Test func `transparency is kept if the format can, and becomes white otherwise`() throws {
    let outcome = try VipsPlugin.process(
      "alpha.png",
      wanting: [
        Wish("webp", "image/webp"), Wish("png", "image/png"), Wish("avif", "image/avif"), Wish("jpeg", "image/jpeg"),
      ])
    let comparisons = try Comparison.of(
      [("webp", "webp"), ("png", "png"), ("avif", "avif"), ("jpeg", "jpg")].map {
        (outcome.images[$0]?.bytes ?? [], $1, "alpha.png")
      })
    #expect(comparisons.map(\.mode) == ["RGBA", "RGBA", "RGBA", "RGB"])
    #expect(comparisons[..<3].allSatisfy { $0.mean < 4 })
    #expect(comparisons[3].worst > 60)
  }

  @Test func `the quality changes the size of the file`() throws {
    for type in ["image/webp", "image/jpeg", "image/avif"] {
      let outcome = try VipsPlugin.process(
        "plain.png", wanting: [Wish("good", type, quality: 95), Wish("poor", type, quality: 10)])
      #expect(try #require(outcome.images["good"]).bytes.count > 2 * #require(outcome.images["poor"]).bytes.count)
    }
  }

  @Test func `effort is a parameter, and a value out of range is refused by name`() throws {
    let wishes = [Wish("thumb")]
    let quick = try VipsPlugin.process("plain.png", wanting: wishes, parameters: #"{"webpEffort":0}"#)
    let slow = try VipsPlugin.process("plain.png", wanting: wishes, parameters: #"{"webpEffort":6}"#)
    #expect(try #require(slow.images["thumb"]).bytes.count < #require(quick.images["thumb"]).bytes.count)
    let wrong = try VipsPlugin.process("plain.png", wanting: wishes, parameters: #"{"webpEffort":7}"#)
    #expect(wrong.hasFailed)
    #expect(wrong.log == ["the parameter webpEffort has to be a whole number from 0 to 6"])
  }

  @Test func `the same picture gives the same bytes`() throws {
    let wishes = [Wish("a", "image/webp"), Wish("b", "image/jpeg"), Wish("c", "image/avif"), Wish("d", "image/png")]
    let first = try VipsPlugin.process("plain.jpg", wanting: wishes, wantsAnnotations: true)
    let second = try VipsPlugin.process("plain.jpg", wanting: wishes, wantsAnnotations: true)
    #expect(first.images == second.images)
    #expect(first.annotations == second.annotations)
  }

  @Test func `an image without room, or of an unsupported format, is a failure that names it`() throws {
    let crowded = try VipsPlugin.process("plain.png", wanting: [Wish("thumb", capacity: 100)])
    #expect(crowded.hasFailed && crowded.log.first?.hasPrefix("thumb has ") == true)
    let unknown = try VipsPlugin.process("plain.png", wanting: [Wish("thumb", "image/jxl")])
    #expect(unknown.log == ["thumb is wanted as image/jxl, which this plugin does not make"])
    #expect(try VipsPlugin.process("plain.png", wanting: [Wish("thumb", "image/png", 0, 9)]).hasFailed)
  }
}

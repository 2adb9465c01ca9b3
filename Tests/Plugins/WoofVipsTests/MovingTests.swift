// SPDX-License-Identifier: Apache-2.0

import CWoofPlugin
import PluginTesting
import Testing

@testable import TestKit
@testable import TestPictures

/// Moving previews of real animations.
struct MovingTests {
  private static func wish(
    _ side: Int = 240, milliseconds: UInt32 = 3_000, frames: UInt32 = 60, capacity: Int = 1_000_000
  ) -> Wish {
    Wish(
      "moving", "image/webp", side, side, capacity: capacity,
      motion: woof_plugin_motion(milliseconds: milliseconds, frame_limit: frames))
  }

  private static func preview(_ name: String, _ wish: Wish = wish()) throws -> Frames {
    let outcome = try VipsPlugin.process(name, wanting: [wish])
    let image = try #require(outcome.images["moving"], "\(outcome.log)")
    #expect(image.bytes.count <= wish.capacity)
    let frames = try Frames(of: image.bytes)
    #expect([frames.width, frames.height] == [image.width, image.height])
    return frames
  }

  @Test(arguments: [("moving.gif", 0), ("moving.webp", 3)])
  func `a moving image has the first frames up to the time limit, small and without metadata`(
    name: String, loop: Int
  ) throws {
    let frames = try Self.preview(name)
    #expect(frames.width == 240 && frames.height == 160)
    #expect(frames.frames.count == 30 && frames.duration == 3_000)
    #expect(frames.frames.allSatisfy { $0.delay == 100 })
    #expect(frames.loop == loop)
    #expect(!frames.hasMetadata)
    let truth = try Frames(of: ScenePictures.bytes(of: name))
    for (shown, expected) in zip(frames.frames, truth.frames) {
      #expect(zip(shown.colour, expected.colour).allSatisfy { abs($0 - $1) <= 8 }, "\(shown) \(expected)")
    }
    #expect(Set(frames.frames.map { $0.colour[0] / 16 }).count > 3)
  }

  @Test func `duration, frames and size follow the specification`() throws {
    let brief = try Self.preview("moving.gif", Self.wish(100, milliseconds: 450))
    #expect(brief.frames.map(\.delay) == [100, 100, 100, 100, 50] && brief.width == 100)
    #expect(try Self.preview("moving.gif", Self.wish(frames: 7)).frames.count == 7)
    #expect(try Self.preview("moving.webp", Self.wish(4_000, frames: 2)).width == 480)
  }

  @Test func `transparency is kept`() throws {
    let frames = try Self.preview("clear.webp")
    #expect(frames.frames.count == 6)
    #expect(frames.frames.allSatisfy { $0.alpha < 40 && $0.alpha > 0 })
  }

  @Test(arguments: [("brisk.gif", 60, 20), ("hasty.gif", 30, 100), ("hasty.webp", 30, 100), ("sluggish.gif", 2, 1_500)])
  func `extreme durations are limited`(name: String, count: Int, delay: Int) throws {
    let frames = try Self.preview(name)
    #expect(frames.frames.count == count)
    #expect(frames.frames.allSatisfy { $0.delay == delay }, "\(frames.frames)")
  }

  @Test func `frames that do not fit are left out, and the image if not even two do`() throws {
    let whole = try Self.preview("moving.webp")
    let byteCount = try #require(
      VipsPlugin.process("moving.webp", wanting: [Self.wish()]).images["moving"]?.bytes.count)
    let cut = try Self.preview("moving.webp", Self.wish(capacity: byteCount / 2))
    #expect((2..<whole.frames.count).contains(cut.frames.count))
    let none = try VipsPlugin.process("moving.webp", wanting: [Self.wish(capacity: 100), Wish("thumb")])
    #expect(none.isAccepted && Set(none.images.keys) == ["thumb"])
    #expect(none.log == ["moving is left out: two frames do not fit into 100 bytes"])
  }

  @Test(arguments: ["plain.gif", "plain.webp", "plain.jpg", "plain.png", "plain.avif", "plain.heic"])
  func `a still picture has no moving image, and all others`(name: String) throws {
    let outcome = try VipsPlugin.process(name, wanting: [Self.wish(), Wish("thumb")], wantsAnnotations: true)
    #expect(outcome.isAccepted && Set(outcome.images.keys) == ["thumb"] && !outcome.annotations.isEmpty)
  }

  @Test func `the other images of an animation come from its first frame`() throws {
    let both = try VipsPlugin.process("moving.gif", wanting: [Self.wish(), Wish("thumb")])
    let alone = try VipsPlugin.process("moving.gif", wanting: [Wish("thumb")])
    #expect(both.images["thumb"] == alone.images["thumb"])
    #expect(Set(both.images.keys) == ["moving", "thumb"])
  }

  @Test(arguments: ["moving.gif", "moving.webp"])
  func `a truncated animation shows its whole frames, or is refused`(name: String) throws {
    let bytes = try ScenePictures.bytes(of: name)
    let host = try VipsPlugin.host()
    for tenth in 1..<10 {
      let cut = Array(bytes.prefix(bytes.count * tenth / 10))
      let outcome = host.process(cut, as: ScenePictures.mediaType(of: name), wanting: [Self.wish()])
      #expect(outcome.isAccepted || outcome.isRefused, "\(tenth): \(outcome.log)")
      guard let image = outcome.images["moving"] else { continue }
      #expect((2...30).contains(try Frames(of: image.bytes).frames.count))
    }
  }

  /// Frames of which each is darker than the one before it.
  private static func fading(_ count: Int, _ frame: SampleGIF.Frame = SampleGIF.Frame()) -> [SampleGIF.Frame] {
    (0..<count).map { index in
      var frame = frame
      frame.hasColourTable = true
      frame.shade = UInt8(truncatingIfNeeded: 255 - index % 60 * 4)
      return frame
    }
  }

  @Test func `only few frames of a large canvas are decoded`() throws {
    let frames = try Self.preview("vast.webp")
    #expect(frames.width == 240 && frames.height == 240)
    // A frame costs 25 megapixels of 100, and its encoding a little.
    #expect(frames.frames.count == 3)
  }

  @Test func `only the first few of thousands of frames are decoded`() throws {
    let outcome = try VipsPlugin.host().process(
      SampleGIF(frames: Self.fading(5_000)).bytes, as: "image/gif", wanting: [Self.wish()])
    let image = try #require(outcome.images["moving"], "\(outcome.log)")
    #expect(try Frames(of: image.bytes).duration == 3_000)
  }

  @Test func `frames that are all equal give no moving image`() throws {
    let same = SampleGIF(frames: [SampleGIF.Frame](repeating: SampleGIF.Frame(), count: 30))
    let outcome = try VipsPlugin.host().process(same.bytes, as: "image/gif", wanting: [Self.wish()])
    #expect(outcome.isAccepted && outcome.images.isEmpty, "\(outcome.log)")
  }

  @Test func `the decoding limits are configured in pixels and time`() throws {
    let bytes = try ScenePictures.bytes(of: "moving.gif")
    let few = try VipsPlugin.host(configuration: #"{"movingPixels":2700000}"#)
    let image = try #require(few.process(bytes, as: "image/gif", wanting: [Self.wish()]).images["moving"])
    #expect(try Frames(of: image.bytes).frames.count == 5)
    let none = try VipsPlugin.host(configuration: #"{"movingPixels":1000000}"#)
    let still = none.process(bytes, as: "image/gif", wanting: [Self.wish(), Wish("thumb")])
    #expect(still.isAccepted && Set(still.images.keys) == ["thumb"])
    let brief = try VipsPlugin.host(configuration: #"{"movingMilliseconds":1}"#)
    let outcome = brief.process(bytes, as: "image/gif", wanting: [Self.wish()])
    let count = try outcome.images["moving"].map { try Frames(of: $0.bytes).frames.count } ?? 0
    #expect(outcome.isAccepted && count < 30)
  }
}

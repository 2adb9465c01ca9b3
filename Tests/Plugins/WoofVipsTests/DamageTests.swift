// SPDX-License-Identifier: Apache-2.0

import PluginTesting
import Testing

@testable import TestKit

struct DamageTests {
  /// What is wanted decides how a picture is decoded: as it is, shrunk by the decoder, or streamed through a reduction.
  static let wishes: [[Wish]] = [
    [], [Wish("tiny", "image/png", 20, 20)], [Wish("middle", "image/png", 256, 256)],
    [Wish("whole", "image/jpeg", 4_000, 4_000)],
  ]

  @Test(arguments: [
    "plain.jpg", "progressive.jpg", "full-chroma.jpg", "cmyk.jpg", "grey.jpg", "plain.png", "wide.png", "palette.png",
    "alpha.png", "plain.gif", "plain.webp", "lossless.webp", "alpha.webp", "plain.heic", "plain.avif",
  ])
  func `a picture that breaks off anywhere is refused, whatever is requested`(name: String) throws {
    let whole = try ScenePictures.bytes(of: name)
    let host = try VipsPlugin.host()
    // At each tenth, and near the end: the ends of PNG and JPEG files hold no pixels, which their structure tells.
    let cuts = (0..<10).map { whole.count * $0 / 10 } + [whole.count * 99 / 100]
    for wishes in Self.wishes {
      let mediaType = ScenePictures.mediaType(of: name)
      #expect(host.process(whole, as: mediaType, wanting: wishes).isAccepted)
      for cut in cuts {
        let outcome = host.process(Array(whole[..<cut]), as: mediaType, wanting: wishes)
        #expect(outcome.isRefused, "cut at \(cut) of \(whole.count): \(outcome.log)")
        #expect(outcome.images.isEmpty)
      }
    }
  }

  @Test func `randomly changed bytes are refused or accepted, without effect on the next picture`()
    throws
  {
    let host = try VipsPlugin.host()
    let wishes = [Wish("thumb", "image/webp", 64, 64)]
    for name in ["plain.jpg", "progressive.jpg", "palette.png", "plain.gif", "plain.webp", "plain.heic", "plain.avif"] {
      let whole = try ScenePictures.bytes(of: name)
      let mediaType = ScenePictures.mediaType(of: name)
      let expected = host.process(whole, as: mediaType, wanting: wishes, wantsAnnotations: true)
      for seed in 0..<20 {
        var generator = SeededGenerator(seed: UInt64(seed))
        var bytes = whole
        for _ in 0..<10 {
          bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
        }
        _ = host.process(bytes, as: mediaType, wanting: wishes, wantsAnnotations: true)
      }
      let again = host.process(whole, as: mediaType, wanting: wishes, wantsAnnotations: true)
      #expect(again.images == expected.images && again.annotations == expected.annotations)
    }
  }

  @Test(arguments: [
    "%PDF-1.7", "<svg xmlns='http://www.w3.org/2000/svg'/>", "%!PS", "II*\u{0}\u{8}", "", "woof", "P6 1 1 255 abc",
    "#?RADIANCE\n", "push graphic-context", "\u{1}", "{\"a\":1}",
  ])
  func `other formats are refused, even if libvips could read them`(text: String) throws {
    let outcome = try VipsPlugin.host().process(Array(text.utf8), wanting: [Wish("thumb")])
    #expect(outcome.isRefused)
  }

  @Test(arguments: [
    (#"{"pixels":239999}"#, "plain.png", "600 × 400 pixels exceed the limit of 239999 pixels"),
    (#"{"scans":2}"#, "progressive.jpg", "the picture exceeds the limit of 2 scans"),
    (#"{"scanPixels":1000000}"#, "progressive.jpg", "the picture exceeds the limit of 1000000 pixels in all scans"),
  ])
  func `a picture beyond a limit is refused before it is decoded`(
    configuration: String, name: String, reason: String
  ) throws {
    let host = try VipsPlugin.host(configuration: configuration)
    #expect(host.process(try ScenePictures.bytes(of: name)).refusal == reason)
    #expect(host.process(try ScenePictures.bytes(of: "small.png")).isAccepted)
  }

  @Test(arguments: [#"{"pixels":0}"#, #"{"scans":"many"}"#, #"{"scanPixels":1.5}"#])
  func `an invalid configuration makes no instance`(configuration: String) {
    #expect(throws: CreationFailure.self) { try VipsPlugin.host(configuration: configuration) }
  }
}

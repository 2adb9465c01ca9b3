// SPDX-License-Identifier: Apache-2.0

@testable import TestKit
@testable import TestPictures
import Testing
import WoofCore
import WoofModel

@testable import WoofPlugins

/// A plugin that gives the picture itself where a moving image is wanted.
struct MotionTests {
  private static let manifest: [String: JSONValue] = [
    "accepts": ["image/webp"], "emits": ["image/webp"], "emitsMoving": ["image/webp"],
  ]

  private static func moving(_ milliseconds: Int, _ frameCount: Int, byteCount: Int64 = 10_000) -> VariantSpecification
  {
    VariantSpecification(
      name: "moving", width: 64, height: 64, type: .webp, quality: 80,
      motion: .init(milliseconds: milliseconds, frameCount: frameCount, byteCount: byteCount))
  }

  /// A picture of 8 × 6 pixels, each of whose frames is shown for 100 ms.
  private static func picture(frameCount: Int) throws -> Picture {
    let file =
      frameCount > 0 ? SampleWebP.animation(frameCount: frameCount) : SampleWebP.losslessFile(width: 8, height: 6)
    return Picture(file: try PictureMemory(file.bytes), type: .webp, width: 8, height: 6)
  }

  @Test func `frames and their time are counted`() {
    let length = AnimationLength(webP: SampleWebP.animation(frameCount: 7).bytes)
    #expect(length.frameCount == 7 && length.milliseconds == 700)
    #expect(AnimationLength(webP: SampleWebP.losslessFile().bytes).frameCount == 0)
    for count in 0..<40 { _ = AnimationLength(webP: Array(SampleWebP.animation(frameCount: 7).bytes.prefix(count))) }
  }

  @Test func `a moving image within its limits is accepted`() async throws {
    try await Worksite.with(manifest: Self.manifest) { site in
      let report = try await site.run("copy", on: Self.picture(frameCount: 7), wanted: [Self.moving(700, 7)])
      #expect(report.findings?.variants["moving"]?.width == 8, "\(report.outcome)")
    }
  }

  @Test(arguments: [(7, 699, 7), (7, 700, 6), (1, 700, 7), (0, 700, 7)])
  func `a moving image that is too long, has too many frames or stands still is a lie`(
    frameCount: Int, milliseconds: Int, frameLimit: Int
  ) async throws {
    try await Worksite.with(manifest: Self.manifest) { site in
      let picture = try Self.picture(frameCount: frameCount)
      let wanted = Self.moving(milliseconds, frameLimit)
      #expect(try await site.run("copy", on: picture, wanted: [wanted]).word == "lied")
    }
  }

  @Test func `a moving image with too many bytes is out of room`() async throws {
    try await Worksite.with(manifest: Self.manifest) { site in
      let picture = try Self.picture(frameCount: 7)
      let report = try await site.run("copy", on: picture, wanted: [Self.moving(700, 7, byteCount: 100)])
      #expect(report.word == "limitExceeded")
    }
  }

  @Test func `a plugin that does not declare moving images is not asked for any`() async throws {
    let manifest: [String: JSONValue] = ["accepts": ["image/webp"], "emits": ["image/webp"]]
    try await Worksite.with(manifest: manifest) { site in
      let report = try await site.run("copy", on: Self.picture(frameCount: 7), wanted: [Self.moving(700, 7)])
      #expect(report.findings?.variants.isEmpty == true, "\(report.outcome)")
    }
  }
}

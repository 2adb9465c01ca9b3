// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import WoofCore

struct PictureSetupTests {
  private let thumb = VariantSpecification(name: "thumb", width: 64, height: 64, type: .webp, quality: 80)
  private let poster = VariantSpecification(name: "poster", width: 900, height: 600, type: .jpeg, quality: 90)

  private func variant(_ specification: VariantSpecification, by transformers: String) throws -> PhotoRecord.Variant {
    PhotoRecord.Variant(
      digest: try Digest([UInt8](repeating: 1, count: 32)).orThrow(), byteCount: 1, type: specification.type, width: 1,
      height: 1, specification: specification.identity, transformers: transformers)
  }

  @Test func `a variant is missing if it differs from its configuration, whoever made it`() throws {
    let setup = PictureSetup(transformer: SetupTransformer(), variants: [thumb, poster])
    var other = poster
    other.quality = 91
    let found = ["thumb": try variant(thumb, by: "old/1"), "poster": try variant(other, by: "new/1+other/2")]
    #expect(setup.missing(among: found, isAnimated: false) == [poster])
    #expect(setup.outdated(among: found, isAnimated: false) == [thumb, poster])
    #expect(setup.outdated(among: ["thumb": try variant(thumb, by: "new/1+other/2")], isAnimated: false) == [poster])
  }

  @Test func `a moving variant is missing for animations only, and if it exceeds its limits`() throws {
    var moving = VariantSpecification(
      name: "moving", width: 320, height: 320, type: .webp, quality: 70, motion: .init())
    let setup = PictureSetup(transformer: SetupTransformer(), variants: [thumb, moving])
    var found = ["thumb": try variant(thumb, by: "new/1+other/2")]
    #expect(setup.missing(among: found, isAnimated: false).isEmpty)
    #expect(setup.outdated(among: found, isAnimated: false).isEmpty)
    #expect(setup.missing(among: found, isAnimated: true) == [moving])
    found["moving"] = try variant(moving, by: "new/1+other/2")
    #expect(setup.outdated(among: found, isAnimated: true).isEmpty)
    moving.motion?.milliseconds += 1
    found["moving"] = try variant(moving, by: "new/1+other/2")
    #expect(setup.missing(among: found, isAnimated: true).map(\.name) == ["moving"])
    #expect(setup.stillVariants == [thumb])
  }

  @Test func `variants that are no longer configured are abandoned, except the shareable copy`() throws {
    let setup = PictureSetup(variants: [thumb])
    let found = try Dictionary(
      uniqueKeysWithValues: ["thumb", "poster", "shareable"].map { ($0, try variant(poster, by: "")) })
    #expect(setup.abandoned(among: found) == ["poster"])
    #expect(setup.names == ["shareable", "thumb"])
  }
}

private struct SetupTransformer: PictureTransforming {
  let names = ["new/1", "other/2"]
  func accepts(_ type: ImageType) -> Bool { true }
  func transform(_ picture: Picture, for request: PictureRequest) async -> PictureOutcome {
    .accepted(PictureFindings())
  }
}

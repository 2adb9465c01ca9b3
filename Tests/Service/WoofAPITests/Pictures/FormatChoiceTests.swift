// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofHTTP
import WoofModel

@testable import WoofAPI

/// Tests of the choice between the formats of a variant.
struct FormatChoiceTests {
  private let setup = PictureSetup(variants: [
    VariantSpecification(name: "thumb", width: 256, height: 256, type: .webp, quality: 80),
    VariantSpecification(
      name: "thumb.avif", width: 256, height: 256, type: .avif, quality: 80, alternativeTo: "thumb"),
    VariantSpecification(
      name: "thumb.jpeg", width: 256, height: 256, type: .jpeg, quality: 80, alternativeTo: "thumb"),
    VariantSpecification(name: "preview", width: 1600, height: 1600, type: .webp, quality: 80),
  ])

  private func chosen(_ accept: String?) throws -> String {
    let choice = try #require(FormatChoice(setup.formats(of: "thumb")))
    return choice.name(for: accept.map { HTTPFields([.accept: $0]) } ?? HTTPFields())
  }

  @Test(arguments: [
    (String?.none, "thumb"),
    ("*/*", "thumb"),
    ("image/*", "thumb"),
    ("image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8", "thumb.avif"),
    ("image/webp,image/png,image/*;q=0.8,*/*;q=0.5", "thumb"),
    ("image/jpeg", "thumb.jpeg"),
    ("image/jpeg,image/avif", "thumb.avif"),
    ("image/jpeg,image/avif;q=0.5", "thumb.jpeg"),
    ("image/avif;q=0.4,image/webp", "thumb"),
    ("image/avif;q=0,*/*", "thumb"),
    ("image/webp;q=0,image/*", "thumb.avif"),
    ("image/png", "thumb"),
    ("text/html", "thumb"),
    ("not a media type", "thumb"),
  ])
  func `an alternative is given to clients that accept it and rate it no lower`(
    accept: String?, name: String
  ) throws {
    #expect(try chosen(accept) == name)
  }

  @Test func `a variant with one format leaves no choice`() {
    #expect(FormatChoice(setup.formats(of: "preview")) == nil)
    #expect(FormatChoice(setup.formats(of: "thumb.avif")) == nil)
    #expect(FormatChoice(setup.formats(of: "nothing")) == nil)
    #expect(Set(FormatChoices(setup, 1).byName.keys) == ["thumb"])
  }
}

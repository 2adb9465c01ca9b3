// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofConfiguration
import WoofCore
import WoofModel

@testable import ServiceTestKit
@testable import TestKit
@testable import TestPictures
@testable import WoofServer

/// The section `pictures.moving` of the configuration, and `GET /v1/photos/{id}/variants/moving`.
struct MovingPreviewTests {
  private static let animation = SampleWebP.animation(frameCount: 3).bytes

  @Test func `an animation has a moving preview if configured, and a still photo has none`() async throws {
    try await withService(http: "pictures: {moving: {enabled: true}}", pictures: ScriptedTransformer()) { service in
      let ada = try await service.member("ada")
      let id = try #require(try ada.add(Self.animation)["id"].text)
      try await eventually {
        try ada.get("/v1/photos/\(id)").member("variants")?.names == ["grid", "moving", "preview", "thumb"]
      }
      let listed = try ada.get("/v1/photos/\(id)").member("variants")?["moving"]
      let response = try service.client().get("/v1/photos/\(id)/variants/moving")
      #expect(response.status == 200 && response["Content-Type"] == "image/webp")
      #expect(response["Cache-Control"] == "public, max-age=31536000, immutable")
      #expect(listed?["digest"].text.map { "\"\($0)\"" } == response["ETag"])
      #expect(response["Repr-Digest"] != nil && response["Vary"] == nil)
      let still = try ada.addPhoto()
      let none = try service.client().get("/v1/photos/\(still)/variants/moving")
      #expect(none.status == 404)
      #expect(
        try none.member("detail").text == "This variant is made of animations only, and this photo does not move.")
      #expect(try ada.get("/v1/photos/\(still)").member("variants")?.names.contains("moving") == false)
    }
  }

  @Test func `moving previews are disabled by default`() async throws {
    try await withService(pictures: ScriptedTransformer()) { service in
      let ada = try await service.member("ada")
      let id = try #require(try ada.add(Self.animation)["id"].text)
      let response = try ada.get("/v1/photos/\(id)/variants/moving")
      #expect(response.status == 404)
      #expect(try response.member("detail").text?.contains("grid, preview, shareable, thumb") == true)
    }
  }

  @Test func `the moving preview of a private animation is private, too`() async throws {
    try await withService(http: "pictures: {moving: {enabled: true}}", pictures: ScriptedTransformer()) { service in
      let ada = try await service.member("ada")
      let id = try #require(try ada.add(Self.animation, "?visibility=private")["id"].text)
      let path = "/v1/photos/\(id)/variants/moving"
      #expect(try ada.get(path)["Cache-Control"]?.hasPrefix("private") == true)
      let stranger = try service.client().get(path)
      #expect(stranger.status == 404 && !stranger.text.contains("move"))
    }
  }

  @Test func `moving previews are enabled and disabled while the service runs`() async throws {
    try await withService(pictures: ScriptedTransformer()) { service in
      let ada = try await service.member("ada")
      let id = try #require(try ada.add(Self.animation)["id"].text)
      for (isEnabled, status) in [(true, 200), (false, 404)] {
        let text = #"{modules: {"service.http": {pictures: {moving: {enabled: \#(isEnabled)}}}}}"#
        try await service.running.reloadPictures(as: try WoofServer.configuration(text: text).root)
        #expect(try ada.get("/v1/photos/\(id)/variants/moving").status == status)
      }
    }
  }

  private static func variants(_ pictures: String) throws -> [VariantSpecification] {
    try EffectiveConfiguration(text: "{\(pictures)}") { PictureSettings(from: &$0) }.root.variants
  }

  @Test func `the settings give the specification of the variant`() throws {
    let settings =
      "moving: {enabled: true, size: '200x100', duration: '1500ms', frames: 24, quality: 50, bytes: '200kB'}"
    let moving = try #require(try Self.variants(settings).last)
    #expect(
      moving
        == VariantSpecification(
          name: "moving", width: 200, height: 100, type: .webp, quality: 50,
          motion: .init(milliseconds: 1_500, frameCount: 24, byteCount: 200_000)))
    #expect(try Self.variants("").map(\.name) == ["thumb", "grid", "preview"])
    #expect(try Self.variants("moving: {size: '200x100'}").map(\.name) == ["thumb", "grid", "preview"])
  }

  @Test(arguments: [
    "moving: {enabled: true, size: '2000x100'}", "moving: {enabled: true, duration: '31s'}",
    "moving: {enabled: true, duration: '10ms'}", "moving: {enabled: true, frames: 1}",
    "moving: {enabled: true, frames: 601}", "moving: {enabled: true, bytes: '17MB'}",
    "moving: {enabled: true}, variants: [{name: 'moving'}]",
  ])
  func `unbounded settings, and a second variant of the name, are refused`(settings: String) {
    #expect(throws: ConfigurationError.self) { try Self.variants(settings) }
  }

  @Test func `a variant can have the name if moving previews are disabled`() throws {
    #expect(try Self.variants("variants: [{name: 'moving'}]").map(\.motion) == [nil])
  }

  @Test func `administrators can set moving previews`() {
    let path = ["modules", "service.http", "pictures", "moving"]
    #expect(LiveSetting.settable(path + ["enabled"]) == .pictures)
    #expect(LiveSetting.reloadable(path + ["duration"]) == .pictures)
  }
}

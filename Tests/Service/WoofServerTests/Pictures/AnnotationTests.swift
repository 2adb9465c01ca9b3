// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

@testable import ServiceTestKit
@testable import TestKit
@testable import TestPictures

/// What photos' own metadata say, and who learns of it.
struct AnnotationTests {
  /// A JPEG that says where it was taken.
  private static let located: [UInt8] = {
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
      <rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="52,30.0N" \
      exif:GPSLongitude="13,24.0E"/></rdf:RDF></x:xmpmeta>
      """
    let segment = [UInt8].text("http://ns.adobe.com/xap/1.0/\0") + Array(packet.utf8)
    return SampleJPEG(segments: [(0xE1, segment)]).bytes
  }()

  @Test func `annotations are visible to the owner and administrators only`() async throws {
    try await withService(pictures: ScriptedTransformer()) { service in
      let ada = try await service.member("ada")
      let root = try await service.member("root", isAdministrator: true)
      let id = try #require(try ada.add(Self.located)["id"].text)
      let annotations = try ada.get("/v1/photos/\(id)?annotations").member("annotations")
      #expect(annotations?["location"]?["latitude"] == .number(52.5))
      #expect(annotations?["plugins"]?["scripted.mood"].text == "playful")
      #expect(try root.get("/v1/photos/\(id)?annotations").member("annotations") == annotations)
      let bob = try await service.member("bob")
      for client in [bob, service.client()] {
        #expect(try client.get("/v1/photos/\(id)?annotations").member("annotations") == nil)
      }
      for target in ["/v1/photos", "/v1/photos/\(id)", "/v1/me/photos", "/v1/changes"] {
        #expect(!(try ada.get(target).text.contains("annotations")))
      }
    }
  }

  @Test func `a shareable copy has no location, and is for all readers of the photo`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photo = try ada.add(Self.located)
      let id = try #require(photo["id"].text)
      let copy = try service.client().get("/v1/photos/\(id)/variants/shareable")
      #expect(copy.status == 200)
      #expect(copy["Content-Type"] == "image/jpeg")
      #expect(copy.body.count < Self.located.count)
      #expect(!copy.text.contains("GPS"))
      let listed = try ada.get("/v1/photos/\(id)").member("variants")?["shareable"]
      #expect(listed?["digest"].text.map { "\"\($0)\"" } == copy["ETag"])
      #expect(listed?["width"] == photo["width"])
      #expect(try service.client().get("/v1/photos/\(id)/variants/thumb").status == 404)
    }
  }

  @Test func `the shareable copy of a photo with nothing to remove is the photo itself`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let picture = SamplePNG().bytes
      let id = try #require(try ada.add(picture)["id"].text)
      #expect(try ada.get("/v1/photos/\(id)/variants/shareable").body == picture)
      #expect(service.blobs.count == 1)
      _ = try ada.delete("/v1/photos/\(id)")
      try await eventually { service.blobs.isEmpty }
    }
  }

  @Test func `similar photos are found among the account's own`() async throws {
    let scripted = ScriptedTransformer { _, request, number in
      .accepted(ScriptedTransformer.drawn(for: request, hash: [0, 0b111, 0, ~0][min(number, 3)]))
    }
    let http = #"pictures: {variants: [{name: "thumb"}]}"#
    try await withService(http: http, pictures: scripted) { service in
      let ada = try await service.member("ada")
      let first = try ada.addPhoto()
      let near = try ada.addPhoto("?visibility=private")
      _ = try await service.member("bob").addPhoto()
      let far = try ada.addPhoto()
      try await eventually { try ada.get("/v1/me/photos?similarTo=\(first)").status == 200 }
      #expect(try ada.ids("/v1/me/photos?similarTo=\(first)") == [near])
      #expect(try ada.ids("/v1/me/photos?similarTo=\(far)").isEmpty)
      #expect(try ada.get("/v1/me/photos?similarTo=x").problem == "invalid-parameter")
      #expect(try ada.get("/v1/me/photos?similarTo=\(first)&order=newest").problem == "invalid-parameter")
      _ = try ada.delete("/v1/photos/\(near)")
      #expect(try ada.ids("/v1/me/photos?similarTo=\(first)").isEmpty)
    }
  }
}

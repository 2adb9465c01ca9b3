// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WoofConfiguration
import WoofCore
import WoofCryptography
import WoofModel
import WoofSystem

@testable import ServiceTestKit
@testable import TestKit
@testable import WoofServer

/// `GET /v1/photos/{id}/variants/{name}`.
@Suite(.overEachProtocol) struct VariantTests {
  /// Makes variants for whoever asks, and leaves the queue alone, so that what is asked for is missing.
  private static func lazyTransformer(_ gate: Gate? = nil) -> ScriptedTransformer {
    ScriptedTransformer { _, request, _ in
      guard request.urgency == .request else { return ScriptedTransformer.failure(.unavailable) }
      if request.variants.first?.name != "thumb" { await gate?.wait() }
      return .accepted(ScriptedTransformer.drawn(for: request))
    }
  }

  @Test func `a variant is served like an original, with its own tag`() async throws {
    try await withService(pictures: Self.lazyTransformer()) { service in
      let id = try await service.member("ada").addPhoto()
      let client = service.client()
      let listed = try client.get("/v1/photos/\(id)").member("variants")?["thumb"]
      let path = "/v1/photos/\(id)/variants/thumb"
      let response = try client.get(path)
      #expect(response.status == 200)
      #expect(response["Content-Type"] == "image/webp")
      #expect(response["Cache-Control"] == "public, max-age=31536000, immutable")
      let digest = SHA256.digest(of: response.body)
      #expect(response["Repr-Digest"] == "sha-256=:\(Base64.encode(digest, as: .standard)):")
      let tag = try #require(response["ETag"])
      #expect(listed?["digest"].text.map { "\"\($0)\"" } == tag)
      #expect(try client.get(path, ["If-None-Match": tag]).status == 304)
      let part = try client.get(path, ["Range": "bytes=2-4"])
      #expect(part.status == 206)
      #expect(part.body == Array(response.body[2...4]))
      #expect(try client.get(path, ["Range": "bytes=100000-"]).status == 416)
      #expect(try client.head(path)["Content-Length"] == "\(response.body.count)")
      #expect(
        try client.get("\(path)?download")["Content-Disposition"]?.contains("\(id)-thumb.webp") == true)
    }
  }

  @Test func `an unknown name is not found, and the configured names are listed`() async throws {
    try await withService(pictures: Self.lazyTransformer()) { service in
      let id = try await service.member("ada").addPhoto()
      for name in ["poster", "THUMB", "thumb.webp"] {
        let response = try service.client().get("/v1/photos/\(id)/variants/\(name)")
        #expect(response.status == 404)
        #expect(try response.member("detail").text?.contains("grid, preview, shareable, thumb") == true)
      }
    }
  }

  private static let formats = """
    pictures: {variants: [{name: "thumb", size: "64x64", alternatives: ["avif", "jpeg"], scales: [2]}]}
    """

  @Test func `Accept chooses among several formats of a variant, and each has its own tag`() async throws {
    try await withService(http: Self.formats, pictures: ScriptedTransformer()) { service in
      let id = try await service.member("ada").addPhoto()
      let client = service.client()
      let path = "/v1/photos/\(id)/variants/thumb"
      let standard = try client.get(path)
      let avif = try client.get(path, ["Accept": "image/avif,image/webp,*/*;q=0.8"])
      let jpeg = try client.get(path, ["Accept": "image/jpeg"])
      let responses = [standard, avif, jpeg]
      #expect(responses.map(\.status) == [200, 200, 200])
      #expect(responses.map { $0["Content-Type"] } == ["image/webp", "image/avif", "image/jpeg"])
      #expect(responses.allSatisfy { $0["Vary"]?.contains("Accept") == true })
      #expect(Set(responses.map { $0["ETag"] }).count == 3)
      let tag = try #require(avif["ETag"])
      #expect(try client.get(path, ["Accept": "image/avif", "If-None-Match": tag]).status == 304)
      #expect(try client.get(path, ["If-None-Match": tag]).status == 200)
      // What is cached for one is not given to another.
      #expect(try client.get(path)["Content-Type"] == "image/webp")
      #expect(try client.get("\(path).jpeg")["ETag"] == jpeg["ETag"])
    }
  }

  @Test func `a variant has several scales, each with its formats`() async throws {
    let scripted = ScriptedTransformer()
    try await withService(http: Self.formats, pictures: scripted) { service in
      let id = try await service.member("ada").addPhoto()
      let path = "/v1/photos/\(id)/variants/thumb@2x"
      #expect(try service.client().get(path)["Content-Type"] == "image/webp")
      #expect(try service.client().get(path, ["Accept": "image/avif"])["Content-Type"] == "image/avif")
      #expect(try service.client().get("/v1/photos/\(id)/variants/thumb%402x.jpeg").status == 200)
      #expect(try service.client().get("/v1/photos/\(id)/variants/thumb@3x").status == 404)
      let wanted = scripted.requests.flatMap(\.variants).filter { $0.name.hasPrefix("thumb@2x") }
      #expect(wanted.allSatisfy { $0.width == 128 && $0.height == 128 })
    }
  }

  @Test func `a variant with one format has no Vary`() async throws {
    try await withService(pictures: Self.lazyTransformer()) { service in
      let id = try await service.member("ada").addPhoto()
      let response = try service.client().get("/v1/photos/\(id)/variants/thumb", ["Accept": "image/avif"])
      #expect(response["Content-Type"] == "image/webp")
      #expect(response["Vary"] == nil)
    }
  }

  @Test func `a variant is readable for the readers of its photo`() async throws {
    try await withService(pictures: Self.lazyTransformer()) { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto("?visibility=private")
      for name in ["thumb", "grid", "preview", "shareable", "poster"] {
        let path = "/v1/photos/\(id)/variants/\(name)"
        #expect(try service.client().get(path).status == 404)
        #expect(try ada.get(path).status == (name == "poster" ? 404 : 200))
        #expect(try service.client().get(path).status == 404)
      }
      #expect(try ada.get("/v1/photos/\(id)/variants/thumb")["Cache-Control"]?.hasPrefix("private") == true)
      _ = try ada.delete("/v1/photos/\(id)")
      #expect(try ada.get("/v1/photos/\(id)/variants/thumb").status == 410)
    }
  }

  @Test func `a missing variant is derived once, however many request it`() async throws {
    let gate = Gate()
    let scripted = Self.lazyTransformer(gate)
    try await withService(pictures: scripted) { service in
      let id = try await service.member("ada").addPhoto()
      let connections = try (0..<12).map { _ in try service.connect() }
      for connection in connections {
        try connection.send("GET /v1/photos/\(id)/variants/preview HTTP/1.1\r\nHost: woof.test\r\n\r\n")
      }
      try await eventually { gate.waitingCount == 1 }
      gate.open()
      let bodies = try connections.map { try $0.receiveResponse() }
      #expect(Set(bodies.map(\.status)) == [200])
      #expect(Set(bodies.map(\.body)).count == 1)
      #expect(scripted.requests.count { $0.variants.first?.name == "preview" && $0.urgency == .request } == 1)
      let again = try service.client().get("/v1/photos/\(id)/variants/preview")
      #expect(again.body == bodies[0].body)
      let names = try service.client().get("/v1/photos/\(id)").member("variants")?.names
      #expect(names?.isSuperset(of: ["preview", "thumb"]) == true)
    }
  }

  @Test func `requests beyond the limit are told to return later`() async throws {
    let gate = Gate()
    try await withService(
      http: "pictures: {requests: 1, waitingRequests: 1}", pictures: Self.lazyTransformer(gate)
    ) { service in
      let ada = try await service.member("ada")
      let ids = try (0..<3).map { _ in try ada.addPhoto() }
      let connections = try ids.map { _ in try service.connect() }
      for (connection, id) in zip(connections, ids) {
        try connection.send("GET /v1/photos/\(id)/variants/preview HTTP/1.1\r\nHost: woof.test\r\n\r\n")
      }
      // One is being made and one waits, whichever came first.
      try await eventually { try service.metrics().contains("woof_pictures_overloads_total 1") }
      for id in ids { #expect(try service.client().get("/v1/photos/\(id)/variants/thumb").status == 200) }
      gate.open()
      let responses = try connections.map { try $0.receiveResponse() }
      #expect(responses.map(\.status).sorted() == [200, 200, 503])
      let refused = try #require(responses.first { $0.status == 503 })
      #expect(refused.text.contains("problems/unavailable"))
      #expect(refused.head.contains("Retry-After: "))
      for id in ids {
        try await eventually { try service.client().get("/v1/photos/\(id)/variants/preview").status == 200 }
      }
    }
  }

  @Test func `a variant that cannot be derived is not tried again at once`() async throws {
    let scripted = ScriptedTransformer { _, request, _ in
      request.variants.first?.name == "thumb"
        ? .accepted(ScriptedTransformer.drawn(for: request)) : ScriptedTransformer.failure(.crashed)
    }
    try await withService(pictures: scripted) { service in
      let id = try await service.member("ada").addPhoto()
      for _ in 0..<3 { #expect(try service.client().get("/v1/photos/\(id)/variants/preview").status == 404) }
      #expect(scripted.requests.count { $0.variants.first?.name == "preview" && $0.urgency == .request } == 1)
    }
  }

  @Test func `a transformer that does not run is waited for`() async throws {
    let scripted = ScriptedTransformer { _, _, _ in ScriptedTransformer.failure(.unavailable) }
    try await withService(pictures: scripted) { service in
      let id = try await service.member("ada").addPhoto()
      let response = try service.client().get("/v1/photos/\(id)/variants/thumb")
      #expect(response.status == 503)
      #expect(response["Retry-After"] != nil)
    }
  }

  @Test func `a new setup takes over while the service runs, and the old transformer drains`()
    async throws
  {
    let first = ScriptedTransformer(names: ["scripted/1"])
    let second = ScriptedTransformer(names: ["scripted/2"])
    let builder = PictureTransformerBuilder { _ in second }
    try await withService(pictures: first, rebuilt: builder) { service in
      let id = try await service.member("ada").addPhoto()
      let client = service.client()
      #expect(try client.get("/v1/photos/\(id)/variants/thumb").status == 200)
      let text =
        #"{modules: {"service.http": {pictures: {variants: [{name: "poster", size: "64x64", fit: "cover"}]}}}}"#
      try await service.running.reloadPictures(as: try WoofServer.configuration(text: text).root)
      #expect(try client.get("/v1/photos/\(id)/variants/poster").status == 200)
      #expect(try client.get("/v1/photos/\(id)/variants/thumb").status == 404)
      #expect(first.isDrained)
      #expect(!second.isDrained)
      #expect(second.requests.contains { $0.variants.first?.fit == .cover })
    }
  }

  @Test func `photos that came in after the transformer was removed are found by the next one`()
    async throws
  {
    let next = Mutex<ScriptedTransformer?>(nil)
    let builder = PictureTransformerBuilder { _ in next.withLock { $0 } }
    try await withService(pictures: ScriptedTransformer(), rebuilt: builder) { service in
      let settings = try WoofServer.configuration().root
      try await service.running.reloadPictures(as: settings)
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      #expect(try await service.running.pictures?.derivations.derivationCount() == 0)
      next.withLock { $0 = ScriptedTransformer() }
      try await service.running.reloadPictures(as: settings)
      #expect(try ada.get("/v1/photos/\(id)/variants/thumb").status == 200)
    }
  }

  @Test func `a transformer that cannot be built leaves the old one running`() async throws {
    let builder = PictureTransformerBuilder { _ in throw WoofError(.internal, "It does not start.") }
    let first = ScriptedTransformer()
    try await withService(pictures: first, rebuilt: builder) { service in
      let text = #"{modules: {"service.http": {pictures: {variants: [{name: "poster"}]}}}}"#
      let settings = try WoofServer.configuration(text: text).root
      await #expect(throws: WoofError.self) { try await service.running.reloadPictures(as: settings) }
      let id = try await service.member("ada").addPhoto()
      #expect(try service.client().get("/v1/photos/\(id)/variants/thumb").status == 200)
      #expect(!first.isDrained)
    }
  }

  @Test func `reprocessing renews variants of other transformers, and drops unused ones`()
    async throws
  {
    let builder = PictureTransformerBuilder { _ in ScriptedTransformer(names: ["scripted/2"]) }
    try await withService(pictures: ScriptedTransformer(), rebuilt: builder) { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      try await eventually {
        try ada.get("/v1/photos/\(id)").member("variants")?.names == ["grid", "preview", "thumb"]
      }
      let text = #"{modules: {"service.http": {pictures: {variants: [{name: "thumb", size: "100x100"}]}}}}"#
      try await service.running.reloadPictures(as: try WoofServer.configuration(text: text).root)
      let pictures = try #require(service.running.pictures)
      #expect(try await pictures.queueAnew(.all) == 1)
      try await eventually { try ada.get("/v1/photos/\(id)").member("variants")?.names == ["thumb"] }
      #expect(try ada.get("/v1/photos/\(id)").member("variants")?["thumb"]?["width"].integer == 101)
      try await eventually { service.blobs.count == 2 }
    }
  }
}

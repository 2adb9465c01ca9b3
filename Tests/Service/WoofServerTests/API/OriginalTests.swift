// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCryptography
import WoofModel
import WoofSystem

@testable import TestKit
@testable import TestPictures

/// `GET /v1/photos/{id}/original`.
@Suite(.overEachProtocol, .overEachWorld) struct OriginalTests {
  /// One that is kept in memory, and one that is sent from its file.
  static let sizes = [1_000, 1_000_000]

  @Test(arguments: [
    ("image/jpeg", "jpg", SampleJPEG.rich.bytes), ("image/png", "png", SamplePNG().bytes),
    ("image/gif", "gif", SampleGIF().bytes), ("image/webp", "webp", SampleWebP.lossyFile().bytes),
    ("image/heic", "heic", SampleHEIF().bytes), ("image/avif", "avif", SampleHEIF.avif.bytes),
  ])
  func `every valid format is returned unchanged, with its own type`(
    type: String, suffix: String, picture: [UInt8]
  ) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photo = try ada.add(picture)
      let id = try #require(photo["id"].text)
      #expect(photo["contentType"].text == type)
      let response = try service.client().get("/v1/photos/\(id)/original")
      #expect(response.status == 200)
      #expect(response.body == picture)
      #expect(response["Content-Type"] == type)
      let download = try service.client().get("/v1/photos/\(id)/original?download")
      #expect(download["Content-Disposition"]?.contains("\(id).\(suffix)") == true)
    }
  }

  @Test(arguments: sizes)
  func `an original is returned byte for byte, repeatedly`(size: Int) async throws {
    try await withService { service in
      let picture = SampleJPEG.large(byteCount: size)
      let id = try #require(try await service.member("ada").add(picture)["id"].text)
      let client = service.client()
      for _ in 0..<3 { #expect(try client.get("/v1/photos/\(id)/original").body == picture) }
    }
  }

  @Test(arguments: sizes)
  func `the head of an original names its bytes and allows caching for ever`(size: Int) async throws {
    try await withService { service in
      let picture = SampleJPEG.large(byteCount: size)
      let id = try #require(try await service.member("ada").add(picture)["id"].text)
      let digest = SHA256.digest(of: picture)
      let get = try service.client().get("/v1/photos/\(id)/original")
      let head = try service.client().head("/v1/photos/\(id)/original")
      for response in [get, head] {
        #expect(response.status == 200)
        #expect(response["ETag"] == "\"sha256-\(Base64.encode(digest, as: .url))\"")
        #expect(response["Repr-Digest"] == "sha-256=:\(Base64.encode(digest, as: .standard)):")
        #expect(response["Cache-Control"] == "public, max-age=31536000, immutable")
        #expect(response["Accept-Ranges"] == "bytes")
        #expect(response["Content-Length"] == "\(picture.count)")
        #expect(response["Last-Modified"]?.hasSuffix("GMT") == true)
        #expect(response["Content-Disposition"] == nil)
      }
      #expect(head.body.isEmpty)
    }
  }

  @Test(arguments: ["unlisted", "private"])
  func `an original that is not public is cached by its reader only`(visibility: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto("?visibility=\(visibility)")
      let response = try ada.get("/v1/photos/\(id)/original")
      #expect(response.status == 200)
      #expect(response["Cache-Control"] == "private, max-age=31536000, immutable")
    }
  }

  @Test func `a photo that becomes private is no longer cacheable in shared caches`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      #expect(try ada.get("/v1/photos/\(id)/original")["Cache-Control"]?.hasPrefix("public") == true)
      _ = try ada.send("PATCH", "/v1/photos/\(id)", json: #"{"visibility":"private"}"#)
      #expect(try ada.get("/v1/photos/\(id)/original")["Cache-Control"]?.hasPrefix("private") == true)
      #expect(try service.client().get("/v1/photos/\(id)/original").problem == "not-found")
    }
  }

  @Test(arguments: ["?download", "?download=", "?download=1"])
  func `a download has a file name, even for parts`(query: String) async throws {
    try await withService { service in
      let id = try await service.member("ada").addPhoto("?caption=Rex%22%20at%20the%20lake")
      let target = "/v1/photos/\(id)/original\(query)"
      let expected = "attachment; filename=\"\(id).jpg\""
      #expect(try service.client().get(target)["Content-Disposition"] == expected)
      #expect(try service.client().head(target)["Content-Disposition"] == expected)
      let part = try service.client().get(target, ["Range": "bytes=0-3"])
      #expect(part.status == 206)
      #expect(part["Content-Disposition"] == expected)
    }
  }

  @Test func `photos with the same bytes share them, and keep them when one is deleted`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let bob = try await service.member("bob")
      let picture = SampleJPEG.large(byteCount: 100_000)
      let ids = try [ada, bob].map { try #require(try $0.add(picture)["id"].text) }
      #expect(ids[0] != ids[1])
      #expect(service.blobs.count == 1)
      #expect(try ada.delete("/v1/photos/\(ids[0])").status == 204)
      #expect(try service.client().get("/v1/photos/\(ids[1])/original").body == picture)
    }
  }

  // MARK: From memory

  @Test func `photos from memory are counted, and logged with the account that fetched them`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto("?visibility=private")
      for _ in 0..<3 { #expect(try ada.get("/v1/photos/\(id)/original").status == 200) }
      // A line is written after its response.
      try await eventually { try service.log().split(separator: "\n").count { $0.contains("\(id)/original") } == 3 }
      let fetches = try service.log().split(separator: "\n").filter { $0.contains("\(id)/original") }
      #expect(fetches.allSatisfy { $0.contains(#""user":"ada""#) })
      let route = #"woof_http_requests_total{route="GET /v1/photos/{id}/original",status="2xx"} 3"#
      #expect(try service.metrics().contains(route))
    }
  }

  @Test func `a photo from memory is nobody's with a wrong credential or a parameter that nobody knows`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let id = try service.client(ada).addPhoto()
      let target = "/v1/photos/\(id)/original"
      for _ in 0..<2 { #expect(try service.client(ada).get(target).status == 200) }
      #expect(try service.client(Credential(ada.name, "wrong")).get(target).status == 401)
      #expect(try service.client(ada).get("\(target)?x=1").status == 400)
      #expect(try service.client(ada).get(target).status == 200)
    }
  }

  @Test func `photos from memory count for the rate of an account`() async throws {
    try await withService(http: "rates: {local: true, perAccount: 1, accountBurst: 5}") { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      let responses = try (0..<12).map { _ in try ada.get("/v1/photos/\(id)/original") }
      #expect((4...6).contains(responses.count { $0.status == 200 }))
      let refusal = try #require(responses.first { $0.status == 429 })
      #expect(try refusal.json()["limitName"] == .string("requestsPerAccount"))
    }
  }

  @Test func `photos from memory count for the rate of an address`() async throws {
    try await withService(http: "rates: {local: true, perAddress: 1, addressBurst: 5}") { service in
      let id = try await service.member("ada").addPhoto()
      let client = service.client()
      let responses = try (0..<12).map { _ in try client.get("/v1/photos/\(id)/original") }
      #expect((4...6).contains(responses.count { $0.status == 200 }))
      #expect(try responses.last?.json()["limitName"] == .string("requestsPerAddress"))
    }
  }
}

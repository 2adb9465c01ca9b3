// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCryptography
import WoofModel
import WoofSystem

@testable import TestKit
@testable import TestPictures

/// `GET /v1/photos/{id}`.
@Suite(.overEachProtocol, .overEachWorld) struct MetadataTests {
  @Test func `a photo's metadata has exactly the members of the contract`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let exif = SampleExif(orientation: 6, dateTimeOriginal: "2026:05:01 12:00:00", offsetTimeOriginal: "+02:00")
      let picture = SampleJPEG.withExif(exif, width: 32, height: 16)
      let id = try #require(try ada.add(picture, "?caption=Rex+at+the+lake")["id"].text)
      let photo = try service.client().get("/v1/photos/\(id)").json()
      let names: Set = [
        "id", "owner", "caption", "visibility", "contentType", "byteCount", "digest", "width", "height", "takenAt",
        "createdAt", "favouriteCount", "version", "revision", "deleted",
      ]
      #expect(photo.names == names)
      #expect(photo["id"].text.flatMap(PhotoID.init) != nil)
      #expect(photo["owner"] == "ada")
      #expect(photo["caption"] == "Rex at the lake")
      #expect(photo["visibility"] == "public")
      #expect(photo["contentType"] == "image/jpeg")
      #expect(photo["byteCount"].integer == Int64(picture.count))
      let digest = Base64.encode(SHA256.digest(of: picture), as: .url)
      #expect(photo["digest"].text == "sha256-\(digest)")
      #expect(photo["takenAt"] == "2026-05-01T10:00:00.000Z")
      #expect(photo["favouriteCount"] == 0)
      #expect(photo["version"] == 1)
      #expect(photo["deleted"] == false)
    }
  }

  @Test func `width and height are as displayed, with the orientation applied`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let upright = try ada.add(SampleJPEG.withExif(SampleExif(orientation: 1), width: 32, height: 16))
      let turned = try ada.add(SampleJPEG.withExif(SampleExif(orientation: 8), width: 32, height: 16))
      #expect([upright["width"], upright["height"]] == [32, 16])
      #expect([turned["width"], turned["height"]] == [16, 32])
    }
  }

  @Test func `a time without an offset counts as UTC, and without a date there is none`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let dated = try ada.add(SampleJPEG.withExif(SampleExif(dateTimeOriginal: "2026:05:01 12:00:00")))
      #expect(dated["takenAt"] == "2026-05-01T12:00:00.000Z")
      #expect(try ada.add(SampleJPEG.withExif(SampleExif(orientation: 1)))["takenAt"] == nil)
    }
  }

  @Test func `isFavourite is present for signed-in readers only`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      #expect(try service.client().get("/v1/photos/\(id)").member("isFavourite") == nil)
      #expect(try ada.get("/v1/photos/\(id)").member("isFavourite") == false)
      _ = try ada.setFavourite(id)
      #expect(try ada.get("/v1/photos/\(id)").member("isFavourite") == true)
    }
  }

  @Test func `the version grows with every change, a favourite included`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      var versions = [try ada.get("/v1/photos/\(id)").member("version").integer ?? 0]
      versions.append(try ada.setFavourite(id).member("version").integer ?? 0)
      versions.append(try ada.unsetFavourite(id).member("version").integer ?? 0)
      versions.append(
        try ada.send("PATCH", "/v1/photos/\(id)", json: #"{"caption":"Rex"}"#).member("version").integer ?? 0)
      #expect(versions == versions.sorted() && Set(versions).count == 4)
      #expect(try ada.get("/v1/photos/\(id)").member("version").integer == versions.last)
    }
  }

  @Test func `the tag is strong, follows the version, and differs by reader`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let bob = try await service.member("bob")
      let id = try ada.addPhoto()
      _ = try ada.setFavourite(id)
      let tags = try [service.client(), ada, bob].map { try $0.get("/v1/photos/\(id)")["ETag"] ?? "" }
      #expect(tags.allSatisfy { $0.hasPrefix("\"") && $0.hasSuffix("\"") })
      #expect(Set(tags).count == 3)
      #expect(try bob.get("/v1/photos/\(id)")["Vary"] == "Authorization, Cookie, Accept-Encoding")
      #expect(try bob.get("/v1/photos/\(id)")["Cache-Control"] == "no-cache")
    }
  }

  @Test func `a reader with the newest version gets a 304 without a body`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      let tag = try #require(try ada.get("/v1/photos/\(id)")["ETag"])
      for condition in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
        let response = try ada.get("/v1/photos/\(id)", ["If-None-Match": condition])
        #expect(response.status == 304, "\(condition)")
        #expect(response.body.isEmpty)
        #expect(response["ETag"] == tag)
        #expect(response["Vary"] == "Authorization, Cookie, Accept-Encoding")
      }
      #expect(try ada.get("/v1/photos/\(id)", ["If-None-Match": "\"x\""]).status == 200)
    }
  }

  @Test func `after a favourite the old tag is outdated for all readers`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let bob = try await service.member("bob")
      let id = try ada.addPhoto()
      let (anonymous, clients) = (service.client(), [ada, bob])
      let tags = try ([anonymous] + clients).map { try #require(try $0.get("/v1/photos/\(id)")["ETag"]) }
      _ = try ada.setFavourite(id)
      for (client, tag) in zip([anonymous] + clients, tags) {
        #expect(try client.get("/v1/photos/\(id)", ["If-None-Match": tag]).status == 200)
        #expect(try client.get("/v1/photos/\(id)", ["If-Match": tag]).problem == "precondition-failed")
      }
    }
  }

  @Test func `HEAD has the fields of GET without a body`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      let get = try ada.get("/v1/photos/\(id)")
      let head = try ada.head("/v1/photos/\(id)")
      #expect(head.status == 200)
      for name in ["ETag", "Vary", "Cache-Control", "Content-Type", "Content-Length"] {
        #expect(head[name] == get[name])
      }
      #expect(try ada.head("/v1/photos/\(id)", ["If-None-Match": get["ETag"] ?? ""]).status == 304)
    }
  }

  @Test(
    arguments: [
      "00000000-0000-7000-8000-000000000000", "x", "1", "0193E7A2-5B1C-7C1E-9D43-2F6F0C9A8E11",
      "0193e7a25b1c7c1e9d432f6f0c9a8e11", "%7B0193e7a2-5b1c-7c1e-9d43-2f6f0c9a8e11%7D", "%F0%9F%90%95", "a%20b",
      String(repeating: "a", count: 5000),
    ])
  func `unknown and malformed ids are not found`(id: String) async throws {
    try await withService { service in
      for suffix in ["", "/original", "/variants/thumb"] {
        let response = try service.client().get("/v1/photos/\(id)\(suffix)")
        #expect(response.status == 404)
        #expect(response.problem == "not-found")
      }
    }
  }

  @Test func `a photo without variants has none under any name`() async throws {
    try await withService { service in
      let id = try await service.member("ada").addPhoto()
      #expect(try service.client().get("/v1/photos/\(id)/variants/thumb").problem == "not-found")
    }
  }
}

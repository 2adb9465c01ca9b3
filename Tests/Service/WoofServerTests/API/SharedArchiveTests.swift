// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import ServiceTestKit
@testable import TestKit
@testable import TestPictures

/// What share links show, as a ZIP file: `/v1/shared/{token}/archive`.
@Suite(.overEachProtocol, .overEachWorld) struct SharedArchiveTests {
  private static let downloads = #""allows":["download"]"#

  @Test func `an archive of a shared album holds the copies that its holders may download, in its order`() async throws
  {
    try await withService(pictures: ScriptedTransformer()) { service in
      let ada = try await service.member("ada")
      let album = try ada.makeAlbum("Rex at the lake", "private")
      let photos = try (0..<3).map { _ in try ada.addPhoto("?visibility=private&fileName=secret.jpg") }
      for photo in photos { _ = try ada.addToAlbum(album, photo) }
      let holder = try LinkHolder(service, ada, album: album, Self.downloads)
      let archive = try holder.get("/archive")
      #expect(archive.status == 200 && archive["Content-Type"] == "application/zip")
      #expect(archive["Content-Disposition"] == #"attachment; filename="Rex at the lake.zip""#)
      #expect(archive["Cache-Control"] == "private, no-cache" && archive["Referrer-Policy"] == "no-referrer")
      let files = try ZIPFile(archive.body, in: service.folder).files
      #expect(files.map(\.name) == photos.map { "\($0).jpg" })
      #expect(try files.map(\.bytes) == photos.map { try holder.get("/photos/\($0)/original").body })
      let tag = archive["ETag"] ?? ""
      let rest = try holder.get("/archive", ["Range": "bytes=100-", "If-Range": tag])
      #expect(rest.status == 206 && rest.body == Array(archive.body[100...]))
    }
  }

  @Test func `with location the owner's photos are as they were, and others' are copies`() async throws {
    try await withService(pictures: ScriptedTransformer()) { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let album = try ada.makeAlbum()
      #expect(try ada.put("/v1/albums/\(album)/contributors/bob").status == 200)
      let own = try #require(try ada.add(SampleJPEG.next(), "?fileName=rex.jpg")["id"].text)
      let other = try #require(try bob.add(SampleJPEG.next(), "?fileName=bob.jpg")["id"].text)
      _ = try ada.addToAlbum(album, own)
      _ = try bob.addToAlbum(album, other)
      let holder = try LinkHolder(service, ada, album: album, #"\#(Self.downloads),"location":true"#)
      let files = try ZIPFile(try holder.get("/archive").body, in: service.folder).files
      #expect(files.map(\.name) == ["rex.jpg", "\(other).jpg"])
      #expect(try files[0].bytes == ada.get("/v1/photos/\(own)/original").body)
      #expect(try files[1].bytes == holder.get("/photos/\(other)/variants/shareable").body)
    }
  }

  @Test func `a link to a photo has an archive of it alone`() async throws {
    try await withService(pictures: ScriptedTransformer()) { service in
      let ada = try await service.member("ada")
      let (photo, _) = (try ada.addPhoto("?visibility=private&caption=Rex"), try ada.addPhoto())
      let holder = try LinkHolder(service, ada, photo: photo, Self.downloads)
      let archive = try holder.get("/archive")
      #expect(try ZIPFile(archive.body, in: service.folder).files.map(\.name) == ["\(photo).jpg"])
      #expect(archive["Content-Disposition"] == #"attachment; filename="Rex.zip""#)
    }
  }

  @Test func `a link without downloads has no archive, and neither has one that waits for its password`() async throws {
    try await withService(pictures: ScriptedTransformer()) { service in
      let ada = try await service.member("ada")
      let (album, _) = try ada.makeAlbum(photoCount: 1)
      #expect(try LinkHolder(service, ada, album: album).get("/archive").problem == "forbidden")
      let locked = try LinkHolder(service, ada, album: album, #"\#(Self.downloads),"password":"sit and stay""#)
      #expect(try locked.get("/archive").problem == "forbidden")
      let key = try #require(try locked.unlock("sit and stay").member("key").text)
      #expect(try locked.get("/archive", ["Woof-Link-Key": key]).status == 200)
    }
  }

  @Test func `a link that is revoked, or allows no downloads any more, has no archive from the next request on`()
    async throws
  {
    try await withService(pictures: ScriptedTransformer()) { service in
      let ada = try await service.member("ada")
      let (album, _) = try ada.makeAlbum(photoCount: 1)
      let holder = try LinkHolder(service, ada, album: album, Self.downloads)
      #expect(try holder.get("/archive").status == 200)
      #expect(try ada.send("PATCH", "/v1/links/\(holder.id)", json: #"{"allows":[]}"#).status == 200)
      #expect(try holder.get("/archive").problem == "forbidden")
      #expect(try ada.delete("/v1/links/\(holder.id)").status == 204)
      #expect(try holder.get("/archive").problem == "not-found")
    }
  }

  @Test func `where many copies are missing, they are made over several requests, and then the archive is there`()
    async throws
  {
    try await withService { service in
      let ada = try await service.member("ada")
      let (album, photos) = try ada.makeAlbum(photoCount: 45)
      let holder = try LinkHolder(service, ada, album: album, Self.downloads)
      var refusedCount = 0
      var archive = try holder.get("/archive")
      while archive.status == 503, refusedCount < 5 {
        #expect(archive.problem == "unavailable" && archive["Retry-After"] == "1")
        refusedCount += 1
        archive = try holder.get("/archive")
      }
      #expect(refusedCount == 2)
      #expect(try ZIPFile(archive.body, in: service.folder).files.count == photos.count)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import ServiceTestKit
@testable import TestKit
@testable import TestPictures

/// What `/metrics` tells of albums, share links, their guests, archives and app passwords.
@Suite(.overEachProtocol) struct SharingMetricsTests {
  private static func expect(
    _ samples: KeyValuePairs<String, Int>, of service: TestService, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let lines = Set(try service.metrics().split(separator: "\n"))
    for (sample, value) in samples {
      let others = lines.filter { $0.hasPrefix("\(sample.prefix { $0 != "{" })") }
      #expect(lines.contains("\(sample) \(value)"), "\(others)", sourceLocation: sourceLocation)
    }
  }

  private static func requests(_ outcome: String) -> String { "woof_links_requests_total{outcome=\"\(outcome)\"}" }

  @Test func `albums, open links and app passwords are counted as they come and go`() async throws {
    let time = AdvancingTime()
    try await withService(time: time) { service in
      let ada = try await service.member("ada")
      try Self.expect(["woof_albums": 0, "woof_links_open": 0, "woof_app_passwords": 0], of: service)
      let albums = try (0..<3).map { _ in try ada.makeAlbum() }
      let photo = try ada.addPhoto()
      let end = "\(time.now().advanced(bySeconds: 60))"
      let links = try [
        LinkHolder(service, ada, album: albums[0]), LinkHolder(service, ada, photo: photo),
        LinkHolder(service, ada, photo: photo, #""expiresAt":"\#(end)""#),
      ]
      var apps: [String] = []
      for expiry in ["", #","expiresAt":"\#(end)""#, ""] {
        let json = #"{"name":"Phone","scopes":["read"]\#(expiry)}"#
        apps.append(try #require(try ada.send("POST", AppPasswordTests.path, json: json).member("id").text))
      }
      try Self.expect(["woof_albums": 3, "woof_links_open": 3, "woof_app_passwords": 3], of: service)
      time.advance(bySeconds: 61)
      try Self.expect(["woof_albums": 3, "woof_links_open": 2, "woof_app_passwords": 2], of: service)
      #expect(try ada.delete("/v1/albums/\(albums[1])").status == 204)
      #expect(try ada.delete("/v1/links/\(links[1].id)").status == 204)
      #expect(try ada.delete("\(AppPasswordTests.path)/\(apps[0])").status == 204)
      try Self.expect(["woof_albums": 2, "woof_links_open": 1, "woof_app_passwords": 1], of: service)
      // The links to an album go with it.
      #expect(try ada.delete("/v1/albums/\(albums[0])").status == 204)
      try Self.expect(["woof_albums": 1, "woof_links_open": 0], of: service)
    }
  }

  @Test func `requests with links are counted by their outcome, and nothing of a link is told`() async throws {
    let time = AdvancingTime()
    try await withService(time: time) { service in
      let ada = try await service.member("ada")
      let photo = try ada.addPhoto("?visibility=private")
      let open = try LinkHolder(service, ada, photo: photo)
      let locked = try LinkHolder(service, ada, photo: photo, #""password":"walkies""#)
      let brief = try LinkHolder(
        service, ada, photo: photo, #""expiresAt":"\#(time.now().advanced(bySeconds: 60))""#)
      for _ in 0..<2 { #expect(try open.get("/photos").status == 200) }
      #expect(try locked.get().status == 200 && locked.get("/photos").status == 403)
      #expect(try locked.unlock("wrong one").status == 403 && locked.unlock("walkies").status == 200)
      time.advance(bySeconds: 61)
      #expect(try brief.get().status == 404)
      #expect(try ada.delete("/v1/links/\(open.id)").status == 204)
      #expect(try open.get().status == 404 && open.client.get("/v1/shared/x").status == 404)
      try Self.expect(
        [
          Self.requests("shown"): 2, Self.requests("locked"): 2, Self.requests("wrong password"): 1,
          Self.requests("unlocked"): 1, Self.requests("expired"): 1, Self.requests("unknown"): 2,
        ], of: service)
      let metrics = try service.metrics()
      for holder in [open, locked, brief] {
        #expect(!metrics.contains(holder.token) && !metrics.contains(holder.id))
      }
      #expect(!metrics.contains(photo) && !metrics.contains("ada"))
    }
  }

  @Test func `likes and photos of guests are counted once each`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let (album, photos) = try ada.makeAlbum(photoCount: 2)
      let guest = try Guest(try LinkHolder(service, ada, album: album, #""allows":["like","add"]"#))
      for photo in [photos[0], photos[0], photos[1]] { #expect(try guest.like(photo).status == 200) }
      #expect(try guest.like(photos[1], false).status == 200)
      let picture = SampleJPEG.next()
      for status in [201, 200] { #expect(try guest.add(picture).status == status) }
      try Self.expect(["woof_links_likes_total": 2, "woof_links_added_total": 1], of: service)
    }
  }

  @Test func `archives are counted, with the bytes that were sent and the downloads that went on`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let (album, _) = try ada.makeAlbum(photoCount: 2)
      let made = try ada.send("POST", "/v1/archives", json: #"{"album":"\#(album)"}"#)
      let path = try #require(made["Location"])
      let whole = try ada.get(path).body.count
      #expect(try ada.head(path).status == 200)
      #expect(try ada.get(path, ["Range": "bytes=10-"]).status == 206)
      #expect(try ada.get("/v1/albums/\(album)/archive", ["Range": "bytes=0-9"]).status == 206)
      try Self.expect(
        [
          "woof_archives_made_total": 1, "woof_archives_downloads_total": 3, "woof_archives_resumed_total": 1,
          "woof_archives_sent_bytes_total": 2 * whole,
        ], of: service)
    }
  }

  @Test func `a download of an archive by a link is one request with the link`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let (album, _) = try ada.makeAlbum(photoCount: 3)
      let holder = try LinkHolder(service, ada, album: album, #""allows":["download"],"location":true"#)
      #expect(try holder.get("/archive").status == 200)
      try Self.expect([Self.requests("shown"): 1, "woof_archives_downloads_total": 1], of: service)
    }
  }
}

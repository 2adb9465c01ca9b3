// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofAPI
import WoofCore
import WoofModel
import WoofServer

@testable import TestKit
@testable import TestPictures

/// Albums themselves: who makes, reads, changes and deletes them.
@Suite(.overEachProtocol, .overEachWorld) struct AlbumTests {
  static let unknown = "0193a7b2-0000-7000-8000-000000000000"

  @Test func `an album is read as it was made, and its contributors by those who add to it`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let made = try ada.send("POST", "/v1/albums", json: #"{"title":"Rex at the lake","visibility":"unlisted"}"#)
      #expect(made.status == 201)
      let album = try made.json()
      let id = try #require(album["id"].text)
      #expect(made["Location"] == "/v1/albums/\(id)")
      #expect(made["ETag"] == "\"1-ada\"")
      #expect(album["owner"] == "ada" && album["title"] == "Rex at the lake" && album["visibility"] == "unlisted")
      #expect(album["photoCount"] == 0 && album["version"] == 1 && album["contributors"] == .array([]))
      #expect(album["createdAt"].text?.hasSuffix("Z") == true && album["cover"] == nil)
      let own = try ada.get("/v1/albums/\(id)")
      #expect(try own.json() == album)
      #expect(own["ETag"] == "\"1-ada\"")
      let others = try service.client().get("/v1/albums/\(id)")
      #expect(try others.json().names == album.names.subtracting(["contributors"]))
      #expect(others["ETag"] == "\"1\"")
      #expect(others.values("Vary").joined(separator: ", ").contains("Authorization"))
    }
  }

  @Test func `an album is private where nothing is said`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let made = try ada.send("POST", "/v1/albums", json: #"{"title":"Rex"}"#)
      #expect(try made.member("visibility") == "private")
      let id = try #require(try made.member("id").text)
      #expect(try service.client().get("/v1/albums/\(id)").problem == "not-found")
    }
  }

  @Test(arguments: [
    "", "[]", "{}", "null", #"{"title":""}"#, #"{"title":" \u00a0\u2003 "}"#, #"{"title":null}"#, #"{"title":7}"#,
    #"{"title":"a\u0007b"}"#, #"{"title":"a\nb"}"#, #"{"title":"a\u0085b"}"#, #"{"title":"a\u0000"}"#,
    "{\"title\":\"\(String(repeating: "x", count: 201))\"}", #"{"title":"x","visibility":"all"}"#,
    "{\"title\":\"e\(String(repeating: "\\u0301", count: 900))\"}", #"{"title":"x","visibility":null}"#,
    #"{"title":"x","owner":"eve"}"#, #"{"title":"x","cover":null}"#, #"{"visibility":"public"}"#,
  ])
  func `an album that makes no sense is refused`(json: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let refused = try ada.send("POST", "/v1/albums", json: json)
      #expect(refused.status == 400 && refused.problem != nil, "\(refused.text)")
      #expect(try ada.ids("/v1/me/albums") == [])
    }
  }

  @Test(arguments: [
    #"<b>Rex</b> & "Bella" <script>alert('1')</script>"#, "كلبي ريكس عند البحيرة", "  Rex  ", "犬🐕‍🦺👨‍👩‍👧‍👦", "x",
    String(repeating: "é", count: 200), String(repeating: "🐶", count: 200),
  ])
  func `a title is kept as it came`(title: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      var writer = JSONWriter()
      writer.beginObject()
      writer.name("title")
      writer.value(title)
      writer.endObject()
      let json = String(decoding: writer.bytes, as: UTF8.self)
      let made = try ada.send("POST", "/v1/albums", json: json)
      #expect(try made.member("title").text == title)
      let id = try ada.makeAlbum()
      #expect(try ada.send("PATCH", "/v1/albums/\(id)", json: json).member("title").text == title)
      #expect(try service.client().get("/v1/albums/\(id)").member("title").text == title)
    }
  }

  @Test func `a body of another type or size, or none, is refused`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.makeAlbum()
      for (method, target) in [("POST", "/v1/albums"), ("PATCH", "/v1/albums/\(id)")] {
        #expect(try ada.send(method, target).problem == "length-required")
        let text = [("Content-Type", "text/plain")]
        #expect(
          try ada.send(method, target, extra: text, body: Array(#"{"title":"x"}"#.utf8)).problem
            == "unsupported-media-type")
        let long = "{\"title\":\"x\"\(String(repeating: " ", count: 64 * 1024))}"
        #expect(try ada.send(method, target, json: long).problem == "payload-too-large")
      }
      let plain = [("Content-Type", "application/json")]
      #expect(
        try ada.send("PATCH", "/v1/albums/\(id)", extra: plain, body: Array(#"{"title":"x"}"#.utf8)).status == 200)
    }
  }

  // MARK: Changes

  @Test func `an owner changes title and visibility, and what changes nothing makes no new version`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.makeAlbum()
      let changed = try ada.send("PATCH", "/v1/albums/\(id)", json: #"{"title":"Bella","visibility":"private"}"#)
      #expect(changed.status == 200 && changed["ETag"] == "\"2-ada\"")
      #expect(try changed.member("title") == "Bella" && changed.member("visibility") == "private")
      #expect(try service.client().get("/v1/albums/\(id)").problem == "not-found")
      for json in ["{}", #"{"title":"Bella"}"#, #"{"cover":null}"#] {
        #expect(try ada.send("PATCH", "/v1/albums/\(id)", json: json).member("version") == 2, "\(json)")
      }
    }
  }

  @Test(arguments: [
    ("title", #"{"title":null}"#), ("title", #"{"title":"  "}"#), ("visibility", #"{"visibility":null}"#),
    ("visibility", #"{"visibility":"friends"}"#), ("cover", #"{"cover":1}"#), ("cover", #"{"cover":"x"}"#),
    ("cover", "{\"cover\":\"\(unknown)\"}"), ("owner", #"{"owner":"eve"}"#), ("version", #"{"version":9}"#),
    ("photoCount", #"{"title":"x","photoCount":9}"#),
  ])
  func `an edit that makes no sense is refused by the name of its member`(name: String, json: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.makeAlbum()
      let refused = try ada.send("PATCH", "/v1/albums/\(id)", json: json)
      #expect(refused.status == 400 && refused.problem == "invalid-parameter")
      #expect(try refused.member("parameter").text == name)
      #expect(try ada.get("/v1/albums/\(id)").member("version") == 1)
    }
  }

  @Test func `a cover is chosen among the photos of the album, and taken back`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let (id, photos) = try ada.makeAlbum(photoCount: 3)
      let other = try ada.addPhoto()
      func choose(_ cover: String) throws -> ClientResponse {
        try ada.send("PATCH", "/v1/albums/\(id)", json: "{\"cover\":\(cover)}")
      }
      #expect(try ada.get("/v1/albums/\(id)").member("cover").text == photos[0])
      #expect(try choose("\"\(photos[2])\"").member("cover").text == photos[2])
      #expect(try service.client().get("/v1/albums/\(id)").member("cover").text == photos[2])
      #expect(try choose("\"\(other)\"").problem == "invalid-parameter")
      #expect(try choose("null").member("cover").text == photos[0])
      _ = try choose("\"\(photos[1])\"")
      _ = try ada.send("PATCH", "/v1/photos/\(photos[1])", json: #"{"visibility":"private"}"#)
      #expect(try ada.get("/v1/albums/\(id)").member("cover").text == photos[1])
      #expect(try service.client().get("/v1/albums/\(id)").member("cover").text == photos[0])
    }
  }

  @Test func `a deleted album is gone, and its photos stay`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let (id, photos) = try ada.makeAlbum(photoCount: 2)
      let deleted = try ada.delete("/v1/albums/\(id)")
      #expect(deleted.status == 204 && deleted.body.isEmpty)
      for (method, target) in Self.requests(to: id, photos[0]) {
        #expect(try Self.send(ada, method, target).problem == "not-found", "\(method) \(target)")
      }
      #expect(try ada.ids("/v1/me/albums") == [] && ada.ids("/v1/albums") == [])
      #expect(try service.client().ids("/v1/photos") == photos.reversed())
    }
  }

  // MARK: Preconditions

  @Test func `an album that has not changed is not sent again, to the same account`() async throws {
    try await withService { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let (id, photos) = try ada.makeAlbum(photoCount: 2)
      let tag = try #require(try bob.get("/v1/albums/\(id)")["ETag"])
      let known = try bob.get("/v1/albums/\(id)", ["If-None-Match": "\"x\", \(tag)"])
      #expect(known.status == 304 && known.body.isEmpty && known["ETag"] == tag)
      #expect(try bob.get("/v1/albums/\(id)", ["If-None-Match": "*"]).status == 304)
      for client in [ada, service.client()] {
        #expect(try client.get("/v1/albums/\(id)", ["If-None-Match": tag]).status == 200)
      }
      #expect(try bob.get("/v1/albums/\(id)", ["If-Match": "\"x\""]).problem == "precondition-failed")
      // What the album shows of its photos changes without anybody touching the album.
      _ = try ada.send("PATCH", "/v1/photos/\(photos[0])", json: #"{"visibility":"private"}"#)
      let changed = try bob.get("/v1/albums/\(id)", ["If-None-Match": tag])
      #expect(changed.status == 200)
      #expect(try changed.member("photoCount") == 1 && changed.member("cover").text == photos[1])
    }
  }

  @Test func `a write under a precondition that does not hold changes nothing`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let (id, photos) = try ada.makeAlbum(photoCount: 1)
      let other = try ada.addPhoto()
      let stale = [
        ("If-Match", "\"1-ada\""), ("If-Match", "W/\"2-ada\""), ("If-Match", "\"2\""), ("If-None-Match", "*"),
      ]
      for field in stale {
        for (method, target) in Self.requests(to: id, other) where method != "GET" {
          let refused = try Self.send(ada, method, target, [field])
          #expect(refused.status == 412 && refused.problem == "precondition-failed", "\(method) \(target) \(field)")
        }
      }
      #expect(try ada.get("/v1/albums/\(id)").member("version") == 2)
      #expect(try ada.albumPhotos(id) == photos)
      let tag = try #require(try ada.get("/v1/albums/\(id)")["ETag"])
      let edited = try ada.send("PATCH", "/v1/albums/\(id)", ["If-Match": tag], json: #"{"title":"Bella"}"#)
      #expect(edited.status == 200)
      #expect(try ada.delete("/v1/albums/\(id)", ["If-Match": tag]).status == 412)
      #expect(try ada.delete("/v1/albums/\(id)", ["If-Match": "\"x\", \"3-ada\""]).status == 204)
    }
  }

  // MARK: Limits

  @Test func `an account that has 10,000 albums gets no other one`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      _ = try ada.makeAlbum()
      let account = try #require(try await service.running.credentials.accounts().first?.account)
      let library = try #require(service.running.parts.albums)
      for _ in 0..<(9_999 / 99) {
        try await withThrowingTaskGroup { group in
          for _ in 0..<99 { group.addTask { _ = try await library.create("Rex", .private, by: Principal(account)) } }
          try await group.waitForAll()
        }
      }
      let refused = try ada.send("POST", "/v1/albums", json: #"{"title":"Rex"}"#)
      #expect((refused.status, refused.problem) == (507, "insufficient-storage"))
      #expect(try refused.member("limitName") == "albums" && refused.member("limit") == 10_000)
      #expect(try ada.delete("/v1/albums/\(try ada.ids("/v1/me/albums?limit=1")[0])").status == 204)
      #expect(try ada.send("POST", "/v1/albums", json: #"{"title":"Rex"}"#).status == 201)
    }
  }

  /// All requests to an album.
  static func requests(to album: String, _ photo: String) -> [(method: String, target: String)] {
    let path = "/v1/albums/\(album)"
    return [
      ("GET", path), ("GET", "\(path)/photos"), ("PATCH", path), ("PUT", "\(path)/photos/\(photo)"),
      ("DELETE", "\(path)/photos/\(photo)"), ("PUT", "\(path)/contributors/bob"),
      ("DELETE", "\(path)/contributors/bob"), ("DELETE", path),
    ]
  }

  /// Sends one of all requests, the edit with a new title.
  static func send(
    _ client: Client, _ method: String, _ target: String, _ fields: [(String, String)] = []
  ) throws -> ClientResponse {
    guard method == "PATCH" else { return try client.send(method, target, extra: fields) }
    let type = ("Content-Type", "application/merge-patch+json")
    return try client.send(method, target, extra: fields + [type], body: Array(#"{"title":"Mine"}"#.utf8))
  }
}

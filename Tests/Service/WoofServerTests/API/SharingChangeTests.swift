// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// `GET /v1/changes` and `GET /v1/events` with `kinds`.
@Suite(.overEachProtocol, .overEachWorld) struct SharingChangeTests {
  private static let all = "kinds=photos,albums,links"

  /// A page, and the kinds of its changes.
  private func page(_ client: Client, _ query: String) throws -> (json: JSONValue, kinds: [String], next: String) {
    let json = try client.get("/v1/changes?\(query)").json()
    return (json, json["changes"].items.map { $0["kind"].text ?? "" }, try #require(json["next"].text))
  }

  @Test func `without kinds, and with photos alone, pages are the same and know nothing of albums`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      _ = try ada.makeAlbum(photoCount: 2)
      let plain = try ada.get("/v1/changes")
      #expect(try plain.text == ada.get("/v1/changes?kinds=photos").text)
      #expect(try plain.json().names == ["changes", "next", "more", "view"])
      #expect(try plain.json()["changes"].items.map { $0["kind"].text } == ["photo", "photo"])
      let token = try #require(plain.member("next").text)
      _ = try ada.makeAlbum()
      #expect(try ada.changes(since: token).isEmpty)
      #expect(try ada.get("/v1/changes?kinds=photos&since=\(token)").member("view").text == nil)
    }
  }

  @Test func `a snapshot has photos, albums and links in this order, and pages of any length put it together`()
    async throws
  {
    try await withService { service in
      let ada = try await service.member("ada")
      let (album, photos) = try ada.makeAlbum(photoCount: 3)
      let other = try ada.makeAlbum("Other", "private")
      let link = try ada.send("POST", "/v1/links", json: #"{"album":"\#(other)"}"#).member("id").text
      _ = try ada.delete("/v1/albums/\(try ada.makeAlbum("Gone"))")
      let whole = try page(ada, Self.all)
      #expect(whole.kinds == ["photo", "photo", "photo", "album", "album", "link"])
      #expect(whole.json["changes"].items.map { $0["id"].text } == photos + [other, album, link])
      #expect(whole.json["more"] == false && whole.json["view"]["photoCount"] == 3)
      #expect(whole.json["view"]["change"] == whole.json["next"])
      for limit in 1...7 {
        var (ids, next, more) = ([String?](), "", true)
        while more {
          let part = try page(ada, Self.all + "&limit=\(limit)" + (next.isEmpty ? "" : "&since=\(next)"))
          ids += part.json["changes"].items.map { $0["id"].text }
          (next, more) = (part.next, part.json["more"] == true)
        }
        #expect(ids == photos + [other, album, link], "\(limit)")
      }
      #expect(try page(service.client(), Self.all).kinds == ["photo", "photo", "photo", "album"])
    }
  }

  @Test func `an album in the log is what its address shows, for each reader`() async throws {
    try await withService { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let (album, _) = try ada.makeAlbum(photoCount: 2)
      _ = try ada.addToAlbum(album, ada.addPhoto("?visibility=private"))
      for client in [ada, bob, service.client()] {
        let change = try #require(page(client, "kinds=albums").json["changes"][0])
        let shown = try client.get("/v1/albums/\(album)").json()
        #expect(change.names == shown.names.union(["change", "kind"]))
        for name in shown.names { #expect(change[name] == shown[name], "\(name)") }
      }
    }
  }

  @Test func `a loss has nothing but its name, version and reason`() async throws {
    try await withService { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let album = try ada.makeAlbum()
      let start = try page(bob, "kinds=albums").next
      _ = try ada.send("PATCH", "/v1/albums/\(album)", json: #"{"visibility":"private","title":"Secret"}"#)
      let hidden = try page(bob, "kinds=albums&since=\(start)")
      let loss = try #require(hidden.json["changes"][0])
      #expect(loss.names == ["change", "kind", "reason", "id", "version"])
      #expect(hidden.kinds == ["album-withdrawn"] && hidden.json["changes"][0]["reason"] == "hidden")
      #expect(hidden.json["changes"][0]["id"].text == album)
      _ = try ada.delete("/v1/albums/\(album)")
      #expect(try page(bob, "kinds=albums&since=\(hidden.next)").kinds == [])
    }
  }

  @Test func `links are told to who made them, without their address`() async throws {
    try await withService { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let album = try ada.makeAlbum()
      let starts = try [ada, bob].map { try page($0, Self.all).next }
      let made = try ada.send("POST", "/v1/links", json: #"{"album":"\#(album)"}"#).json()
      let id = try #require(made["id"].text)
      let told = try page(ada, Self.all + "&since=\(starts[0])")
      #expect(told.kinds == ["link"])
      #expect(told.json["changes"][0]["url"] == nil && told.json["changes"][0]["token"] == nil)
      #expect(told.json["changes"][0]["expiresAt"] == made["expiresAt"])
      _ = try ada.delete("/v1/links/\(id)")
      let revoked = try page(ada, Self.all + "&since=\(told.next)")
      #expect(revoked.kinds == ["link-withdrawn"])
      let end = try #require(revoked.json["changes"][0])
      #expect(end.names == ["change", "kind", "reason", "id"])
      #expect(try page(bob, Self.all + "&since=\(starts[1])").kinds == [])
    }
  }

  @Test func `a token goes on with fewer kinds than it was given for, and with more it has expired`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let tokens = try ["", "kinds=photos,albums", Self.all].map { try page(ada, $0).next }
      let (album, photos) = try ada.makeAlbum(photoCount: 1)
      #expect(
        try page(ada, "kinds=albums,photos&since=\(tokens[1])").json["changes"].items.map { $0["id"].text }
          == photos + [album])
      #expect(try page(ada, "since=\(tokens[2])").kinds == ["photo"])
      #expect(try page(ada, "kinds=albums&since=\(tokens[2])").kinds == ["album"])
      for (kinds, token) in [("albums", tokens[0]), ("photos,albums,links", tokens[1]), ("links", tokens[1])] {
        for path in ["changes", "events"] {
          let refused = try ada.get("/v1/\(path)?kinds=\(kinds)&since=\(token)")
          #expect(refused.status == 410 && refused.problem == "change-token-expired", "\(kinds)")
          #expect(try refused.member("restart") == "/v1/changes")
          #expect(try refused.member("detail").text?.contains("given for") == true)
        }
      }
      let foreign = try service.client().get("/v1/changes?\(Self.all)&since=\(tokens[2])")
      #expect(foreign.problem == "change-token-invalid")
    }
  }

  @Test(arguments: [
    "", ",", "photos,", ",photos", "photo", "Photos", "photos,photos", "photos;albums", "photos,%20albums", "all", "0",
    "photos,albums,links,links", "photos%00", "%C3%A4",
  ])
  func `other kinds are refused, with the name of the parameter`(kinds: String) async throws {
    try await withService { service in
      for path in ["changes", "events"] {
        let refused = try service.client().get("/v1/\(path)?kinds=\(kinds)")
        #expect(refused.status == 400 && refused.problem == "invalid-parameter")
        #expect(try refused.member("parameter") == "kinds")
      }
    }
  }

  @Test func `random kinds are taken where they are names, each once, and refused with 400 where not`() async throws {
    try await withService { service in
      let names = ["photos", "albums", "links"]
      var random = SeededGenerator(seed: 26)
      for _ in 0..<200 {
        var parts = (0..<Int.random(in: 1...4, using: &random)).map { _ in names.randomElement(using: &random) ?? "" }
        let isDamaged = Int.random(in: 0..<4, using: &random) == 0
        if isDamaged { parts[0] = (["x", "-", "%2C", "%20"].randomElement(using: &random) ?? "x") + parts[0] }
        let isSound = !isDamaged && Set(parts).count == parts.count
        let response = try service.client().get("/v1/changes?kinds=\(parts.joined(separator: ","))")
        #expect(response.status == (isSound ? 200 : 400), "\(parts)")
      }
    }
  }

  @Test func `events tell of albums and links to who asks, as pages do, and of photos between them`() async throws {
    try await withService { service in
      let (owner, other) = (try await service.addAccount("ada"), try await service.addAccount("bob"))
      let ada = service.client(owner)
      let own = try EventReader(service, "/v1/events?\(Self.all)", as: owner)
      let others = try EventReader(service, "/v1/events?\(Self.all)", as: other)
      let everybody = try EventReader(service, "/v1/events?\(Self.all)")
      let plain = try EventReader(service)
      let start = try #require(own.head["Woof-Last-Change"])
      let album = try ada.makeAlbum()
      for reader in [own, others, everybody] {
        let change = try reader.change()
        #expect(change["kind"] == "album" && change["id"].text == album && change["photoCount"] == 0)
      }
      let photo = try ada.addPhoto()
      for reader in [own, others, everybody, plain] { #expect(try reader.change()["id"].text == photo) }
      _ = try ada.addToAlbum(album, photo)
      for reader in [own, others, everybody] { #expect(try reader.change()["photoCount"] == 1) }
      _ = try ada.send("POST", "/v1/links", json: #"{"album":"\#(album)"}"#)
      #expect(try own.change()["kind"] == "link")
      _ = try ada.delete("/v1/albums/\(album)")
      for reader in [others, everybody] { #expect(try reader.change()["kind"] == "album-withdrawn") }
      let ends = try Set([own.change(), own.change()].map { $0["kind"].text })
      #expect(ends == ["album-withdrawn", "link-withdrawn"])
      let next = try ada.addPhoto()
      for reader in [own, others, everybody, plain] { #expect(try reader.change()["id"].text == next) }
      let again = try EventReader(service, "/v1/events?\(Self.all)&since=\(start)", as: owner)
      let kinds = try (0..<4).map { _ in try again.change()["kind"].text }
      #expect(kinds == ["photo", "album-withdrawn", "link-withdrawn", "photo"])
    }
  }

  @Test func `server-sent events name the kinds, and Last-Event-ID goes on after an album`() async throws {
    try await withService { service in
      let owner = try await service.addAccount("ada")
      let ada = service.client(owner)
      let events = try EventReader(service, "/v1/events?kinds=albums", as: owner, ServerSentEventTests.fields)
      #expect(try events.event()["event"] == "start")
      let ids = try (0..<2).map { try ada.makeAlbum("Album \($0)") }
      let first = try events.event()
      #expect(first["event"] == "album")
      let token = try #require(first["id"])
      let later = try EventReader(
        service, "/v1/events?kinds=albums", as: owner,
        ["Accept": "text/event-stream", "Last-Event-ID": token])
      #expect(try later.event()["id"] == token)
      #expect(try JSONValue(Array((later.event()["data"] ?? "").utf8))["id"].text == ids[1])
      _ = try ada.delete("/v1/albums/\(ids[1])")
      #expect(try later.event()["event"] == "album-withdrawn")
    }
  }

  @Test func `a contributor hears of an album when added, of what others add, and when it is over`() async throws {
    try await withService { service in
      let (ada, bob) = (try await service.member("ada"), try await service.addAccount("bob"))
      let album = try ada.makeAlbum("Rex", "private")
      let reader = try EventReader(service, "/v1/events?kinds=albums", as: bob)
      _ = try ada.put("/v1/albums/\(album)/contributors/bob")
      #expect(try reader.change()["contributors"].items == ["bob"])
      _ = try ada.addToAlbum(album, ada.addPhoto())
      #expect(try reader.change()["photoCount"] == 1)
      _ = try ada.delete("/v1/albums/\(album)/contributors/bob")
      let end = try reader.change()
      #expect(end["kind"] == "album-withdrawn" && end["reason"] == "hidden")
    }
  }
}

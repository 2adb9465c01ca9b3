// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// What others than the owner of an album see and do.
@Suite(.overEachProtocol, .overEachWorld) struct AlbumAccessTests {
  @Test func `a private album is not there for others, whatever they ask, administrators included`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let others = [try await service.member("bob"), try await service.member("root", isAdministrator: true)]
      let (id, photos) = try ada.makeAlbum(photoCount: 1, "private")
      for client in others {
        let own = try client.addPhoto()
        for photo in [photos[0], own] {
          for (method, target) in AlbumTests.requests(to: id, photo) {
            let refused = try AlbumTests.send(client, method, target)
            #expect(refused.status == 404 && refused.problem == "not-found", "\(method) \(target)")
          }
        }
        #expect(try client.ids("/v1/albums") == [] && client.ids("/v1/albums?owner=ada") == [])
        #expect(try client.ids("/v1/me/albums") == [])
      }
      for target in ["/v1/albums/\(id)", "/v1/albums/\(id)/photos"] {
        let refused = try service.client().get(target)
        #expect(refused.problem == "not-found")
        // It is the response to what never was, so that it tells nothing.
        let unknown = try service.client().get(target.replacing(id, with: AlbumTests.unknown))
        #expect(try refused.member("detail") == unknown.member("detail"))
      }
      #expect(try ada.get("/v1/albums/\(id)").member("version") == 2)
    }
  }

  @Test func `others read a public album, and change nothing of it`() async throws {
    try await withService { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let (id, photos) = try ada.makeAlbum(photoCount: 2)
      let own = try bob.addPhoto()
      for (method, target) in AlbumTests.requests(to: id, photos[0]) where method != "GET" {
        let refused = try AlbumTests.send(bob, method, target)
        #expect(refused.status == 403 && refused.problem == "forbidden", "\(method) \(target)")
      }
      #expect(try bob.addToAlbum(id, own).problem == "forbidden")
      #expect(try bob.delete("/v1/albums/\(id)/photos/\(AlbumTests.unknown)").problem == "forbidden")
      // There is nothing of one's own to take out.
      #expect(try bob.delete("/v1/albums/\(id)/photos/\(own)").status == 204)
      #expect(try ada.get("/v1/albums/\(id)").member("version") == 3)
      #expect(try bob.albumPhotos(id) == photos)
    }
  }

  @Test func `who did not sign in reads, and is asked to sign in for anything else`() async throws {
    try await withService { service in
      let (id, photos) = try await service.member("ada").makeAlbum(photoCount: 1, "unlisted")
      let requests = AlbumTests.requests(to: id, photos[0])
      for (method, target) in requests + [("POST", "/v1/albums"), ("GET", "/v1/me/albums")] {
        let response = try AlbumTests.send(service.client(), method, target)
        if method == "GET", !target.contains("/me/") {
          #expect(response.status == 200, "\(target)")
        } else {
          #expect(response.problem == "authentication-required", "\(method) \(target)")
          #expect(response["WWW-Authenticate"]?.hasPrefix("Basic") == true)
        }
      }
    }
  }

  @Test func `what is no id of an album, or an unknown one, is not found`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photo = try ada.addPhoto()
      for id in [AlbumTests.unknown, AlbumTests.unknown.uppercased(), photo, "x", "0"] {
        for (method, target) in AlbumTests.requests(to: id, photo) {
          #expect(try AlbumTests.send(ada, method, target).problem == "not-found", "\(method) \(target)")
        }
      }
    }
  }

  @Test func `lists hold what the reader may find, the newest first`() async throws {
    try await withService { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let own = try ["public", "unlisted", "private"].map { try ada.makeAlbum("Rex", $0) }
      let others = try ["private", "unlisted", "public"].map { try bob.makeAlbum("Bella", $0) }
      let (a, b) = (Array(own.reversed()), Array(others.reversed()))
      #expect(try service.client().ids("/v1/albums") == [others[2], own[0]])
      #expect(try ada.ids("/v1/albums") == [others[2]] + a)
      #expect(try bob.ids("/v1/albums") == b + [own[0]])
      #expect(try ada.ids("/v1/me/albums") == a && bob.ids("/v1/me/albums") == b)
      #expect(try ada.ids("/v1/albums?owner=ada") == a && ada.ids("/v1/albums?owner=bob") == [others[2]])
      #expect(try service.client().ids("/v1/albums?owner=ada") == [own[0]])
      for name in ["nobody", "", "not%20a%20name", "ADA%00"] {
        let none = try ada.get("/v1/albums?owner=\(name)")
        #expect(none.status == 200, "\(name)")
        #expect(try none.json() == .object(["items": .array([])]), "\(name)")
      }
      let listed = try ada.get("/v1/albums").member("items").items
      for album in listed { #expect(try ada.get("/v1/albums/\(album["id"].text ?? "")").json() == album) }
    }
  }

  @Test func `pages of albums hold each album once, and refuse what is no cursor of theirs`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let ids = Array(try (0..<7).map { try ada.makeAlbum("Rex", $0 % 2 == 0 ? "public" : "private") }.reversed())
      let photos = try (0..<2).map { _ in try ada.addPhoto() }
      for photo in photos { _ = try ada.addToAlbum(ids[0], photo) }
      for list in ["/v1/albums", "/v1/me/albums", "/v1/albums?owner=ada"] {
        let query = list.contains("?") ? "&" : "?"
        for limit in [1, 3, 7] {
          let pages = try ada.pages("\(list)\(query)limit=\(limit)")
          #expect(pages.flatMap { $0 } == ids, "\(list), \(limit)")
          #expect(pages.allSatisfy { $0.count <= limit } && pages.last?.isEmpty == false)
        }
        for wrong in ["limit=0", "limit=501", "limit=x", "after=x", "after="] {
          #expect(try ada.get("\(list)\(query)\(wrong)").problem == "invalid-parameter", "\(list) \(wrong)")
        }
      }
      let photoCursor = try #require(try ada.get("/v1/photos?limit=1").member("next").text)
      let contentCursor = try #require(try ada.get("/v1/albums/\(ids[0])/photos?limit=1").member("next").text)
      let albumCursor = try #require(try ada.get("/v1/albums?limit=1").member("next").text)
      for target in [
        "/v1/albums?after=\(photoCursor)", "/v1/albums?after=\(contentCursor)", "/v1/me/albums?after=\(contentCursor)",
        "/v1/albums/\(ids[0])/photos?after=\(albumCursor)", "/v1/albums/\(ids[0])/photos?after=\(photoCursor)",
        "/v1/photos?after=\(contentCursor)", "/v1/me/favourites?after=\(albumCursor)",
      ] {
        #expect(try ada.get(target).problem == "invalid-parameter", "\(target)")
      }
    }
  }

  @Test func `an album is no way around the visibility of its photos`() async throws {
    try await withService { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let album = try ada.makeAlbum()
      let hidden = try ada.addPhoto("?visibility=private&caption=secret")
      let open = try ada.addPhoto("?visibility=unlisted")
      for photo in [hidden, open] { #expect(try ada.addToAlbum(album, photo).status == 200) }
      #expect(try ada.albumPhotos(album) == [hidden, open])
      #expect(try ada.get("/v1/albums/\(album)").member("photoCount") == 2)
      for client in [bob, service.client()] {
        let page = try client.get("/v1/albums/\(album)/photos")
        #expect(try page.member("items").items.compactMap { $0["id"].text } == [open])
        let seen = try client.get("/v1/albums/\(album)")
        #expect(try seen.member("photoCount") == 1 && seen.member("cover").text == open)
        #expect(!page.text.contains(hidden) && !seen.text.contains(hidden) && !page.text.contains("secret"))
        #expect(try client.get("/v1/photos/\(hidden)").problem == "not-found")
      }
      #expect(try service.client().ids("/v1/photos") == [])
    }
  }

  // MARK: Administrators

  @Test func `an administrator changes another's album that it may read, and the audit log knows`() async throws {
    try await withService(hasAdministrators: true) { service in
      let ada = try await service.member("ada")
      _ = try await service.addAccount("bob")
      let eve = try await service.member("eve", isAdministrator: true)
      let (id, photos) = try ada.makeAlbum(photoCount: 1)
      let path = "/v1/albums/\(id)"
      #expect(try eve.send("PATCH", path, json: #"{"title":"Spam"}"#).status == 200)
      #expect(try eve.send("PATCH", path, ["If-Match": "\"1\""], json: #"{"title":"Spam"}"#).status == 412)
      #expect(try eve.put("\(path)/contributors/bob").status == 200)
      #expect(try eve.delete("\(path)/contributors/bob").status == 204)
      #expect(try eve.addToAlbum(id, try eve.addPhoto()).status == 403)
      #expect(try eve.delete("\(path)/photos/\(photos[0])").status == 204)
      #expect(try eve.delete(path).status == 204)
      #expect(
        try Self.entries(eve) == [
          "eve albums.edit \(id)", "eve albums.edit \(id) done", "eve albums.edit \(id)",
          "eve albums.edit \(id) precondition-failed", "eve albums.add-contributor \(id)",
          "eve albums.add-contributor \(id) done", "eve albums.remove-contributor \(id)",
          "eve albums.remove-contributor \(id) done", "eve albums.add-photo \(id)",
          "eve albums.add-photo \(id) forbidden", "eve albums.remove-photo \(id)",
          "eve albums.remove-photo \(id) done", "eve albums.delete \(id)", "eve albums.delete \(id) done",
        ])
      let newest = try eve.get("/admin/v1/audit?limit=2").member("items").items
      #expect(newest.last?["details"]["owner"].text == "ada")
    }
  }

  @Test func `changes of one's own album, and what is refused to members, are not in the audit log`() async throws {
    try await withService(hasAdministrators: true) { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let eve = try await service.member("eve", isAdministrator: true)
      let hidden = try ada.makeAlbum("Rex", "private")
      for client in [ada, eve] {
        let (id, photos) = try client.makeAlbum(photoCount: 1)
        #expect(try bob.delete("/v1/albums/\(id)").status == 403)
        for (method, target) in AlbumTests.requests(to: id, photos[0]) {
          #expect(try AlbumTests.send(client, method, target).status < 300, "\(method) \(target)")
        }
      }
      #expect(try eve.send("PATCH", "/v1/albums/\(hidden)", json: #"{"title":"x"}"#).status == 404)
      #expect(try Self.entries(eve) == [])
    }
  }

  /// The entries on albums, as `who action subject outcome`, the newest last.
  private static func entries(_ admin: Client) throws -> [String] {
    try admin.get("/admin/v1/audit?limit=500").member("items").items.reversed()
      .filter { $0["action"].text?.hasPrefix("albums.") == true }
      .map { entry in
        [entry["who"], entry["action"], entry["subject"], entry["outcome"]].compactMap(\.?.text).joined(separator: " ")
      }
  }

  // MARK: Pages of other origins

  @Test(arguments: [("Origin", "http://evil.example"), ("Sec-Fetch-Site", "cross-site")])
  func `a write from another origin is refused`(name: String, value: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let (id, photos) = try ada.makeAlbum(photoCount: 1)
      let writes = AlbumTests.requests(to: id, photos[0]).filter { $0.method != "GET" } + [("POST", "/v1/albums")]
      for (method, target) in writes {
        let refused = try AlbumTests.send(ada, method, target, [(name, value)])
        #expect(refused.status == 403 && refused.problem == "cross-origin-refused", "\(method) \(target)")
      }
      #expect(try ada.ids("/v1/me/albums") == [id])
      #expect(try ada.get("/v1/albums/\(id)", ["Origin": "http://evil.example"]).member("version") == 2)
    }
  }
}

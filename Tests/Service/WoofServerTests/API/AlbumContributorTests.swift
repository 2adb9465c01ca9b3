// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// Those who add to an album besides its owner.
@Suite(.overEachProtocol, .overEachWorld) struct AlbumContributorTests {
  @Test func `a contributor finds and reads a private album, and is told who adds to it`() async throws {
    try await withService { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let cleo = try await service.member("cleo")
      let album = try ada.makeAlbum("Rex", "private")
      #expect(try ada.put("/v1/albums/\(album)/contributors/cleo").status == 200)
      let added = try ada.put("/v1/albums/\(album)/contributors/bob")
      #expect(added.status == 200 && added["ETag"] == "\"3-ada\"")
      #expect(try added.member("contributors") == .array(["bob", "cleo"]))
      #expect(try ada.put("/v1/albums/\(album)/contributors/bob").member("version") == 3)
      for client in [bob, cleo] {
        #expect(try client.get("/v1/albums/\(album)").member("contributors") == .array(["bob", "cleo"]))
        for list in ["/v1/albums", "/v1/me/albums", "/v1/albums?owner=ada"] {
          #expect(try client.ids(list) == [album], "\(list)")
        }
      }
      #expect(try service.client().get("/v1/albums/\(album)").status == 404)
      _ = try ada.send("PATCH", "/v1/albums/\(album)", json: #"{"visibility":"public"}"#)
      #expect(try service.client().get("/v1/albums/\(album)").member("contributors") == nil)
      #expect(try await service.member("dan").get("/v1/albums/\(album)").member("contributors") == nil)
    }
  }

  @Test func `a contributor adds, moves and takes out its own photos, and no others`() async throws {
    try await withService { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let (album, photos) = try ada.makeAlbum(photoCount: 2)
      _ = try ada.put("/v1/albums/\(album)/contributors/bob")
      let own = try bob.addPhoto()
      #expect(try bob.addToAlbum(album, own, json: "{\"before\":\"\(photos[0])\"}").status == 200)
      #expect(try bob.albumPhotos(album) == [own] + photos)
      #expect(try bob.addToAlbum(album, own, json: #"{"before":null}"#).status == 200)
      #expect(try bob.addToAlbum(album, photos[1], json: "{\"before\":\"\(photos[0])\"}").problem == "forbidden")
      #expect(try bob.addToAlbum(album, photos[1]).problem == "forbidden")
      #expect(try bob.delete("/v1/albums/\(album)/photos/\(photos[0])").problem == "forbidden")
      #expect(try bob.send("PATCH", "/v1/albums/\(album)", json: #"{"title":"Mine"}"#).problem == "forbidden")
      #expect(try bob.delete("/v1/albums/\(album)").problem == "forbidden")
      #expect(try bob.albumPhotos(album) == photos + [own])
      #expect(try bob.delete("/v1/albums/\(album)/photos/\(own)").status == 204)
      #expect(try bob.albumPhotos(album) == photos)
    }
  }

  @Test func `the owner of an album moves and takes out the photos of its contributors`() async throws {
    try await withService { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let (album, photos) = try ada.makeAlbum(photoCount: 1)
      _ = try ada.put("/v1/albums/\(album)/contributors/bob")
      let others = [try bob.addPhoto(), try bob.addPhoto()]
      #expect(try bob.addToAlbum(album, others[0]).status == 200)
      #expect(try ada.addToAlbum(album, others[0], json: "{\"before\":\"\(photos[0])\"}").status == 200)
      #expect(try ada.albumPhotos(album) == [others[0], photos[0]])
      #expect(try ada.addToAlbum(album, others[1]).problem == "forbidden")
      let edit = "{\"cover\":\"\(others[0])\"}"
      #expect(try ada.send("PATCH", "/v1/albums/\(album)", json: edit).member("cover").text == others[0])
      #expect(try ada.delete("/v1/albums/\(album)/photos/\(others[0])").status == 204)
      #expect(try ada.get("/v1/albums/\(album)").member("cover").text == photos[0])
    }
  }

  @Test func `a contributor's private photos are in the album for itself only`() async throws {
    try await withService { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let (album, photos) = try ada.makeAlbum(photoCount: 1, "private")
      _ = try ada.put("/v1/albums/\(album)/contributors/bob")
      let hidden = try bob.addPhoto("?visibility=private")
      #expect(try bob.addToAlbum(album, hidden, json: "{\"before\":\"\(photos[0])\"}").member("photoCount") == 2)
      #expect(try bob.get("/v1/albums/\(album)").member("cover").text == hidden)
      #expect(try bob.albumPhotos(album) == [hidden, photos[0]])
      #expect(try ada.get("/v1/albums/\(album)").member("photoCount") == 1)
      #expect(try ada.get("/v1/albums/\(album)").member("cover").text == photos[0])
      #expect(try ada.albumPhotos(album) == photos)
      let edit = "{\"cover\":\"\(hidden)\"}"
      #expect(try ada.send("PATCH", "/v1/albums/\(album)", json: edit).problem == "invalid-parameter")
    }
  }

  @Test func `a contributor leaves, and what it has added stays`() async throws {
    try await withService { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let album = try ada.makeAlbum("Rex", "private")
      _ = try ada.put("/v1/albums/\(album)/contributors/bob")
      let own = try bob.addPhoto()
      _ = try bob.addToAlbum(album, own)
      let left = try bob.delete("/v1/albums/\(album)/contributors/bob")
      #expect(left.status == 204 && left.body.isEmpty)
      #expect(try bob.get("/v1/albums/\(album)").problem == "not-found")
      #expect(try bob.ids("/v1/me/albums") == [])
      #expect(try bob.delete("/v1/albums/\(album)/contributors/bob").problem == "not-found")
      #expect(try ada.albumPhotos(album) == [own])
      #expect(try ada.get("/v1/albums/\(album)").member("contributors") == .array([]))
      _ = try ada.send("PATCH", "/v1/albums/\(album)", json: #"{"visibility":"public"}"#)
      #expect(try bob.addToAlbum(album, try bob.addPhoto()).problem == "forbidden")
      #expect(try bob.delete("/v1/albums/\(album)/photos/\(own)").status == 204)
    }
  }

  @Test func `contributors are the owner's to choose, among accounts that there are`() async throws {
    try await withService { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      _ = try await service.addAccount("cleo")
      let album = try ada.makeAlbum()
      let path = "/v1/albums/\(album)/contributors"
      #expect(try ada.put("\(path)/bob").status == 200)
      for name in ["nobody", "not%20a%20name", "B%00b"] {
        #expect(try ada.put("\(path)/\(name)").problem == "not-found", "\(name)")
      }
      let refused = try ada.put("\(path)/ada")
      #expect(refused.problem == "invalid-parameter")
      #expect(try refused.member("parameter") == "name")
      #expect(try ada.delete("\(path)/cleo").status == 204)
      #expect(try ada.delete("\(path)/nobody").status == 204)
      #expect(try bob.put("\(path)/cleo").problem == "forbidden")
      #expect(try bob.put("\(path)/bob").problem == "forbidden")
      #expect(try bob.delete("\(path)/cleo").problem == "forbidden")
      #expect(try ada.get("/v1/albums/\(album)").member("contributors") == .array(["bob"]))
      #expect(try ada.get("/v1/albums/\(album)").member("version") == 2)
    }
  }

  @Test func `an album has 100 contributors at most`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let album = try ada.makeAlbum()
      let path = "/v1/albums/\(album)/contributors"
      for number in 0...100 { _ = try await service.addAccount("member-\(number)") }
      for number in 0..<100 { #expect(try ada.put("\(path)/member-\(number)").status == 200) }
      let refused = try ada.put("\(path)/member-100")
      #expect((refused.status, refused.problem) == (507, "insufficient-storage"))
      #expect(try refused.member("limitName") == "contributors" && refused.member("limit") == 100)
      #expect(try ada.put("\(path)/member-7").status == 200)
      #expect(try ada.delete("\(path)/member-7").status == 204)
      #expect(try ada.put("\(path)/member-100").member("contributors").items.count == 100)
    }
  }

  @Test func `a batch of a contributor adds its own photos, and takes out no others`() async throws {
    try await withService { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let (album, photos) = try ada.makeAlbum(photoCount: 1, "private")
      _ = try ada.put("/v1/albums/\(album)/contributors/bob")
      let own = [try bob.addPhoto(), try bob.addPhoto("?visibility=private")]
      let ids = (own + photos).map { "\"\($0)\"" }.joined(separator: ",")
      for (name, expected) in [("addToAlbum", [own.count + 1, 2]), ("removeFromAlbum", [1, 1])] {
        let json = "{\"ids\":[\(ids)],\"change\":{\"\(name)\":\"\(album)\"}}"
        let items = try bob.send("POST", "/v1/photos/batch", json: json).member("items").items
        #expect(items.compactMap { $0["status"].integer } == [204, 204, 403], "\(name)")
        let counts = try [bob, ada].map { Int(try $0.get("/v1/albums/\(album)").member("photoCount").integer ?? 0) }
        #expect(counts == expected, "\(name)")
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel
import WoofSystem

@testable import TestKit
@testable import TestPictures

/// The photos of an album: adding, moving and taking them out, one by one and many at once.
@Suite(.overEachProtocol, .overEachWorld) struct AlbumContentTests {
  @Test func `photos come in the order in which they are added, and move where they are put`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let (album, photos) = try ada.makeAlbum(photoCount: 3)
      let new = try (0..<2).map { _ in try ada.addPhoto() }
      let (a, b, c, d, e) = (photos[0], photos[1], photos[2], new[0], new[1])
      let steps: [(String, String?, [String])] = [
        (d, "{\"before\":\"\(a)\"}", [d, a, b, c]), (e, "{}", [d, a, b, c, e]), (d, nil, [d, a, b, c, e]),
        (d, "{}", [d, a, b, c, e]), (d, #"{"before":null}"#, [a, b, c, e, d]),
        (e, "{\"before\":\"\(b)\"}", [a, e, b, c, d]), (a, "{\"before\":\"\(a)\"}", [a, e, b, c, d]),
      ]
      for (photo, json, expected) in steps {
        let response = try ada.addToAlbum(album, photo, json: json)
        #expect(response.status == 200, "\(response.text)")
        #expect(try response.member("photoCount").integer == Int64(expected.count))
        #expect(try response["ETag"] == ada.get("/v1/albums/\(album)")["ETag"])
        #expect(try service.client().albumPhotos(album) == expected, "\(photo) \(json ?? "")")
      }
    }
  }

  @Test(arguments: [
    "[]", "null", #"{"before":1}"#, #"{"before":"x"}"#, #"{"before":"\#(AlbumTests.unknown)"}"#, #"{"after":null}"#,
    #"{"before":null,"x":1}"#, "{",
  ])
  func `a place that makes no sense is refused`(json: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let (album, photos) = try ada.makeAlbum(photoCount: 2)
      for photo in [photos[0], try ada.addPhoto()] {
        let refused = try ada.addToAlbum(album, photo, json: json)
        #expect(refused.status == 400 && refused.problem != nil, "\(refused.text)")
      }
      #expect(try ada.albumPhotos(album) == photos)
    }
  }

  @Test func `a photo that is not in the album, or somebody else's, is no place`() async throws {
    try await withService { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let (album, photos) = try ada.makeAlbum(photoCount: 1)
      for other in [try ada.addPhoto(), try bob.addPhoto(), try bob.addPhoto("?visibility=private")] {
        let refused = try ada.addToAlbum(album, photos[0], json: "{\"before\":\"\(other)\"}")
        #expect(refused.problem == "invalid-parameter")
        #expect(try refused.member("parameter") == "before")
      }
      let text = [("Content-Type", "text/plain")]
      let target = "/v1/albums/\(album)/photos/\(photos[0])"
      #expect(try ada.send("PUT", target, extra: text, body: Array("{}".utf8)).problem == "unsupported-media-type")
    }
  }

  @Test func `photos of others, deleted ones and what is none are not added`() async throws {
    try await withService(deletionGrace: "1h") { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let album = try ada.makeAlbum()
      let deleted = try ada.addPhoto()
      _ = try ada.delete("/v1/photos/\(deleted)")
      let expected = [
        (try bob.addPhoto(), "forbidden"), (try bob.addPhoto("?visibility=unlisted"), "forbidden"),
        (try bob.addPhoto("?visibility=private"), "not-found"), (deleted, "gone"), (AlbumTests.unknown, "not-found"),
        ("x", "not-found"),
      ]
      for (photo, problem) in expected { #expect(try ada.addToAlbum(album, photo).problem == problem, "\(photo)") }
      #expect(try ada.get("/v1/albums/\(album)").member("version") == 1)
    }
  }

  @Test func `a photo is taken out once, and what is not there is no failure`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let (album, photos) = try ada.makeAlbum(photoCount: 3)
      for _ in 0..<2 {
        let response = try ada.delete("/v1/albums/\(album)/photos/\(photos[1])")
        #expect(response.status == 204 && response.body.isEmpty)
        #expect(try ada.get("/v1/albums/\(album)").member("version") == 5)
      }
      #expect(try ada.delete("/v1/albums/\(album)/photos/\(AlbumTests.unknown)").status == 204)
      #expect(try ada.delete("/v1/albums/\(album)/photos/x").problem == "not-found")
      #expect(try ada.albumPhotos(album) == [photos[0], photos[2]])
      #expect(try ada.get("/v1/photos/\(photos[1])").status == 200)
    }
  }

  @Test func `a photo is in any number of albums, and being in one changes nothing of it`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photo = try ada.addPhoto("?visibility=private")
      let before = try ada.get("/v1/photos/\(photo)").json()
      let albums = try (0..<3).map { _ in try ada.makeAlbum() }
      for album in albums { _ = try ada.addToAlbum(album, photo) }
      #expect(try ada.get("/v1/photos/\(photo)").json() == before)
      _ = try ada.delete("/v1/albums/\(albums[0])/photos/\(photo)")
      for album in albums.dropFirst() { #expect(try ada.albumPhotos(album) == [photo]) }
    }
  }

  @Test func `pages hold each photo once, as it is for the reader, and go on behind one that moved`() async throws {
    try await withService { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let (album, photos) = try ada.makeAlbum(photoCount: 7)
      _ = try bob.setFavourite(photos[2])
      for limit in [1, 2, 3, 7] {
        let pages = try bob.pages("/v1/albums/\(album)/photos?limit=\(limit)")
        #expect(pages.flatMap { $0 } == photos && pages.last?.isEmpty == false, "\(limit)")
      }
      for photo in try bob.get("/v1/albums/\(album)/photos").member("items").items {
        #expect(try bob.get("/v1/photos/\(photo["id"].text ?? "")").json() == photo)
      }
      let cursor = try #require(try bob.get("/v1/albums/\(album)/photos?limit=2").member("next").text)
      let rest = "/v1/albums/\(album)/photos?after=\(cursor)"
      _ = try ada.addToAlbum(album, photos[1], json: "{\"before\":\"\(photos[5])\"}")
      #expect(try bob.ids(rest) == [photos[5], photos[6]])
      _ = try ada.delete("/v1/albums/\(album)/photos/\(photos[1])")
      #expect(try bob.ids(rest) == Array(photos[2...]))
      for wrong in ["limit=0", "limit=501", "after=x", "order=newest"] {
        #expect(try bob.get("/v1/albums/\(album)/photos?\(wrong)").problem == "invalid-parameter", "\(wrong)")
      }
    }
  }

  @Test func `a corrupted cursor gets a page or a refusal, and nothing else`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let (album, _) = try ada.makeAlbum(photoCount: 3)
      let cursor = try #require(try ada.get("/v1/albums/\(album)/photos?limit=1").member("next").text)
      var generator = SeededGenerator(seed: 9)
      for _ in 0..<100 {
        var bytes = try #require(Base64.decode(cursor.utf8, as: .url))
        bytes[Int.random(in: bytes.indices, using: &generator)] = .random(in: 0...255, using: &generator)
        let response = try ada.get("/v1/albums/\(album)/photos?after=\(Base64.encode(bytes, as: .url))")
        #expect(response.status == 200 || response.problem == "invalid-parameter")
      }
    }
  }

  @Test func `a deleted photo is out of its albums until it is restored to its place`() async throws {
    try await withService(deletionGrace: "1h") { service in
      let ada = try await service.member("ada")
      let (album, photos) = try ada.makeAlbum(photoCount: 3)
      let tag = try #require(try ada.get("/v1/albums/\(album)")["ETag"])
      _ = try ada.delete("/v1/photos/\(photos[0])")
      let without = try ada.get("/v1/albums/\(album)", ["If-None-Match": tag])
      #expect(without.status == 200)
      #expect(try without.member("photoCount") == 2 && without.member("cover").text == photos[1])
      #expect(try ada.albumPhotos(album) == [photos[1], photos[2]])
      _ = try ada.post("/v1/photos/\(photos[0])/restore", [:], [])
      #expect(try ada.albumPhotos(album) == photos)
      _ = try ada.delete("/v1/photos/\(photos[0])")
      _ = try ada.delete("/v1/me/trash/\(photos[0])")
      #expect(try ada.albumPhotos(album) == [photos[1], photos[2]])
    }
  }

  // MARK: Batches

  @Test func `a batch adds 100 photos, takes them out, and says of each other why not`() async throws {
    try await withService(deletionGrace: "1h") { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let (album, there) = try ada.makeAlbum(photoCount: 1)
      let own = try (0..<100).map { _ in try ada.addPhoto() }
      let deleted = try ada.addPhoto()
      _ = try ada.delete("/v1/photos/\(deleted)")
      let others = [
        try bob.addPhoto(), try bob.addPhoto("?visibility=private"), deleted, AlbumTests.unknown, "nonsense",
      ]
      let ids = Array(others.prefix(2)) + own + Array(others.dropFirst(2)) + there
      let added = try Self.batch(ada, ids, "{\"addToAlbum\":\"\(album)\"}")
      #expect(try Self.statuses(added) == [403, 404] + Array(repeating: 204, count: 100) + [410, 404, 404, 204])
      #expect(try added.member("items").items.compactMap { $0["id"].text } == ids)
      #expect(try Set(ada.albumPhotos(album)) == Set(own + there))
      #expect(try ada.get("/v1/albums/\(album)").member("version") == 102)
      let removed = try Self.batch(ada, own + others, "{\"removeFromAlbum\":\"\(album)\"}")
      #expect(
        try Self.statuses(removed) == Array(repeating: 204, count: 100) + [204, 204, 204, 204, 404])
      #expect(try ada.albumPhotos(album) == there)
    }
  }

  @Test func `a batch changes no album that its account may not add to`() async throws {
    try await withService { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let (album, photos) = try ada.makeAlbum(photoCount: 2)
      let hidden = try ada.makeAlbum("Rex", "private")
      let own = try bob.addPhoto()
      let requests = [
        ("addToAlbum", album, [403, 403]), ("removeFromAlbum", album, [204, 403]), ("addToAlbum", hidden, [404, 404]),
        ("removeFromAlbum", hidden, [404, 404]), ("addToAlbum", AlbumTests.unknown, [404, 404]),
      ]
      for (name, id, expected) in requests {
        let response = try Self.batch(bob, [own, photos[0]], "{\"\(name)\":\"\(id)\"}")
        #expect(try Self.statuses(response) == expected.map(Int64.init), "\(name)")
      }
      #expect(try ada.albumPhotos(album) == photos && ada.albumPhotos(hidden) == [])
      let refused = try Self.batch(service.client(), [photos[0]], "{\"removeFromAlbum\":\"\(album)\"}")
      #expect(refused.problem == "authentication-required")
    }
  }

  @Test(arguments: [
    #"{"addToAlbum":"x"}"#, #"{"addToAlbum":null}"#, #"{"addToAlbum":true}"#, #"{"removeFromAlbum":7}"#,
    #"{"removeFromAlbum":["\#(AlbumTests.unknown)"]}"#,
    #"{"addToAlbum":"\#(AlbumTests.unknown)","removeFromAlbum":"\#(AlbumTests.unknown)"}"#,
    #"{"addToAlbum":"\#(AlbumTests.unknown)","caption":"x"}"#,
    #"{"deleted":true,"addToAlbum":"\#(AlbumTests.unknown)"}"#,
  ])
  func `a batch whose album makes no sense is refused as a whole`(change: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photo = try ada.addPhoto()
      let refused = try Self.batch(ada, [photo], change)
      #expect(refused.status == 400 && refused.problem == "invalid-parameter", "\(refused.text)")
      #expect(try ada.get("/v1/photos/\(photo)").member("version") == 1)
    }
  }

  private static func batch(_ client: Client, _ ids: [String], _ change: String) throws -> ClientResponse {
    let list = ids.map { "\"\($0)\"" }.joined(separator: ",")
    return try client.send("POST", "/v1/photos/batch", json: "{\"ids\":[\(list)],\"change\":\(change)}")
  }

  private static func statuses(_ response: ClientResponse) throws -> [Int64] {
    try response.member("items").items.compactMap { $0["status"].integer }
  }
}

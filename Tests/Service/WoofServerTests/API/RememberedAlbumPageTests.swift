// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit

/// Pages of albums that a loop remembers for whoever has not signed in.
@Suite(.overEachProtocol, .overEachWorld) struct RememberedAlbumPageTests {
  @Test func `a page of an album is the same when it is asked for again`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let (album, photos) = try ada.makeAlbum(photoCount: 3)
      let reader = service.client()
      let first = try reader.get("/v1/albums/\(album)/photos?limit=2")
      let second = try reader.get("/v1/albums/\(album)/photos?limit=2")
      #expect(second.body == first.body && first.status == 200)
      #expect(try first.json()["items"].items.map { $0["id"].text } == photos.prefix(2).map { $0 })
    }
  }

  @Test func `each change of an album is in the next page, whatever it is`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let (album, photos) = try ada.makeAlbum(photoCount: 2)
      let (first, second) = (photos[0], photos[1])
      let path = "/v1/albums/\(album)"
      let reader = service.client()
      func items() throws -> [String?] {
        _ = try reader.get("\(path)/photos")
        return try reader.get("\(path)/photos").json()["items"].items.map { $0["id"].text }
      }
      #expect(try items() == [first, second])
      _ = try ada.addToAlbum(album, second, json: "{\"before\":\"\(first)\"}")
      #expect(try items() == [second, first])
      let third = try ada.addPhoto()
      _ = try ada.addToAlbum(album, third)
      #expect(try items() == [second, first, third])
      _ = try ada.delete("\(path)/photos/\(first)")
      #expect(try items() == [second, third])
      _ = try ada.send("PATCH", "/v1/photos/\(second)", json: #"{"visibility": "private"}"#)
      #expect(try items() == [third])
      _ = try ada.send("PATCH", "/v1/photos/\(second)", json: #"{"visibility": "public"}"#)
      #expect(try items() == [second, third])
      _ = try ada.setFavourite(third)
      let counts = try reader.get("\(path)/photos").json()["items"].items.map { $0["favouriteCount"].integer }
      #expect(counts == [0, 1])
      _ = try ada.send("PATCH", path, json: #"{"visibility": "private"}"#)
      for _ in 0..<2 { #expect(try reader.get("\(path)/photos").status == 404) }
      _ = try ada.send("PATCH", path, json: #"{"visibility": "public"}"#)
      #expect(try items() == [second, third])
      _ = try ada.delete(path)
      for _ in 0..<2 { #expect(try reader.get("\(path)/photos").status == 404) }
    }
  }

  @Test func `accounts get pages of an album of their own, and nobody gets theirs`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let (album, photos) = try ada.makeAlbum(photoCount: 1)
      let secret = try ada.addPhoto("?visibility=private")
      _ = try ada.addToAlbum(album, secret)
      let reader = service.client()
      for _ in 0..<2 {
        #expect(try reader.albumPhotos(album) == photos)
        #expect(try ada.albumPhotos(album) == photos + [secret])
      }
    }
  }
}

/// Pages of share links that a loop remembers for holders who show nothing but the link.
@Suite(.overEachProtocol, .overEachWorld) struct RememberedSharedPageTests {
  @Test func `a page of a link is the same when it is asked for again, and follows what changes`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let (album, photos) = try ada.makeAlbum(photoCount: 2, "private")
      let holder = try LinkHolder(service, ada, album: album)
      func shown() throws -> [String?] {
        let first = try holder.get("/photos")
        let second = try holder.get("/photos")
        #expect(first.body == second.body && first["ETag"] == second["ETag"])
        #expect(second["Cache-Control"] == "private, no-cache" && second["Vary"]?.contains("Woof-Link-Key") == true)
        return try second.json()["items"].items.map { $0["id"].text }
      }
      #expect(try shown() == photos)
      let tag = try #require(try holder.get("/photos")["ETag"])
      #expect(try holder.get("/photos", ["If-None-Match": tag]).status == 304)
      _ = try ada.delete("/v1/albums/\(album)/photos/\(photos[0])")
      #expect(try shown() == [photos[1]])
      _ = try ada.delete("/v1/photos/\(photos[1])")
      #expect(try shown() == [])
      _ = try ada.delete("/v1/links/\(holder.id)")
      for _ in 0..<2 { #expect(try holder.get("/photos").status == 404) }
    }
  }

  @Test func `a page of a link is not shown when the link has expired`() async throws {
    let time = AdvancingTime()
    try await withService(time: time) { service in
      let ada = try await service.member("ada")
      let (album, photos) = try ada.makeAlbum(photoCount: 1, "private")
      let holder = try LinkHolder(service, ada, album: album)
      for _ in 0..<2 { #expect(try holder.photos() == photos) }
      time.advance(bySeconds: 30 * 86_400 + 60)
      for _ in 0..<2 { #expect(try holder.get("/photos?limit=500").status == 404) }
    }
  }

  @Test func `a link that gets a password shows nothing more without it`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let (album, photos) = try ada.makeAlbum(photoCount: 1, "private")
      let holder = try LinkHolder(service, ada, album: album)
      for _ in 0..<2 { #expect(try holder.photos() == photos) }
      _ = try ada.send("PATCH", "/v1/links/\(holder.id)", json: #"{"password":"walkies"}"#)
      for _ in 0..<2 { #expect(try holder.get("/photos").status == 403) }
      let key = try #require(try holder.unlock("walkies").member("key").text)
      let fields: KeyValuePairs = ["Woof-Link-Key": key]
      for _ in 0..<2 { #expect(try holder.get("/photos", fields).status == 200) }
      for _ in 0..<2 { #expect(try holder.get("/photos").status == 403) }
    }
  }
}

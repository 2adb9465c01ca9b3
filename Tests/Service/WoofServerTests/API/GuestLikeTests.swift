// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import ServiceTestKit
@testable import TestKit
@testable import TestPictures

/// Names and likes of the guests of share links.
@Suite(.overEachProtocol, .overEachWorld) struct GuestLikeTests {
  private static let likes = #""allows":["like"]"#
  private static let locked = #""allows":["like","add"],"password":"walkies""#

  @Test func `a guest likes a photo once, which holders and the owner see, and takes it back`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let (album, photos) = try ada.makeAlbum(photoCount: 2, "private")
      let holder = try LinkHolder(service, ada, album: album, Self.likes)
      #expect(try holder.get().member("allows") == .array(["like"]) && holder.get().member("guest") == nil)
      let (oma, opa) = (try Guest(holder, "Oma"), try Guest(holder, "Opa"))
      #expect(try oma.get().member("guest") == "Oma")
      for _ in 0..<2 { #expect(try oma.like(photos[0]).member("likeCount") == 1) }
      let liked = try opa.like(photos[0])
      #expect(liked.status == 200 && liked["Cache-Control"] == "no-store")
      #expect(
        try liked.json() == .object(["likeCount": 2, "likedBy": .array(["Oma", "Opa"]), "isLiked": .bool(true)]))
      let items = try oma.get("/photos").member("items").items
      #expect(items[0]["likeCount"] == 2 && items[0]["isLiked"] == true)
      #expect(items[1]["likeCount"] == 0 && items[1]["likedBy"] == .array([]) && items[1]["isLiked"] == false)
      #expect(try holder.get("/photos").member("items")[0]["isLiked"] == false)
      #expect(try ada.get("/v1/photos/\(photos[0])").member("favouriteCount") == 0)
      let list = try ada.get("/v1/links/\(holder.id)/likes?limit=1")
      #expect(list["Cache-Control"] == "no-store")
      #expect(try list.member("items")[0]["name"] == "Opa" && list.member("items")[0]["photo"].text == photos[0])
      let next = try #require(try list.member("next").text)
      #expect(
        try ada.get("/v1/links/\(holder.id)/likes?after=\(next)").member("items").items.map { $0["name"] } == ["Oma"])
      #expect(try ada.get("/v1/links").member("items")[0]["likeCount"] == 2)
      #expect(try oma.like(photos[0], false).member("likedBy") == .array(["Opa"]))
      #expect(try oma.like(photos[0], false).member("isLiked") == false)
    }
  }

  @Test func `a guest is known by a field or a cookie of the link alone, and may change the name`() async throws {
    try await withService(http: "proxies: {trusted: ['127.0.0.0/8']}") { service in
      let ada = try await service.member("ada")
      let (album, photos) = try ada.makeAlbum(photoCount: 1)
      let (holder, other) = (
        try LinkHolder(service, ada, album: album, Self.likes), try LinkHolder(service, ada, album: album, Self.likes)
      )
      let response = try holder.introduce("  Oma ", ["X-Forwarded-Proto": "https"])
      #expect(response["Cache-Control"] == "no-store")
      #expect(try response.json().names == ["name", "key"] && response.member("name") == "Oma")
      let key = try #require(try response.member("key").text)
      let parts = try #require(response["Set-Cookie"]).split(separator: "; ").map(String.init)
      #expect(parts[0] == "woof-guest=\(key)")
      #expect(Set(parts).isSuperset(of: ["Path=\(holder.path)", "HttpOnly", "SameSite=Strict", "Secure"]))
      let cookie: KeyValuePairs = ["Cookie": "a=b; woof-guest=\(key)"]
      #expect(try holder.get("", cookie).member("guest") == "Oma")
      #expect(try holder.get()["Vary"]?.contains("Woof-Link-Guest") == true)
      #expect(try other.get("", cookie).member("guest") == nil)
      let like = "/photos/\(photos[0])/like"
      #expect(try other.client.send("PUT", other.path + like, cookie).problem == "forbidden")
      #expect(try holder.client.send("PUT", holder.path + like, cookie).status == 200)
      #expect(try holder.introduce("Oma Erna", cookie).member("key").text == key)
      #expect(try holder.get("/photos").member("items")[0]["likedBy"] == .array(["Oma Erna"]))
      for wrong in ["", "x", "\(key)x", String(key.dropLast(24)), String(key.prefix { $0 != "." })] {
        #expect(try holder.get("", ["Woof-Link-Guest": wrong]).member("guest") == nil, "\(wrong)")
      }
    }
  }

  @Test func `without a name, or with one that is none, nobody likes`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photo = try ada.addPhoto("?visibility=private")
      let holder = try LinkHolder(service, ada, photo: photo, Self.likes)
      for client in [holder.client, ada] {
        #expect(try client.put("\(holder.path)/photos/\(photo)/like").problem == "forbidden")
      }
      for name in ["", " ", #"a\nb"#, #"a\u0000"#, #"\u202Eamo"#, String(repeating: "a", count: 41)] {
        #expect(try holder.introduce(name).member("parameter") == "name", "\(name)")
      }
      for json in ["{}", #"{"name":1}"#, #"{"name":"a","id":"b"}"#] {
        #expect(try holder.client.send("PUT", "\(holder.path)/guest", json: json).status == 400, "\(json)")
      }
      #expect(try Guest(holder).like(photo).status == 200)
    }
  }

  @Test func `a page of another origin neither likes, names nor adds`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let (album, photos) = try ada.makeAlbum(photoCount: 1)
      let holder = try LinkHolder(service, ada, album: album, #""allows":["like","add"]"#)
      let guest = try Guest(holder)
      for field in [
        ("Origin", "https://evil.example"), ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Site", "same-site"),
      ] {
        let fields: KeyValuePairs = [field.0: field.1, "Cookie": "woof-guest=\(guest.key)"]
        #expect(try holder.introduce("Eve", fields).problem == "cross-origin-refused")
        for method in ["PUT", "DELETE"] {
          let response = try holder.client.send(method, "\(holder.path)/photos/\(photos[0])/like", fields)
          #expect(response.problem == "cross-origin-refused", "\(method) \(field)")
        }
        #expect(try guest.add(extra: [field]).problem == "cross-origin-refused")
      }
      #expect(try guest.get().member("guest") == "Oma" && ada.albumPhotos(album) == photos)
    }
  }

  @Test func `a link that takes no likes, is locked, expired or revoked takes none, from the next request on`()
    async throws
  {
    try await withService { service in
      let ada = try await service.member("ada")
      let (album, photos) = try ada.makeAlbum(photoCount: 1, "private")
      let plain = try LinkHolder(service, ada, album: album, #""allows":["download"]"#)
      #expect(try plain.introduce("Eve").problem == "forbidden")
      #expect(try plain.client.put("\(plain.path)/photos/\(photos[0])/like").problem == "forbidden")
      #expect(try plain.get("/photos").member("items")[0]["likeCount"] == nil)
      let holder = try LinkHolder(service, ada, album: album, Self.likes)
      let guest = try Guest(holder)
      #expect(try guest.like(photos[0]).status == 200)
      #expect(try ada.send("PATCH", "/v1/links/\(holder.id)", json: #"{"allows":["add"]}"#).status == 200)
      #expect(try guest.like(photos[0]).problem == "forbidden")
      #expect(try guest.get("/photos").member("items")[0]["likedBy"] == nil)
      #expect(try ada.send("PATCH", "/v1/links/\(holder.id)", json: "{\(Self.locked)}").status == 200)
      for response in try [guest.like(photos[0]), guest.like(photos[0], false), guest.add(), holder.introduce("Eve")] {
        #expect(response.problem == "forbidden" && response["Set-Cookie"] == nil)
      }
      #expect(try ada.delete("/v1/links/\(holder.id)").status == 204)
      for response in try [guest.like(photos[0]), guest.like(photos[0], false), guest.add(), holder.introduce("Eve")] {
        #expect(response.problem == "not-found")
      }
      #expect(try ada.get("/v1/links/\(holder.id)/likes").problem == "not-found")
    }
  }

  @Test func `what a link does not show is liked by nobody, and likes are listed for its owner alone`() async throws {
    try await withService(hasAdministrators: true) { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let (album, photos) = try ada.makeAlbum(photoCount: 2)
      let holder = try LinkHolder(service, ada, album: album, Self.likes)
      let guest = try Guest(holder)
      #expect(try guest.like(photos[0]).status == 200)
      let hidden = [
        try ada.addPhoto(), try bob.addPhoto(), album, "x", "0193a7b2-0000-7000-8000-000000000000",
        photos[0].uppercased(),
      ]
      for id in hidden {
        #expect(try guest.like(id).problem == "not-found", "\(id)")
        #expect(try guest.like(id, false).problem == "not-found", "\(id)")
      }
      let eve = try await service.member("eve", isAdministrator: true)
      for client in [bob, eve] { #expect(try client.get("/v1/links/\(holder.id)/likes").problem == "not-found") }
      #expect(try holder.client.get("/v1/links/\(holder.id)/likes").status == 401)
      #expect(try ada.delete("/v1/albums/\(album)/photos/\(photos[0])").status == 204)
      #expect(try guest.like(photos[0], false).problem == "not-found")
    }
  }

  @Test func `names from one address are limited`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let holder = try LinkHolder(service, ada, photo: try ada.addPhoto(), Self.likes)
      for number in 0..<20 { #expect(try holder.introduce("Guest \(number)").status == 200) }
      let refused = try holder.introduce("One more")
      #expect(refused.problem == "too-many-requests" && refused["Retry-After"] == "60")
    }
  }
}

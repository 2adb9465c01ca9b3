// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel
import WoofServer

@testable import ServiceTestKit
@testable import TestKit
@testable import TestPictures

/// What share links show to whoever holds them: `/v1/shared/{token}`.
@Suite(.overEachProtocol, .overEachWorld) struct SharedTests {
  private static let unknown = "0193a7b2-0000-7000-8000-000000000000"

  // MARK: Albums and photos

  @Test func `an album is shown as its owner sees it, private photos included`() async throws {
    try await withService(pictures: ScriptedTransformer()) { service in
      let ada = try await service.member("ada")
      let album = try ada.makeAlbum("Rex at the lake", "private")
      let photos = try ["private", "public", "unlisted"].map { try ada.addPhoto("?visibility=\($0)&caption=Rex") }
      for photo in photos { _ = try ada.addToAlbum(album, photo) }
      let holder = try LinkHolder(service, ada, album: album)
      let summary = try holder.get()
      #expect(summary.status == 200)
      let names = ["isLocked", "expiresAt", "kind", "owner", "title", "photoCount", "cover", "allows"]
      #expect(try summary.json().names == Set(names))
      #expect(try summary.member("kind") == "album" && summary.member("owner") == "ada")
      #expect(try summary.member("title") == "Rex at the lake" && summary.member("photoCount") == 3)
      #expect(try summary.member("cover").text == photos[0] && summary.member("isLocked") == false)
      #expect(try holder.client.pages("\(holder.path)/photos?limit=2") == [Array(photos[..<2]), [photos[2]]])
      // The service has the copies that are for downloads, and does not speak of them.
      for photo in photos { #expect(try ada.get("/v1/photos/\(photo)/variants/shareable").status == 200) }
      let own = try ada.get("/v1/photos/\(photos[0])").member("variants")
      #expect(own?.names.contains("shareable") == true)
      for photo in try holder.get("/photos").member("items").items {
        let members = [
          "id", "owner", "caption", "contentType", "width", "height", "createdAt", "placeholder", "averageColour",
          "variants",
        ]
        #expect(photo.names == Set(members))
        #expect(photo["owner"] == "ada" && photo["caption"] == "Rex" && photo["contentType"] == "image/jpeg")
        #expect(photo["variants"]?.names.contains("shareable") == false)
      }
      for photo in photos {
        for place in ["thumb", "grid", "preview"] {
          let image = try holder.get("/photos/\(photo)/variants/\(place)")
          #expect(image.status == 200 && image["Content-Type"] == "image/webp", "\(place)")
        }
        #expect(try holder.get("/photos/\(photo)/variants/poster").problem == "not-found")
      }
      #expect(try service.client().get("/v1/albums/\(album)").status == 404)
      #expect(try service.client().get("/v1/photos/\(photos[0])").status == 404)
    }
  }

  @Test func `a photo is shown alone, and its neighbours are not`() async throws {
    try await withService(pictures: ScriptedTransformer()) { service in
      let ada = try await service.member("ada")
      let (photo, other) = (try ada.addPhoto("?visibility=private&caption=Rex"), try ada.addPhoto())
      let holder = try LinkHolder(service, ada, photo: photo, #""allows":["download"]"#)
      let summary = try holder.get().json()
      #expect(summary["kind"] == "photo" && summary["title"] == "Rex" && summary["photoCount"] == 1)
      #expect(summary["cover"].text == photo && summary["allows"] == .array(["download"]))
      #expect(try holder.photos() == [photo])
      for place in LinkHolder.places(of: photo) { #expect(try holder.get(place).status == 200, "\(place)") }
      for id in [other, Self.unknown, "x", photo.uppercased()] {
        for place in LinkHolder.places(of: id) { #expect(try holder.get(place).problem == "not-found", "\(place)") }
      }
    }
  }

  @Test func `what is put into a shared album is shown at once, and what is taken out is not`() async throws {
    try await withService(pictures: ScriptedTransformer()) { service in
      let ada = try await service.member("ada")
      let (album, photos) = try ada.makeAlbum(photoCount: 1, "private")
      let holder = try LinkHolder(service, ada, album: album, #""allows":["download"]"#)
      let late = try ada.addPhoto("?visibility=private")
      for place in LinkHolder.places(of: late) { #expect(try holder.get(place).status == 404) }
      _ = try ada.addToAlbum(album, late)
      #expect(try holder.photos() == photos + [late])
      for place in LinkHolder.places(of: late) { #expect(try holder.get(place).status == 200) }
      #expect(try ada.delete("/v1/albums/\(album)/photos/\(late)").status == 204)
      #expect(try holder.photos() == photos && holder.get().member("photoCount") == 1)
      for place in LinkHolder.places(of: late) { #expect(try holder.get(place).status == 404) }
    }
  }

  // MARK: Downloads

  @Test func `originals and whole copies are for links that allow downloads`() async throws {
    try await withService(pictures: ScriptedTransformer()) { service in
      let ada = try await service.member("ada")
      let picture = SampleJPEG.next()
      let photo = try #require(try ada.add(picture)["id"].text)
      let closed = try LinkHolder(service, ada, photo: photo)
      let open = try LinkHolder(service, ada, photo: photo, #""allows":["download"],"location":true"#)
      for place in ["original", "original?download", "variants/shareable", "variants/%73hareable"] {
        #expect(try closed.get("/photos/\(photo)/\(place)").problem == "forbidden", "\(place)")
        #expect(try closed.client.head("\(closed.path)/photos/\(photo)/\(place)").status == 403, "\(place)")
        #expect(try open.get("/photos/\(photo)/\(place)").status == 200, "\(place)")
      }
      #expect(try open.get("/photos/\(photo)/original").body == picture)
      let thumb = try closed.get("/photos/\(photo)/variants/thumb?download")
      #expect(thumb["Content-Disposition"] == "attachment; filename=\"\(photo)-thumb.webp\"")
      #expect(try closed.get("/photos/\(photo)/original?size=1").problem == "invalid-parameter")
    }
  }

  @Test func `where the service makes no smaller images, holders look at copies of whole photos`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photo = try ada.addPhoto("?visibility=private")
      let holder = try LinkHolder(service, ada, photo: photo)
      #expect(try holder.get("/photos/\(photo)/variants/shareable").status == 200)
      #expect(try holder.get("/photos/\(photo)/original").problem == "forbidden")
    }
  }

  @Test func `ranges, conditions and HEAD work as for originals`() async throws {
    try await withService(pictures: ScriptedTransformer()) { service in
      let ada = try await service.member("ada")
      let photo = try ada.addPhoto("?visibility=private")
      // A list changes once when images have been derived.
      try await eventually { try ada.get("/v1/photos/\(photo)").member("variants")?.names.count == 3 }
      let holder = try LinkHolder(service, ada, photo: photo, #""allows":["download"]"#)
      for target in holder.targets(photo) {
        let whole = try holder.client.get(target)
        let tag = try #require(whole["ETag"], "\(target)")
        #expect(try holder.client.get(target, ["If-None-Match": tag]).status == 304, "\(target)")
        #expect(try holder.client.get(target, ["If-None-Match": "\"x\""]).status == 200, "\(target)")
        #expect(try holder.client.get(target, ["If-Match": "\"x\""]).status == 412, "\(target)")
        let part = try holder.client.get(target, ["Range": "bytes=1-3", "If-Range": tag])
        #expect(part.status == 206 && part.body == Array(whole.body[1...3]), "\(target)")
        #expect(try holder.client.get(target, ["Range": "bytes=9999999-"]).status == 416, "\(target)")
        let head = try holder.client.head(target)
        #expect(head.status == 200 && head.body.isEmpty && head["Content-Length"] == "\(whole.body.count)", "\(target)")
      }
    }
  }

  @Test func `caches have to ask each time, and the address is told to nobody`() async throws {
    try await withService(pictures: ScriptedTransformer()) { service in
      let ada = try await service.member("ada")
      let photo = try ada.addPhoto()
      let holder = try LinkHolder(service, ada, photo: photo, #""allows":["download"]"#)
      for target in holder.targets(photo) + ["\(holder.path)/photos/\(Self.unknown)/original", "/s/x", "/v1/shared/x"] {
        for method in ["GET", "HEAD"] {
          let response = try holder.client.send(method, target)
          #expect(response["X-Robots-Tag"] == "noindex" && response["Referrer-Policy"] == "no-referrer", "\(target)")
          if response.status == 200 { #expect(response["Cache-Control"] == "private, no-cache", "\(target)") }
          for (name, value) in response.fields { #expect(!value.contains(holder.token), "\(target): \(name)") }
        }
        let tag = try holder.client.get(target)["ETag"]
        let unchanged = try holder.client.get(target, ["If-None-Match": tag ?? "\"\""])
        if tag != nil { #expect(unchanged["Cache-Control"] == "private, no-cache", "\(target)") }
      }
      for path in ["", "/photos"] {
        let vary = try holder.get(path).values("Vary").joined(separator: ", ")
        #expect(vary.contains("Cookie") && vary.contains("Woof-Link-Key"))
      }
    }
  }

  // MARK: Ends

  @Test func `a revoked link opens nothing from the next request on, whatever was kept of it`() async throws {
    try await withService(pictures: ScriptedTransformer()) { service in
      let ada = try await service.member("ada")
      let (album, photos) = try ada.makeAlbum(photoCount: 1)
      let holders = [
        try LinkHolder(service, ada, album: album, #""allows":["download"],"location":true"#),
        try LinkHolder(service, ada, photo: photos[0], #""allows":["download"]"#),
      ]
      for holder in holders {
        var tags: [String: String] = [:]
        for target in holder.targets(photos[0]) {
          // Twice, so that the loop has what it keeps.
          for _ in 0..<2 { tags[target] = try holder.client.get(target)["ETag"] }
        }
        #expect(tags.count == 8)
        #expect(try ada.delete("/v1/links/\(holder.id)").status == 204)
        for (target, tag) in tags {
          for client in [holder.client, service.client(), ada] {
            #expect(try client.get(target).status == 404, "\(target)")
            #expect(try client.head(target).status == 404, "\(target)")
            #expect(try client.get(target, ["If-None-Match": tag]).status == 404, "\(target)")
            #expect(try client.get(target, ["If-None-Match": "*"]).status == 404, "\(target)")
            #expect(try client.get(target, ["Range": "bytes=0-1", "If-Range": tag]).status == 404, "\(target)")
          }
        }
        #expect(try holder.unlock("walkies").problem == "not-found")
        let missing = try service.client().get("/v1/shared/\(String(holder.token.reversed()))")
        #expect(try holder.get().member("detail") == missing.member("detail"))
      }
    }
  }

  @Test func `a link follows its photo: gone while it is deleted or another account's, and back with it`() async throws
  {
    try await withService(deletionGrace: "1h", pictures: ScriptedTransformer(), hasAdministrators: true) { service in
      let (ada, eve) = (try await service.member("ada"), try await service.member("eve", isAdministrator: true))
      _ = try await service.member("bob")
      let (album, photos) = try ada.makeAlbum(photoCount: 2, "private")
      let photo = photos[0]
      let single = try LinkHolder(service, ada, photo: photo, #""allows":["download"]"#)
      let whole = try LinkHolder(service, ada, album: album, #""allows":["download"]"#)
      func expectShown(_ isShown: Bool, _ when: String) throws {
        for target in single.targets(photo) {
          #expect(try (single.client.get(target).status == 200) == isShown, "\(when): \(target)")
        }
        for place in LinkHolder.places(of: photo) {
          #expect(try (whole.get(place).status == 200) == isShown, "\(when): \(place)")
        }
        #expect(try whole.photos() == (isShown ? photos : [photos[1]]), "\(when)")
      }
      try expectShown(true, "before")
      #expect(try ada.delete("/v1/photos/\(photo)").status == 204)
      try expectShown(false, "deleted")
      #expect(try ada.post("/v1/photos/\(photo)/restore", [:], []).status == 200)
      try expectShown(true, "restored")
      for (owner, isShown) in [("bob", false), ("ada", true)] {
        let json = #"{"owner":"\#(owner)","visibility":"private"}"#
        #expect(try eve.send("PATCH", "/admin/v1/photos/\(photo)", json: json).status == 200)
        try expectShown(isShown, "given to \(owner)")
      }
      #expect(try ada.delete("/v1/photos/\(photo)").status == 204)
      #expect(try ada.delete("/v1/me/trash/\(photo)").status == 204)
      try expectShown(false, "erased")
      try await eventually { try ada.ids("/v1/links") == [whole.id] }
    }
  }

  @Test func `links end with their album, rest with their disabled account, and end with it`() async throws {
    try await withService { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let (album, photos) = try ada.makeAlbum(photoCount: 1)
      let holders = [try LinkHolder(service, ada, album: album), try LinkHolder(service, ada, photo: photos[0])]
      let other = try LinkHolder(service, bob, photo: try bob.addPhoto())
      func statuses() throws -> [Int] { try (holders + [other]).map { try $0.get().status } }
      let name = try #require(AccountName("ada"))
      #expect(try statuses() == [200, 200, 200])
      try await service.running.credentials.setDisabled(true, of: name)
      #expect(try statuses() == [404, 404, 200])
      try await service.running.credentials.setDisabled(false, of: name)
      #expect(try statuses() == [200, 200, 200])
      #expect(try ada.delete("/v1/albums/\(album)").status == 204)
      #expect(try statuses() == [404, 200, 200] && ada.ids("/v1/links") == [holders[1].id])
    }
  }

  // MARK: Addresses

  @Test func `what is no secret of a link is not found, and says no more than one that never was`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let holder = try LinkHolder(service, ada, photo: try ada.addPhoto())
      let token = holder.token
      let others = [
        String(token.dropLast()), "\(token)A", "\(token)=",
        token.lowercased() == token ? token.uppercased() : token.lowercased(),
        String(token.reversed()), holder.id, "x", "\(token)%20",
        String(repeating: "A", count: 43), String(repeating: "é", count: 43),
      ]
      let paths = ["", "/photos", "/photos/\(Self.unknown)/original", "/photos/\(Self.unknown)/variants/thumb"]
      let detail = try service.client().get("/v1/shared/x").member("detail")
      for other in others.map({ $0.replacing("é", with: "%C3%A9") }) {
        for path in paths {
          let response = try service.client().get("/v1/shared/\(other)\(path)")
          #expect(response.problem == "not-found", "\(other)")
          #expect(try response.member("detail") == detail, "\(other)")
        }
        #expect(try service.client().get("/s/\(other)").status == 404)
      }
      // No route has these.
      for other in ["%00\(token.dropFirst())", "\(token.dropLast())%2F"] {
        for path in paths { #expect(try service.client().get("/v1/shared/\(other)\(path)").problem == "not-found") }
      }
      for path in ["/", "//photos", "/photos/", "/../\(token)", "/photos/x/y/z", "/unlock/x"] {
        #expect(try holder.get(path).problem == "not-found", "\(path)")
      }
      #expect(try holder.get("?x=1").problem == "invalid-parameter")
    }
  }

  @Test func `an address may be percent-encoded, and holders write nothing`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photo = try ada.addPhoto()
      let holder = try LinkHolder(service, ada, photo: photo)
      let encoded = holder.token.utf8.map { "%\(String($0, radix: 16))" }.joined()
      #expect(try holder.client.get("/v1/shared/\(encoded)").body == holder.get().body)
      #expect(try holder.client.get("/s/\(encoded)").body == holder.client.get(holder.page).body)
      for target in holder.targets(photo) {
        for method in ["PUT", "DELETE", "PATCH", "POST"] {
          // To an album with a link that allows it, photos are added.
          let status = method == "POST" && target.hasSuffix("/photos") ? 403 : 405
          #expect(try holder.client.send(method, target).status == status, "\(method) \(target)")
        }
      }
    }
  }
}

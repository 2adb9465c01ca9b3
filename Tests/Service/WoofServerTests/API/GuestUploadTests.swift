// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCryptography
import WoofModel

@testable import ServiceTestKit
@testable import TestKit
@testable import TestPictures

/// Photos that holders of share links add to albums.
@Suite(.overEachProtocol, .overEachWorld) struct GuestUploadTests {
  private static let adding = #""allows":["add"]"#

  @Test func `a photo of a guest is the owner's, private, at the end of the album, with the guest's name`() async throws
  {
    try await withService(pictures: ScriptedTransformer(), hasAdministrators: true) { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let (album, photos) = try ada.makeAlbum(photoCount: 1)
      let holder = try LinkHolder(service, ada, album: album, Self.adding)
      let picture = SampleJPEG.next()
      let added = try Guest(holder, "Oma").add(picture, "?fileName=Kitchen.jpg")
      #expect(added.status == 201 && added["Cache-Control"] == "no-store" && added["Location"] == nil)
      let id = try #require(try added.member("id").text)
      #expect(try !added.json().names.contains("fileName") && added.member("owner") == "ada")
      #expect(try holder.photos() == photos + [id] && ada.albumPhotos(album) == photos + [id])
      #expect(try holder.get("/photos/\(id)/variants/thumb").status == 200)
      let metadata = try ada.get("/v1/photos/\(id)").json()
      #expect(metadata["visibility"] == "private" && metadata["fileName"] == "Kitchen.jpg")
      #expect(metadata["byteCount"] == .integer(Int64(picture.count)) && metadata["guest"] == nil)
      let listed = try ada.get("/v1/albums/\(album)/photos").member("items").items
      #expect(listed[1]["guest"] == "Oma" && listed[0]["guest"] == nil)
      #expect(try bob.albumPhotos(album) == photos && service.client().get("/v1/photos/\(id)").status == 404)
      // Once the owner lets everybody see it, still nobody else is told who added it.
      #expect(try ada.send("PATCH", "/v1/photos/\(id)", json: #"{"visibility":"public"}"#).status == 200)
      let open = try bob.get("/v1/albums/\(album)/photos").member("items").items
      #expect(open.count == 2 && open.allSatisfy { $0["guest"] == nil })
      #expect(try ada.delete("/v1/albums/\(album)/photos/\(id)").status == 204)
      #expect(try holder.photos() == photos && ada.get("/v1/photos/\(id)").status == 200)
      let eve = try await service.member("eve", isAdministrator: true)
      let entries = try eve.get("/admin/v1/audit").member("items").items.filter { $0["action"] == "links.add" }
      #expect(entries.count == 1 && entries[0]["subject"].text == holder.id && entries[0]["who"] == "ada")
      #expect(entries[0]["details"]["photo"].text == id && entries[0]["details"]["guest"] == "Oma")
      #expect(try !eve.get("/admin/v1/audit").text.contains(holder.token))
    }
  }

  @Test func `a digest and a key that come with a photo are honoured, each guest's for itself`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let album = try ada.makeAlbum()
      let holder = try LinkHolder(service, ada, album: album, Self.adding)
      let guest = try Guest(holder)
      let (picture, other) = (SampleJPEG.next(), SampleJPEG.next())
      let digest = try #require(Digest(SHA256.digest(of: picture)))
      let field = ("Repr-Digest", "sha-256=:\(digest.standardBase64):")
      #expect(try guest.add(other, extra: [field]).problem == "digest-mismatch")
      let key = ("Idempotency-Key", #""a""#)
      let first = try guest.add(picture, extra: [field, key])
      #expect(first.status == 201)
      let again = try guest.add(picture, extra: [field, key])
      #expect(try again.status == 201 && again.member("id") == first.member("id"))
      #expect(try guest.add(other, extra: [key]).problem == "idempotency-key-reused")
      // The owner's key of the same text is another one.
      let own = try ada.post("/v1/photos", ["Content-Type": "image/jpeg", "Idempotency-Key": #""a""#], other)
      #expect(own.status == 201)
      #expect(try Guest(holder, "Opa").add(extra: [key]).status == 201)
      #expect(try holder.photos().count == 2)
    }
  }

  @Test func `bytes that the album shows are no new photo, and those that its owner has elsewhere stay there`()
    async throws
  {
    try await withService { service in
      let ada = try await service.member("ada")
      let album = try ada.makeAlbum()
      let holder = try LinkHolder(service, ada, album: album, Self.adding)
      let guest = try Guest(holder)
      let picture = SampleJPEG.next()
      let first = try guest.add(picture)
      let again = try guest.add(picture)
      #expect(try again.status == 200 && again.member("id") == first.member("id"))
      let secret = SampleJPEG.next()
      let hidden = try #require(try ada.add(secret, "?visibility=private&caption=Not%20for%20Oma")["id"].text)
      let refused = try guest.add(secret)
      #expect(refused.problem == "conflict" && !refused.text.contains(hidden) && !refused.text.contains("Not for"))
      #expect(try guest.add(secret, extra: [("Idempotency-Key", #""a""#)]).problem == "conflict")
      #expect(try guest.add(secret, extra: [("Idempotency-Key", #""a""#)]).problem == "conflict")
      #expect(try holder.photos().count == 1 && ada.albumPhotos(album).count == 1)
    }
  }

  @Test func `what is no picture, too large, a form or a part is refused and leaves nothing`() async throws {
    try await withService(photos: "bytes: '10 kB'") { service in
      let ada = try await service.member("ada")
      let album = try ada.makeAlbum()
      let guest = try Guest(try LinkHolder(service, ada, album: album, Self.adding))
      let picture = SampleJPEG.next()
      #expect(try guest.add([1, 2, 3]).problem == "invalid-image")
      #expect(try guest.add(Array(picture.dropLast(20))).problem == "invalid-image")
      #expect(try guest.add([UInt8](repeating: 0, count: 20_000)).problem == "payload-too-large")
      #expect(try guest.add(extra: [("Content-Type", "text/html")]).problem == "unsupported-media-type")
      #expect(
        try guest.add(extra: [("Content-Type", "multipart/form-data; boundary=x")]).problem == "unsupported-media-type")
      #expect(try guest.add(extra: [("Upload-Complete", "?0")]).problem == "invalid-request")
      #expect(try guest.add(picture, "?visibility=public").member("parameter") == "visibility")
      #expect(try guest.add(picture, "?fileName=a%2Fb").member("parameter") == "fileName")
      #expect(try ada.ids("/v1/me/photos") == [])
    }
  }

  @Test func `nobody adds without a name, by a link that lets nobody, or to one photo`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let (album, photos) = try ada.makeAlbum(photoCount: 1)
      for members in [
        #""photo":"\#(photos[0])","allows":["add"]"#, #""photo":"\#(photos[0])","allows":["like","add"]"#,
      ] {
        #expect(try ada.send("POST", "/v1/links", json: "{\(members)}").member("parameter") == "allows")
      }
      let single = try LinkHolder(service, ada, photo: photos[0], #""allows":["like"]"#)
      let patched = try ada.send("PATCH", "/v1/links/\(single.id)", json: #"{"allows":["add"]}"#)
      #expect(try patched.status == 400 && patched.member("parameter") == "allows")
      let likes = try Guest(try LinkHolder(service, ada, album: album, #""allows":["like"]"#))
      for guest in [try Guest(single), likes] { #expect(try guest.add().problem == "forbidden") }
      let holder = try LinkHolder(service, ada, album: album, Self.adding)
      for client in [holder.client, ada] {
        let response = try client.send(
          "POST", "\(holder.path)/photos", extra: [("Content-Type", "image/jpeg")], body: SampleJPEG.next())
        #expect(response.problem == "forbidden")
      }
      #expect(try ada.ids("/v1/me/photos") == photos)
    }
  }

  @Test func `so many photos and bytes come by a link in a day, and no more than the owner may have`() async throws {
    try await withService(http: "links: {photosPerDay: 2}, quotas: {photos: 4}") { service in
      let ada = try await service.member("ada")
      let album = try ada.makeAlbum()
      let guest = try Guest(try LinkHolder(service, ada, album: album, Self.adding))
      for _ in 0..<2 { #expect(try guest.add().status == 201) }
      let refused = try guest.add()
      let seconds = refused["Retry-After"].flatMap { Int($0) } ?? 0
      #expect(refused.problem == "too-many-requests" && (1...86_400).contains(seconds))
      // Another link has a day of its own, within the quota of the account.
      let other = try Guest(try LinkHolder(service, ada, album: album, Self.adding))
      for _ in 0..<2 { #expect(try other.add().status == 201) }
      let third = try Guest(try LinkHolder(service, ada, album: album, Self.adding))
      let full = try third.add()
      #expect(try full.problem == "insufficient-storage" && full.member("used") == nil)
      #expect(try ada.albumPhotos(album).count == 4)
    }
  }

  @Test func `places in a guest's photo are told to the owner, and to no holder of the link`() async throws {
    try await withService(pictures: ScriptedTransformer()) { service in
      let ada = try await service.member("ada")
      let album = try ada.makeAlbum("Rex", "private")
      let holder = try LinkHolder(service, ada, album: album, #""allows":["add","download"]"#)
      let picture = SampleJPEG(segments: [(0xE1, .text("http://ns.adobe.com/xap/1.0/\0") + .text("<x>GPSLatitude</x>"))]
      )
      let added = try Guest(holder).add(picture.bytes, "?fileName=Kitchen.jpg")
      let id = try #require(try added.member("id").text)
      for place in ["/photos", "/photos/\(id)/original", "/photos/\(id)/variants/shareable"] {
        let response = try holder.get(place)
        #expect(response.status == 200 && !response.text.contains("GPSLatitude") && !response.text.contains("Kitchen"))
      }
      #expect(try ada.get("/v1/photos/\(id)/original").body == picture.bytes)
    }
  }
}

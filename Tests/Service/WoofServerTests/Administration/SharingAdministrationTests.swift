// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// Albums and share links as administrators see them: `/admin/v1/albums` and `/admin/v1/links`.
@Suite(.overEachWorld) struct SharingAdministrationTests {
  @Test func `albums of all accounts are listed in pages as their owners see them, or those of one`() async throws {
    try await withService(hasAdministrators: true) { service in
      let eve = try await service.member("eve", isAdministrator: true)
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let albums = [try ada.makeAlbum("One", "private"), try bob.makeAlbum("Two"), try ada.makeAlbum("Three")]
      let photo = try ada.addPhoto()
      #expect(try ada.send("PUT", "/v1/albums/\(albums[0])/photos/\(photo)").status == 200)
      #expect(try eve.ids("/admin/v1/albums") == albums.reversed())
      #expect(try eve.ids("/admin/v1/albums?owner=ada") == [albums[2], albums[0]])
      let first = try eve.get("/admin/v1/albums?limit=2")
      let next = try #require(try first.member("next").text)
      let album = try #require(try eve.get("/admin/v1/albums?limit=2&after=\(next)").member("items").items.first)
      #expect(album["title"] == "One" && album["photoCount"] == 1 && album["visibility"] == "private")
      #expect(try eve.get("/admin/v1/albums?owner=nobody").problem == "not-found")
      #expect(try ada.get("/admin/v1/albums").problem == "forbidden")
      #expect(try eve.get("/v1/albums/\(albums[0])").problem == "not-found")
    }
  }

  @Test func `an album is deleted with its links, after a plan and with a reason, and its photos stay`() async throws {
    try await withService(hasAdministrators: true) { service in
      let (ada, eve) = (try await service.member("ada"), try await service.member("eve", isAdministrator: true))
      let album = try ada.makeAlbum("Spam")
      let photo = try ada.addPhoto()
      #expect(try ada.send("PUT", "/v1/albums/\(album)/photos/\(photo)").status == 200)
      let link = try ada.send("POST", "/v1/links", json: #"{"album": "\#(album)"}"#)
      let token = try #require(try link.member("token").text)
      let path = "/admin/v1/albums/\(album)"
      #expect(try eve.delete("\(path)?plan=true").member("summary").text?.contains("album of ada") == true)
      #expect(try eve.delete(path).member("parameter").text == "reason")
      #expect(try ada.delete("\(path)?reason=spam").problem == "forbidden")
      #expect(try ada.get("/v1/albums/\(album)").status == 200)
      #expect(try eve.delete("\(path)?reason=spam").status == 204)
      #expect(try ada.get("/v1/albums/\(album)").problem == "not-found")
      #expect(try ada.get("/v1/shared/\(token)").problem == "not-found")
      #expect(try ada.get("/v1/photos/\(photo)").status == 200)
      #expect(try eve.delete("\(path)?reason=spam").problem == "not-found")
      let entries = try eve.get("/admin/v1/audit").member("items").items.filter { $0["action"] == "albums.delete" }
      #expect(entries.last?["who"] == "eve" && entries.last?["details"]["owner"] == "ada")
    }
  }

  @Test func `links of all accounts are listed without their addresses, and revoked with a reason`() async throws {
    try await withService(hasAdministrators: true) { service in
      let eve = try await service.member("eve", isAdministrator: true)
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let links = try [ada, bob].map { member in
        let album = try member.makeAlbum("Walks")
        return try member.send("POST", "/v1/links", json: #"{"album": "\#(album)", "password": "bone"}"#)
      }
      let ids = try links.map { try #require(try $0.member("id").text) }
      let token = try #require(try links[0].member("token").text)
      #expect(try eve.ids("/admin/v1/links") == ids.reversed())
      #expect(try eve.ids("/admin/v1/links?owner=ada") == [ids[0]])
      let list = try eve.get("/admin/v1/links?owner=ada")
      #expect(try list.member("items").items.first?["hasPassword"] == true && !list.text.contains(token))
      #expect(try ada.get("/admin/v1/links").problem == "forbidden")
      let path = "/admin/v1/links/\(ids[0])"
      let plan = try eve.delete("\(path)?plan=true").member("summary").text
      #expect(plan?.hasPrefix("revokes 1 share link of ada") == true)
      #expect(try eve.delete(path).member("parameter").text == "reason")
      #expect(try eve.delete("\(path)?reason=abuse").status == 204)
      #expect(try ada.get("/v1/shared/\(token)").problem == "not-found")
      #expect(try ada.ids("/v1/links") == [] && bob.ids("/v1/links") == [ids[1]])
      #expect(try eve.delete("\(path)?reason=abuse").problem == "not-found")
      let entries = try eve.get("/admin/v1/audit").member("items").items.filter { $0["action"] == "links.revoke" }
      #expect(entries.last?["who"] == "eve" && entries.last?["reason"] == "abuse")
    }
  }
}

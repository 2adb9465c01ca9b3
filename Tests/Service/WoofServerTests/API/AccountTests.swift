// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit

/// `/v1/me` and what is below it.
@Suite(.overEachProtocol, .overEachWorld) struct AccountTests {
  @Test func `an account shows its name, its rights, its age and its counts`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let bob = try await service.member("bob", isAdministrator: true)
      let ids = try [ada.addPhoto(), ada.addPhoto("?visibility=private"), ada.addPhoto()]
      _ = try bob.setFavourite(ids[0])
      _ = try ada.delete("/v1/photos/\(ids[2])")
      let first = try ada.get("/v1/me").json()
      #expect(
        first.names == [
          "name", "admin", "mayInvite", "createdAt", "photoCount", "favouriteCount", "defaultVisibility", "used",
          "quota",
        ])
      #expect(first["name"] == "ada")
      #expect(first["admin"] == false)
      #expect(first["photoCount"] == 2)
      #expect(first["favouriteCount"] == 0)
      #expect(first["createdAt"].text?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
      let second = try bob.get("/v1/me").json()
      #expect(second["admin"] == true)
      #expect(second["favouriteCount"] == 1)
    }
  }

  @Test(arguments: ["/v1/me", "/v1/me/favourites", "/v1/me/photos"])
  func `without sign-in there is no account to show`(target: String) async throws {
    try await withService { service in
      let response = try service.client().get(target)
      #expect(response.status == 401)
      #expect(response.problem == "authentication-required")
    }
  }

  @Test func `favourites come newest first, without photos that are gone`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let bob = try await service.member("bob")
      let ids = try (0..<4).map { _ in try ada.addPhoto() }
      for id in [ids[2], ids[0], ids[3], ids[1]] { _ = try bob.setFavourite(id) }
      #expect(Set(try bob.ids("/v1/me/favourites")) == Set(ids))
      #expect(try ada.ids("/v1/me/favourites").isEmpty)
      _ = try ada.delete("/v1/photos/\(ids[3])")
      _ = try ada.send("PATCH", "/v1/photos/\(ids[2])", json: #"{"visibility":"private"}"#)
      #expect(Set(try bob.ids("/v1/me/favourites")) == [ids[0], ids[1]])
      let items = try bob.get("/v1/me/favourites").member("items").items
      #expect(items.map { $0["isFavourite"] } == [true, true])
    }
  }

  @Test func `favourites come in pages, and cursors stay valid while favourites change`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let ids = try (0..<6).map { _ in try ada.addPhoto() }
      for id in ids { _ = try ada.setFavourite(id) }
      let whole = try ada.ids("/v1/me/favourites")
      #expect(try ada.pages("/v1/me/favourites?limit=2").flatMap { $0 } == whole)
      let first = try ada.get("/v1/me/favourites?limit=3").json()
      let cursor = try #require(first["next"].text)
      _ = try ada.unsetFavourite(whole[2])
      _ = try ada.unsetFavourite(whole[3])
      #expect(try ada.ids("/v1/me/favourites?after=\(cursor)") == [whole[4], whole[5]])
    }
  }

  @Test func `an account's own photos are all listed, in either order`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let bob = try await service.member("bob")
      let ids = try [ada.addPhoto(), ada.addPhoto("?visibility=private"), ada.addPhoto("?visibility=unlisted")]
      _ = try bob.addPhoto()
      _ = try ada.setFavourite(ids[1])
      #expect(try ada.ids("/v1/me/photos") == ids.reversed())
      #expect(try ada.ids("/v1/me/photos?order=popular") == [ids[1], ids[2], ids[0]])
      #expect(try ada.pages("/v1/me/photos?limit=2").map(\.count) == [2, 1])
      #expect(try ada.get("/v1/me/photos?owner=bob").problem == "invalid-parameter")
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

/// `GET /v1/photos`.
@Suite(.overEachProtocol, .overEachWorld) struct ListTests {
  @Test func `an empty service has an empty page without a cursor`() async throws {
    try await withService { service in
      let response = try service.client().get("/v1/photos")
      #expect(response.status == 200)
      #expect(response.text == #"{"items":[]}"#)
    }
  }

  @Test func `the newest photo comes first`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let ids = try [ada.addPhoto(), ada.addPhoto(), ada.addPhoto()]
      #expect(try service.client().ids("/v1/photos") == ids.reversed())
      #expect(try service.client().ids("/v1/photos?order=newest") == ids.reversed())
    }
  }

  @Test func `the popular order begins with the most liked photo, and then the newest`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let bob = try await service.member("bob")
      let ids = try [ada.addPhoto(), ada.addPhoto(), ada.addPhoto(), ada.addPhoto()]
      for (client, id) in [(ada, ids[1]), (bob, ids[1]), (bob, ids[0])] { _ = try client.setFavourite(id) }
      #expect(try service.client().ids("/v1/photos?order=popular") == [ids[1], ids[0], ids[3], ids[2]])
    }
  }

  @Test func `a list can be restricted to an owner`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let bob = try await service.member("bob")
      let id = try ada.addPhoto()
      _ = try bob.addPhoto()
      #expect(try service.client().ids("/v1/photos?owner=ada") == [id])
      #expect(try bob.ids("/v1/photos?owner=ada") == [id])
    }
  }

  @Test(arguments: ["nobody", "Ada", "", "%C3%A4da", "ada%00"])
  func `an unknown owner has an empty page`(owner: String) async throws {
    try await withService { service in
      _ = try await service.member("ada").addPhoto()
      let response = try service.client().get("/v1/photos?owner=\(owner)")
      #expect(response.status == 200)
      #expect(response.text == #"{"items":[]}"#)
    }
  }

  @Test func `strangers see public photos only, and owners see all of theirs`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let bob = try await service.member("bob")
      let ids = try [
        ada.addPhoto(), ada.addPhoto("?visibility=unlisted"), ada.addPhoto("?visibility=private"), bob.addPhoto(),
      ]
      #expect(try service.client().ids("/v1/photos") == [ids[3], ids[0]])
      #expect(try bob.ids("/v1/photos") == [ids[3], ids[0]])
      #expect(try ada.ids("/v1/photos") == ids.reversed())
      #expect(try ada.ids("/v1/photos?owner=ada") == [ids[2], ids[1], ids[0]])
      #expect(try bob.ids("/v1/photos?owner=ada") == [ids[0]])
      #expect(try ada.ids("/v1/photos?owner=bob") == [ids[3]])
    }
  }

  @Test func `a deleted photo is in no list`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let ids = try [ada.addPhoto(), ada.addPhoto()]
      #expect(try ada.delete("/v1/photos/\(ids[0])").status == 204)
      #expect(try service.client().ids("/v1/photos") == [ids[1]])
      #expect(try ada.ids("/v1/photos?order=popular") == [ids[1]])
      #expect(try ada.ids("/v1/me/photos") == [ids[1]])
    }
  }

  @Test func `a signed-in reader sees which photos are favourites, and others do not`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let bob = try await service.member("bob")
      let ids = try [ada.addPhoto(), ada.addPhoto()]
      _ = try bob.setFavourite(ids[0])
      let forBob = try bob.get("/v1/photos").json()
      #expect(forBob["items"].items.map { $0["isFavourite"] } == [false, true])
      let forAda = try ada.get("/v1/photos").json()
      #expect(forAda["items"].items.map { $0["isFavourite"] } == [false, false])
      let forAll = try service.client().get("/v1/photos").json()
      #expect(forAll["items"].items.map { $0["isFavourite"] } == [nil, nil])
      #expect(forAll["items"].items.map { $0["favouriteCount"] } == [0, 1])
    }
  }

  @Test func `a page must be revalidated, and varies by reader`() async throws {
    try await withService { service in
      let response = try service.client().get("/v1/photos")
      #expect(response["Cache-Control"] == "no-cache")
      #expect(response["Vary"] == "Authorization, Cookie, Accept-Encoding")
      #expect(response["Content-Type"] == "application/json")
    }
  }
}

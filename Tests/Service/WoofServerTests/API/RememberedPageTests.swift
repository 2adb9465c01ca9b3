// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit

/// Pages that a loop remembers for whoever has not signed in, of which the second response is the first one again.
@Suite(.overEachProtocol, .overEachWorld) struct RememberedPageTests {
  private static let lists = ["/v1/photos", "/v1/photos?order=popular&limit=2", "/v1/photos?owner=ada"]

  @Test(arguments: lists)
  func `a page is the same when it is asked for again`(list: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      for _ in 0..<3 { _ = try ada.addPhoto() }
      let reader = service.client()
      let first = try reader.get(list)
      let second = try reader.get(list)
      #expect(second.body == first.body && first.status == 200)
      #expect(second["Content-Type"] == "application/json" && second["Cache-Control"] == "no-cache")
      let head = try reader.head(list)
      #expect(head.body.isEmpty && head["Content-Length"] == "\(first.body.count)")
    }
  }

  @Test(arguments: lists)
  func `each change is in the next page, whatever it is`(list: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photo = try ada.addPhoto()
      let reader = service.client()
      func items() throws -> [JSONValue] {
        _ = try reader.get(list)
        return try reader.get(list).json()["items"].items
      }
      #expect(try items().map { $0["id"].text } == [photo])
      _ = try ada.send("PATCH", "/v1/photos/\(photo)", json: #"{"caption": "after the bath"}"#)
      #expect(try items().map { $0["caption"].text } == ["after the bath"])
      _ = try ada.setFavourite(photo)
      #expect(try items().map { $0["favouriteCount"].integer } == [1])
      _ = try ada.unsetFavourite(photo)
      #expect(try items().map { $0["favouriteCount"].integer } == [0])
      _ = try ada.send("PATCH", "/v1/photos/\(photo)", json: #"{"visibility": "private"}"#)
      #expect(try items().isEmpty)
      _ = try ada.send("PATCH", "/v1/photos/\(photo)", json: #"{"visibility": "public"}"#)
      #expect(try items().map { $0["id"].text } == [photo])
      _ = try ada.delete("/v1/photos/\(photo)")
      #expect(try items().isEmpty)
      let another = try ada.addPhoto()
      #expect(try items().map { $0["id"].text } == [another])
    }
  }

  @Test func `accounts get pages of their own, and nobody gets theirs`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let bob = try await service.member("bob")
      let photo = try ada.addPhoto()
      _ = try bob.setFavourite(photo)
      let secret = try ada.addPhoto("?visibility=private")
      let reader = service.client()
      for _ in 0..<2 {
        let open = try reader.get("/v1/photos").json()["items"].items
        #expect(open.map { $0["id"].text } == [photo] && open.allSatisfy { $0["isFavourite"] == nil })
        let bobs = try bob.get("/v1/photos").json()["items"].items
        #expect(bobs.map { $0["id"].text } == [photo] && bobs.map { $0["isFavourite"] } == [true])
        let adas = try ada.get("/v1/photos").json()["items"].items
        #expect(adas.map { $0["id"].text } == [secret, photo] && adas.map { $0["isFavourite"] } == [false, false])
      }
    }
  }

  @Test func `a target that only begins alike has a page of its own`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      for _ in 0..<3 { _ = try ada.addPhoto() }
      let reader = service.client()
      for _ in 0..<2 {
        #expect(try reader.ids("/v1/photos?limit=1").count == 1)
        #expect(try reader.ids("/v1/photos?limit=12").count == 3)
        #expect(try reader.get("/v1/photos?limit=0").problem == "invalid-parameter")
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel
import WoofSystem

@testable import TestKit

/// Lists in pages.
@Suite(.overEachProtocol, .overEachWorld) struct PageTests {
  @Test(arguments: ["newest", "popular"])
  func `the pages together contain every photo once, in order`(order: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let bob = try await service.member("bob")
      var ids: [String] = []
      for index in 0..<7 {
        ids.append(try ada.addPhoto())
        if index % 3 == 0 { _ = try bob.setFavourite(ids[index]) }
      }
      let whole = try ada.ids("/v1/photos?order=\(order)&limit=500")
      #expect(Set(whole) == Set(ids))
      for limit in [1, 2, 3, 6, 7, 8] {
        #expect(try ada.pages("/v1/photos?order=\(order)&limit=\(limit)").flatMap { $0 } == whole)
      }
    }
  }

  @Test func `the last page has no next cursor, even if it is full`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      for _ in 0..<4 { _ = try ada.addPhoto() }
      #expect(try ada.pages("/v1/photos?limit=2").map(\.count) == [2, 2])
      #expect(try ada.pages("/v1/photos?limit=3").map(\.count) == [3, 1])
    }
  }

  @Test func `a cursor stays valid while photos come and go, even if its own goes`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let ids = try (0..<6).map { _ in try ada.addPhoto() }
      let first = try ada.get("/v1/photos?limit=3").json()
      #expect(first["items"].items.map { $0["id"].text } == [ids[5], ids[4], ids[3]])
      let cursor = try #require(first["next"].text)
      _ = try ada.addPhoto()
      _ = try ada.delete("/v1/photos/\(ids[3])")
      _ = try ada.delete("/v1/photos/\(ids[2])")
      #expect(try ada.ids("/v1/photos?limit=3&after=\(cursor)") == [ids[1], ids[0]])
    }
  }

  @Test func `a cursor of the popular order keeps its position while counts change`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let bob = try await service.member("bob")
      let ids = try (0..<4).map { _ in try ada.addPhoto() }
      for id in ids[2...] { _ = try ada.setFavourite(id) }
      let first = try bob.get("/v1/photos?order=popular&limit=2").json()
      #expect(first["items"].items.map { $0["id"].text } == [ids[3], ids[2]])
      let cursor = try #require(first["next"].text)
      _ = try bob.setFavourite(ids[3])
      _ = try ada.unsetFavourite(ids[2])
      #expect(try bob.ids("/v1/photos?order=popular&after=\(cursor)") == [ids[2], ids[1], ids[0]])
    }
  }

  @Test(arguments: ["0", "501", "-1", "", "x", "1.5", "+5", "%2B5", "99999999999999999999", "%205"])
  func `a limit outside of 1 to 500 is refused`(limit: String) async throws {
    try await withService { service in
      let response = try service.client().get("/v1/photos?limit=\(limit)")
      #expect(response.status == 400)
      #expect(response.problem == "invalid-parameter")
      #expect(try response.member("parameter") == "limit")
    }
  }

  @Test func `a page has 50 photos by default, and up to 500`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      for _ in 0..<52 { _ = try ada.addPhoto() }
      #expect(try ada.ids("/v1/photos").count == 50)
      #expect(try ada.ids("/v1/photos?limit=500").count == 52)
    }
  }

  @Test(arguments: ["", "x", "AAAA", "%00", "AQAAAAAAAAAAAZOAAAAAcACAAAAAAAAAAQ%3D"])
  func `a malformed cursor is refused`(text: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      for target in ["/v1/photos?after=", "/v1/me/photos?after=", "/v1/me/favourites?after="] {
        let response = try ada.get("\(target)\(text)")
        #expect(response.status == 400)
        #expect(response.problem == "invalid-parameter")
        #expect(try response.member("parameter") == "after")
      }
    }
  }

  @Test func `a cursor of another list is refused`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      for _ in 0..<2 { _ = try ada.setFavourite(try ada.addPhoto()) }
      let newest = try #require(try ada.get("/v1/photos?limit=1").member("next").text)
      let popular = try #require(try ada.get("/v1/photos?limit=1&order=popular").member("next").text)
      let favourites = try #require(try ada.get("/v1/me/favourites?limit=1").member("next").text)
      for target in [
        "/v1/photos?order=popular&after=\(newest)", "/v1/photos?after=\(popular)", "/v1/photos?after=\(favourites)",
        "/v1/me/favourites?after=\(newest)",
      ] {
        #expect(try ada.get(target).problem == "invalid-parameter", "\(target)")
      }
    }
  }

  @Test func `a corrupted cursor gets a page or a refusal, and nothing else`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      for _ in 0..<2 { _ = try ada.addPhoto() }
      let cursor = try #require(try ada.get("/v1/photos?limit=1&order=popular").member("next").text)
      var generator = SeededGenerator(seed: 7)
      for _ in 0..<100 {
        var bytes = try #require(Base64.decode(cursor.utf8, as: .url))
        bytes[Int.random(in: bytes.indices, using: &generator)] = .random(in: 0...255, using: &generator)
        let response = try ada.get("/v1/photos?order=popular&after=\(Base64.encode(bytes, as: .url))")
        #expect(response.status == 200 || response.problem == "invalid-parameter")
      }
    }
  }
}

extension Client {
  /// The ids of all pages of a list.
  func pages(_ target: String) throws -> [[String]] {
    var pages: [[String]] = []
    var cursor: String?
    repeat {
      let page = try get(target + (cursor.map { "&after=\($0)" } ?? "")).json()
      pages.append(page["items"].items.compactMap { $0["id"].text })
      cursor = page["next"].text
    } while cursor != nil && pages.count < 100
    return pages
  }
}

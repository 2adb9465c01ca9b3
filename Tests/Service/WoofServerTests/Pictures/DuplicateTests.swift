// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

@testable import ServiceTestKit
@testable import TestKit
@testable import TestPictures

/// `GET /v1/me/duplicates`, with a transformer whose hashes the test sets.
@Suite(.timeLimit(.minutes(2))) struct DuplicateTests {
  private static let http = #"pictures: {variants: [{name: "thumb"}]}"#

  /// Runs a service that gives the photos, in the order in which they are uploaded, these hashes.
  private func withLooks(
    _ hashes: [UInt64], _ body: @escaping @Sendable (TestService, Client) async throws -> Void
  ) async throws {
    let scripted = ScriptedTransformer { _, request, number in
      .accepted(ScriptedTransformer.drawn(for: request, hash: hashes[min(number, hashes.count - 1)]))
    }
    try await withService(http: Self.http, pictures: scripted) { service in
      let ada = try await service.member("ada")
      try await eventually { try ada.get("/v1/me/duplicates").status == 200 }
      try await body(service, ada)
    }
  }

  /// Adds a picture, with a text in it so that none is like another.
  private func add(_ width: Int, _ text: String = "", by client: Client) throws -> String {
    let picture = SamplePNG(width: width, height: 8, before: [("tEXt", Array("Comment\0\(text)".utf8))])
    return try #require(try client.add(picture.bytes)["id"].text)
  }

  /// The ids of the photos of each group of a page.
  private func groups(_ client: Client, _ query: String = "") throws -> [[String]] {
    try client.get("/v1/me/duplicates\(query)").member("items").items.map { group in
      group["photos"].items.compactMap { $0["id"].text }
    }
  }

  @Test func `photos that look alike come in groups, the largest picture first`() async throws {
    try await withLooks([0, 0b1, ~0, 0b11, ~0b1, 0xFFFF_0000]) { _, ada in
      let (small, large) = (try add(10, by: ada), try add(40, by: ada))
      let cat = try add(41, by: ada)
      let heavier = try add(10, "a text that makes it longer", by: ada)
      let smallCat = try add(11, by: ada)
      _ = try add(12, by: ada)
      #expect(try groups(ada) == [[cat, smallCat], [large, heavier, small]])
      _ = try ada.setFavourite(heavier)
      let dogs = try #require(try ada.get("/v1/me/duplicates").member("items").items.last)
      #expect(dogs["best"].text == large && dogs["photoCount"] == 3)
      #expect(dogs["photos"].items.map { $0["isFavourite"] } == [false, true, false])
      _ = try ada.delete("/v1/photos/\(smallCat)")
      #expect(try groups(ada) == [[large, heavier, small]])
    }
  }

  @Test func `groups come in pages, and nonsense is refused`() async throws {
    try await withLooks([0, 0, ~0, ~0]) { _, ada in
      let ids = [try add(10, by: ada), try add(11, by: ada), try add(12, by: ada), try add(13, by: ada)]
      let first = try ada.get("/v1/me/duplicates?limit=1")
      let next = try #require(try first.member("next").text)
      #expect(try groups(ada, "?limit=1") == [[ids[3], ids[2]]])
      #expect(try groups(ada, "?limit=1&after=\(next)") == [[ids[1], ids[0]]])
      #expect(try ada.get("/v1/me/duplicates?limit=1&after=\(next)").json()["next"].text == nil)
      for query in ["limit=0", "limit=101", "limit=x", "after=x", "order=newest"] {
        #expect(try ada.get("/v1/me/duplicates?\(query)").problem == "invalid-parameter", "\(query)")
      }
      let photos = try #require(try ada.get("/v1/me/photos?limit=1").member("next").text)
      #expect(try ada.get("/v1/me/duplicates?after=\(photos)").problem == "invalid-parameter")
    }
  }

  @Test func `who is not signed in is asked to`() async throws {
    try await withLooks([0]) { service, _ in
      let response = try service.client().get("/v1/me/duplicates")
      #expect(response.status == 401)
    }
  }
}

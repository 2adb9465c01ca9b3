// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// `GET /v1/photos?q=`.
@Suite(.overEachProtocol, .overEachWorld) struct PhotoSearchTests {
  @Test func `photos are found by their words, the best first`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let ids = try ["Bella", "Rex+am+Flu%C3%9F", "Rexina"].map { try ada.addPhoto("?caption=\($0)") }
      #expect(try service.client().ids("/v1/photos?q=REX") == [ids[1], ids[2]])
      #expect(try service.client().ids("/v1/photos?q=+flu%C3%9F+ada+") == [ids[1]])
      #expect(try service.client().ids("/v1/photos?q=jpeg+bell") == [ids[0]])
      #expect(try ada.ids("/v1/photos?q=rex+bella") == [])
    }
  }

  @Test func `strangers find public photos by what all may read, and owners all of theirs`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let bob = try await service.member("bob")
      let ids = try [
        ada.addPhoto("?caption=Rex&fileName=lake.jpg"), ada.addPhoto("?caption=Rex&visibility=unlisted"),
        ada.addPhoto("?caption=Rex&visibility=private"),
      ]
      #expect(try service.client().ids("/v1/photos?q=rex") == [ids[0]])
      #expect(try bob.ids("/v1/photos?q=rex&owner=ada") == [ids[0]])
      #expect(try ada.ids("/v1/photos?q=rex") == ids.reversed())
      #expect(try ada.ids("/v1/photos?q=lake") == [ids[0]])
      for client in [service.client(), bob] { #expect(try client.ids("/v1/photos?q=lake") == []) }
      #expect(try ada.delete("/v1/photos/\(ids[0])").status == 204)
      #expect(try service.client().ids("/v1/photos?q=rex") == [])
    }
  }

  @Test func `pages of what is found follow each other`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let ids = try (0..<5).map { _ in try ada.addPhoto("?caption=Rex") }
      var found: [String] = []
      var path = "/v1/photos?q=rex&limit=2"
      while true {
        let page = try service.client().get(path).json()
        found += page["items"].items.compactMap { $0["id"].text }
        guard let next = page["next"].text else { break }
        path = "/v1/photos?q=rex&limit=2&after=\(next)"
      }
      #expect(found == ids.reversed())
    }
  }

  /// Photos that were taken on these days, the last of which has other words.
  private static func add(_ dates: [String], by client: Client) throws -> [String] {
    try dates.map { date in
      let picture = SampleJPEG.withExif(SampleExif(dateTimeOriginal: "\(date) 12:00:00"))
      let caption = date == dates.last ? "Bella" : "Rex"
      return try #require(try client.add(picture, "?caption=\(caption)")["id"].text)
    }
  }

  @Test func `a search is restricted to a span of time, the best first as ever`() async throws {
    try await withService { service in
      let ids = try Self.add(
        ["2024:06:03", "2026:05:01", "2025:12:24", "2025:12:25"], by: try await service.member("ada"))
      let reader = service.client()
      #expect(try reader.ids("/v1/photos?q=rex&from=2025-01-01") == [ids[2], ids[1]])
      #expect(try reader.ids("/v1/photos?q=rex&from=2025-12-24&until=2026-05-01") == [ids[2]])
      #expect(try reader.ids("/v1/photos?q=rex&until=2025-12-24T12:00:00Z&owner=ada") == [ids[0]])
      #expect(try reader.ids("/v1/photos?q=rex&from=2026-05-01T12:00:00Z") == [ids[1]])
      #expect(try reader.ids("/v1/photos?q=rex&from=2026-05-02") == [])
      #expect(try reader.pages("/v1/photos?q=rex&from=2025-01-01&limit=1") == [[ids[2]], [ids[1]]])
    }
  }

  @Test func `what is found comes by when it was taken, if wanted`() async throws {
    try await withService { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let ids = try Self.add(["2024:06:03", "2026:05:01", "2025:12:24", "2025:12:25"], by: ada)
      let order = [ids[1], ids[2], ids[0]]
      for client in [ada, bob, service.client()] {
        #expect(try client.ids("/v1/photos?q=rex&order=taken") == order)
        #expect(try client.pages("/v1/photos?q=rex&order=taken&limit=1") == order.map { [$0] })
        #expect(try client.ids("/v1/photos?q=rex&order=taken&from=2024-06-03&until=2025-12-24T12:00:00Z") == [ids[0]])
        // A span without time.
        #expect(try client.ids("/v1/photos?q=rex&order=taken&from=2024-06-03&until=2024-06-03") == [])
        #expect(try client.ids("/v1/photos?q=rex&order=taken&owner=bob") == [])
      }
      _ = try ada.send("PATCH", "/v1/photos/\(ids[2])", json: #"{"visibility": "private"}"#)
      #expect(try ada.ids("/v1/photos?q=rex&order=taken") == order)
      #expect(try bob.ids("/v1/photos?q=rex&order=taken") == [ids[1], ids[0]])
      #expect(try ada.delete("/v1/photos/\(ids[0])").status == 204)
      #expect(try service.client().ids("/v1/photos?q=rex&order=taken") == [ids[1]])
    }
  }

  @Test func `a signed-in reader sees which of what is found are favourites`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let ids = try [ada.addPhoto("?caption=Rex"), ada.addPhoto("?caption=Rex")]
      _ = try ada.setFavourite(ids[0])
      let found = try ada.get("/v1/photos?q=rex").json()["items"].items
      #expect(found.map { $0["isFavourite"] } == [false, true])
      #expect(found.map { $0["favouriteCount"] } == [0, 1])
    }
  }

  @Test(arguments: [
    ("q=", "q"), ("q=+%0A", "q"), ("q=\(String(repeating: "a", count: 201))", "q"), ("q=a&order=newest", "order"),
    ("q=a&order=popular", "order"), ("q=a&idPrefix=0193", "idPrefix"), ("q=a&limit=0", "limit"),
    ("q=a&from=yesterday", "from"), ("q=a&from=2026-02-01&until=2026-01-01", "until"),
    ("q=a&after=x", "after"),
  ])
  func `a search that cannot be is refused by the parameter's name`(query: String, name: String) async throws {
    try await withService { service in
      let response = try service.client().get("/v1/photos?\(query)")
      #expect(response.status == 400)
      #expect(response.problem == "invalid-parameter")
      #expect(try response.member("parameter") == .string(name))
    }
  }

  @Test func `a cursor of a list does not go on with a search`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      for _ in 0..<2 { _ = try ada.addPhoto("?caption=Rex") }
      for (first, second) in [("", "q=rex"), ("q=rex", "")] {
        let next = try service.client().get("/v1/photos?\(first)&limit=1").json()["next"].text ?? ""
        #expect(try service.client().get("/v1/photos?\(second)&after=\(next)").problem == "invalid-parameter")
      }
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `whatever is looked for, the response is a page or says what is wrong`(seed: UInt64) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      _ = try ada.addPhoto("?caption=Rex")
      var random = SeededGenerator(seed: seed)
      let pieces = [
        "%22", "*", "(", ")", "%7B", "%7D", ":", "%5E", "-", "NEAR", "AND", "OR", "+", "%00", "rex", "%F0%9F%90%B6",
      ]
      for round in 0..<60 {
        let parts = (0..<random.below(30)).map { _ in
          round % 2 == 0
            ? pieces[random.below(pieces.count)] : "%" + String(UInt8.random(in: 16...255, using: &random), radix: 16)
        }
        let paths = ["photos?", "photos?order=taken&", "photos?from=2020-01-01&", "timeline?", "timeline/ratios?"]
        let target = "/v1/\(paths[round % paths.count])q=\(parts.joined())"
        let response = try (round % 3 == 0 ? ada : service.client()).get(target)
        #expect(response.status == 200 || response.problem == "invalid-parameter", "\(target)")
      }
    }
  }
}

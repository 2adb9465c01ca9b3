// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// `/v1/timeline`, and lists in the order of time.
@Suite(.overEachProtocol, .overEachWorld) struct TimelineTests {
  /// Adds a photo that was taken then.
  private func add(_ date: String, by client: Client, _ query: String = "") throws -> String {
    let picture = SampleJPEG.withExif(SampleExif(dateTimeOriginal: "\(date) 12:00:00"))
    return try #require(try client.add(picture, query)["id"].text)
  }

  private func months(_ client: Client, _ query: String = "") throws -> [String: Int64] {
    let items = try client.get("/v1/timeline\(query)").member("months").items
    return try items.reduce(into: [:]) { months, month in
      months[try #require(month["month"].text)] = month["count"].integer
    }
  }

  // MARK: Searches

  @Test func `a timeline of what is found has its months, ratios and photos`() async throws {
    try await withService { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let ids = try ["2024:06:03", "2026:05:01", "2026:05:09"].map { try add($0, by: ada, "?caption=Rex") }
      let other = try add("2026:05:02", by: ada, "?caption=Bella")
      let secret = try add("2023:01:01", by: ada, "?caption=Rex&visibility=private")
      let own = try add("2022:02:02", by: bob, "?caption=Rex")
      for client in [service.client(), bob] {
        #expect(try months(client, "?q=rex") == ["2026-05": 2, "2024-06": 1, "2022-02": 1])
        #expect(try client.get("/v1/timeline/ratios?q=rex").body.count == 4)
      }
      // An own photo that is public counts once.
      #expect(try months(ada, "?q=rex&view=all") == ["2026-05": 2, "2024-06": 1, "2023-01": 1, "2022-02": 1])
      #expect(try months(ada, "?q=rex&view=mine") == ["2026-05": 2, "2024-06": 1, "2023-01": 1])
      #expect(try months(bob, "?q=rex&view=mine") == ["2022-02": 1])
      #expect(try months(ada, "?q=nobody") == [:])
      let part = try ada.get("/v1/timeline/2026-05?q=rex").json()
      #expect(part["ids"]?.items.compactMap(\.text) == [ids[2], ids[1]] && part["count"] == 2)
      let rest = try ada.get("/v1/timeline/2026-05?q=rex&offset=1&limit=1")
      #expect(try rest.member("ids")?.items.compactMap(\.text) == [ids[1]])
      for id in [other, secret, own] { #expect(!rest.text.contains(id)) }
      #expect(try ada.delete("/v1/photos/\(ids[0])").status == 204)
      #expect(try months(service.client(), "?q=rex") == ["2026-05": 2, "2022-02": 1])
    }
  }

  @Test(arguments: [
    ("?q=", "q"), ("?q=rex&view=favourites", "q"), ("?q=rex&view=trash", "q"), ("?q=rex&view=album:x", "q"),
  ])
  func `a timeline that cannot be searched is refused by the parameter's name`(query: String, name: String) async throws
  {
    try await withService { service in
      let ada = try await service.member("ada")
      for path in ["", "/ratios", "/2026-05"] {
        let response = try ada.get("/v1/timeline\(path)\(query)")
        #expect(response.problem == "invalid-parameter")
        #expect(try response.member("parameter").text == name)
      }
      #expect(try service.client().get("/v1/timeline?q=rex&view=mine").status == 401)
    }
  }

  // MARK: Lists

  @Test func `photos are listed by when they were taken, the latest first`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let ids = try ["2024:06:03", "2026:05:01", "2025:12:24"].map { try add($0, by: ada) }
      let undated = try ada.addPhoto()
      let order = [undated, ids[1], ids[2], ids[0]]
      #expect(try service.client().ids("/v1/photos?order=taken") == order)
      #expect(try ada.ids("/v1/me/photos?order=taken") == order)
      let page = try ada.get("/v1/photos?order=taken&limit=2").json()
      let next = try #require(page["next"].text)
      #expect(try ada.ids("/v1/photos?order=taken&limit=2&after=\(next)") == Array(order[2...]))
    }
  }

  @Test func `a list can be restricted to a span of time`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let ids = try ["2024:06:03", "2025:12:24", "2026:05:01"].map { try add($0, by: ada) }
      let reader = service.client()
      #expect(try reader.ids("/v1/photos?order=taken&from=2025-12-24&until=2026-05-01") == [ids[1]])
      #expect(try reader.ids("/v1/photos?order=taken&until=2025-12-24T12:00:00Z") == [ids[0]])
      #expect(try reader.ids("/v1/photos?order=taken&from=2025-12-24T12:00:00Z") == [ids[2], ids[1]])
      #expect(try reader.ids("/v1/photos?order=taken&from=2025-12-24T13:00:00%2B01:00&owner=ada") == [ids[2], ids[1]])
      #expect(try ada.ids("/v1/me/photos?order=taken&from=2026-01-01") == [ids[2]])
    }
  }

  @Test(arguments: [
    "order=taken&from=yesterday", "order=taken&until=2026-02-30", "order=taken&from=2026-05-01T10:00",
    "from=2026-05-01", "order=popular&until=2026-05-01", "order=taken&from=2026-05-02&until=2026-05-01",
    "q=rex&from=2026-05-01T10:00", "order=taken&idPrefix=0193", "order=taken&after=AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  ])
  func `a span that makes no sense is refused`(query: String) async throws {
    try await withService { service in
      let response = try service.client().get("/v1/photos?\(query)")
      #expect(response.problem == "invalid-parameter", "\(response.text)")
    }
  }

  // MARK: Months

  @Test func `months have their counts, ratios and a token to follow`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      _ = try ["2024:06:03", "2026:05:01", "2026:05:31"].map { try add($0, by: ada) }
      let response = try ada.get("/v1/timeline")
      #expect(response.status == 200 && response["Cache-Control"] == "no-cache")
      #expect(response.values("Vary").joined(separator: ", ").contains("Authorization"))
      let timeline = try response.json()
      #expect(timeline["months"].items.map { $0["month"].text } == ["2026-05", "2024-06"])
      #expect(timeline["months"].items.map { $0["count"].integer } == [2, 1])
      // Sixteen by eight, twice.
      #expect(timeline["months"].items[0]["ratioSum"] == .number(4.022))
      let token = try #require(timeline["change"].text)
      #expect(try ada.get("/v1/changes?since=\(token)").member("changes").items.isEmpty)
      let id = try ada.addPhoto()
      let changes = try ada.get("/v1/changes?since=\(token)").member("changes").items
      #expect(changes.map { $0["photo"]["id"].text ?? $0["id"].text } == [id])
    }
  }

  @Test func `strangers see months of public photos only, and accounts their own views`() async throws {
    try await withService(deletionGrace: "1h") { service in
      let ada = try await service.member("ada")
      let bob = try await service.member("bob")
      let open = try add("2024:06:03", by: ada)
      let hidden = try add("2025:01:02", by: ada, "?visibility=private")
      _ = try add("2026:05:01", by: bob)
      _ = try ada.setFavourite(open)
      let album = try ada.makeAlbum()
      for id in [open, hidden] { _ = try ada.addToAlbum(album, id) }
      #expect(try months(service.client()) == ["2024-06": 1, "2026-05": 1])
      #expect(try months(ada) == ["2024-06": 1, "2025-01": 1, "2026-05": 1])
      #expect(try months(ada, "?view=mine") == ["2024-06": 1, "2025-01": 1])
      #expect(try months(ada, "?view=favourites") == ["2024-06": 1])
      #expect(try months(ada, "?view=album:\(album)") == ["2024-06": 1, "2025-01": 1])
      #expect(try months(service.client(), "?view=album:\(album)") == ["2024-06": 1])
      _ = try ada.delete("/v1/photos/\(open)")
      #expect(try months(ada, "?view=trash") == ["2024-06": 1])
      #expect(try months(bob, "?view=trash") == [:])
    }
  }

  @Test(arguments: ["mine", "favourites", "trash"])
  func `an account's views need a credential`(view: String) async throws {
    try await withService { service in
      for path in ["", "/ratios", "/2026-05"] {
        let response = try service.client().get("/v1/timeline\(path)?view=\(view)")
        #expect(response.status == 401)
      }
    }
  }

  @Test(arguments: ["", "Mine", "album", "album:", "album:x", "all%00"])
  func `a view that there is not is refused`(view: String) async throws {
    try await withService { service in
      let response = try service.client().get("/v1/timeline?view=\(view)")
      #expect(response.problem == "invalid-parameter")
    }
  }

  @Test func `an album that the reader may not read has no timeline`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let album = try ada.makeAlbum("Rex", "private")
      for path in ["", "/ratios", "/2026-05"] {
        #expect(try service.client().get("/v1/timeline\(path)?view=album:\(album)").problem == "not-found")
        #expect(try ada.get("/v1/timeline\(path)?view=album:\(album)").status == 200)
      }
    }
  }

  // MARK: Photos

  @Test func `ratios have a byte for each photo`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      _ = try add("2024:06:03", by: ada)
      _ = try ada.addPhoto()
      let response = try service.client().get("/v1/timeline/ratios")
      #expect(response["Content-Type"] == "application/octet-stream")
      // The square that came in now, and the older one of sixteen by eight.
      #expect(response.body == [127, 159])
      #expect(try service.client().get("/v1/timeline/ratios", ["Range": "bytes=1-"]).body == [159])
    }
  }

  @Test func `a month's photos come in columns from a place on`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let ids = try (1...5).map { try add("2026:05:0\($0)", by: ada) }
      let part = try ada.get("/v1/timeline/2026-05?offset=1&limit=3").json()
      #expect(part["month"] == "2026-05" && part["offset"] == 1 && part["count"] == 5)
      #expect(part["ids"].items.map(\.text) == [ids[3], ids[2], ids[1]])
      #expect(part["ratios"].items == [159, 159, 159] && part["averageColours"].items == [.null, .null, .null])
      #expect(try ada.get("/v1/timeline/2026-05?offset=5").member("ids").items.isEmpty)
      #expect(try ada.get("/v1/timeline/1999-01").member("count") == 0)
    }
  }

  @Test(arguments: ["offset=-1", "offset=x", "offset=99999999999999999999", "limit=0", "limit=5001", "limit="])
  func `a place that makes no sense is refused`(query: String) async throws {
    try await withService { service in
      let response = try service.client().get("/v1/timeline/2026-05?\(query)")
      #expect(response.problem == "invalid-parameter")
    }
  }

  @Test(arguments: ["2026-13", "2026-5", "may", "2026-05-01"])
  func `what is no month is not found`(month: String) async throws {
    try await withService { service in
      let response = try service.client().get("/v1/timeline/\(month)")
      #expect(response.problem == "not-found")
    }
  }

  @Test func `whoever has the newest timeline is told so, until a photo comes`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      _ = try add("2026:05:01", by: ada)
      for (day, path) in ["/v1/timeline", "/v1/timeline/ratios", "/v1/timeline/2026-05"].enumerated() {
        let tag = try #require(try ada.get(path)["ETag"])
        #expect(try ada.get(path, ["If-None-Match": tag]).status == 304)
        _ = try add("2026:05:0\(day + 2)", by: ada)
        #expect(try ada.get(path, ["If-None-Match": tag]).status == 200)
      }
    }
  }
}

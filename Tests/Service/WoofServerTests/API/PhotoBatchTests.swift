// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// Many photos in one request: their metadata, a change to each of them, and which files one has.
@Suite(.overEachProtocol, .overEachWorld) struct PhotoBatchTests {
  private static func list(_ texts: [String]) -> String { "[\(texts.map { "\"\($0)\"" }.joined(separator: ","))]" }

  private static func batch(_ client: Client, _ ids: [String], _ change: String? = nil) throws -> ClientResponse {
    let change = change.map { ",\"change\":\($0)" } ?? ""
    return try client.send("POST", "/v1/photos/batch", json: "{\"ids\":\(list(ids))\(change)}")
  }

  private static func statuses(_ response: ClientResponse) throws -> [Int64] {
    try response.member("items").items.compactMap { $0["status"].integer }
  }

  private static let unknown = "0193a7b2-0000-7000-8000-000000000000"

  @Test func `a batch reads each photo as a request of its own does`() async throws {
    try await withService { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let (open, hidden, gone) = (try ada.addPhoto(), try ada.addPhoto("?visibility=private"), try ada.addPhoto())
      _ = try ada.delete("/v1/photos/\(gone)")
      _ = try bob.setFavourite(open)
      let ids = [hidden, Self.unknown, open, "nonsense", gone]
      for client in [ada, bob, service.client()] {
        let items = try Self.batch(client, ids).member("items").items
        #expect(items.compactMap { $0["id"].text } == ids)
        for item in items {
          let id = try #require(item["id"].text)
          let single = try client.get("/v1/photos/\(id)")
          #expect(item["status"].integer == Int64(single.status))
          let expected = try single.json()
          #expect((single.status == 200 ? item["photo"] : item["problem"]) == expected, "\(id)")
        }
      }
    }
  }

  @Test func `a batch changes what the account may change, and says of each other photo why not`() async throws {
    try await withService { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let own = try (0..<3).map { _ in try ada.addPhoto() }
      let others = [try bob.addPhoto(), try bob.addPhoto("?visibility=private")]
      let changed = try Self.batch(
        ada, [others[0], own[0], others[1], own[1]], #"{"caption":"Rex","visibility":"private"}"#)
      #expect(try Self.statuses(changed) == [403, 200, 404, 200])
      let items = try changed.member("items").items
      #expect(items[0]["problem"]["type"].text?.hasSuffix("/forbidden") == true)
      #expect(items[1]["photo"]["caption"].text == "Rex")
      #expect(try service.client().get("/v1/photos/\(own[1])").status == 404)
      #expect(try service.client().get("/v1/photos/\(own[2])").member("caption").text == "")
      #expect(try service.client().get("/v1/photos/\(others[0])").member("caption").text == "")
    }
  }

  @Test func `a batch sets favourites, and unsets them`() async throws {
    try await withService { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let ids = try (0..<3).map { _ in try ada.addPhoto() }
      let liked = try Self.batch(bob, ids, #"{"favourite":true}"#).member("items").items
      #expect(liked.allSatisfy { $0["photo"]["favouriteCount"] == 1 && $0["photo"]["isFavourite"] == .bool(true) })
      #expect(Set(try bob.ids("/v1/me/favourites")) == Set(ids))
      #expect(try Self.statuses(try Self.batch(bob, [ids[1]], #"{"favourite":false}"#)) == [200])
      #expect(Set(try bob.ids("/v1/me/favourites")) == [ids[0], ids[2]])
    }
  }

  @Test func `a batch deletes and restores`() async throws {
    try await withService(deletionGrace: "1h") { service in
      let ada = try await service.member("ada")
      // More than are changed at once.
      let ids = try (0..<70).map { _ in try ada.addPhoto() }
      #expect(try Self.statuses(try Self.batch(ada, ids, #"{"deleted":true}"#)) == Array(repeating: 204, count: 70))
      #expect(try ada.ids("/v1/me/photos?limit=500").isEmpty)
      #expect(try Self.statuses(try Self.batch(ada, [ids[3]], #"{"deleted":true}"#)) == [410])
      #expect(try Self.statuses(try Self.batch(ada, ids, #"{"deleted":false}"#)) == Array(repeating: 200, count: 70))
      #expect(try ada.ids("/v1/me/photos?limit=500") == ids.reversed())
    }
  }

  @Test func `an administrator's changes of other photos by a batch are logged`() async throws {
    try await withService(hasAdministrators: true) { service in
      let (ada, eve) = (try await service.member("ada"), try await service.member("eve", isAdministrator: true))
      let photos = [try ada.addPhoto(), try eve.addPhoto()]
      #expect(try Self.statuses(try Self.batch(eve, photos, #"{"caption":"spam"}"#)) == [200, 200])
      let entries = try eve.get("/admin/v1/audit").member("items").items.filter { $0["action"].text == "photos.edit" }
      #expect(entries.compactMap { $0["subject"].text } == [photos[0], photos[0]])
    }
  }

  @Test func `a change wants somebody to sign in, and reading does not`() async throws {
    try await withService { service in
      let id = try await service.member("ada").addPhoto()
      #expect(try Self.batch(service.client(), [id]).status == 200)
      for change in [#"{"favourite":true}"#, #"{"deleted":true}"#, #"{"caption":""}"#] {
        let refused = try Self.batch(service.client(), [id], change)
        #expect(refused.problem == "authentication-required")
        #expect(refused["WWW-Authenticate"]?.hasPrefix("Basic") == true)
      }
    }
  }

  @Test(arguments: [
    "[]", "{}", #"{"ids":[]}"#, #"{"ids":"a"}"#, #"{"ids":[1]}"#, #"{"ids":["a","a"]}"#, #"{"ids":["a"],"x":1}"#,
    #"{"ids":["a"],"change":{}}"#, #"{"ids":["a"],"change":null}"#, #"{"ids":["a"],"change":{"owner":"eve"}}"#,
    #"{"ids":["a"],"change":{"deleted":1}}"#, #"{"ids":["a"],"change":{"deleted":true,"favourite":true}}"#,
    #"{"ids":["a"],"change":{"favourite":true,"caption":"x"}}"#, #"{"ids":["a"],"change":{"visibility":"all"}}"#,
  ])
  func `a batch that makes no sense is refused as a whole`(body: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let refused = try ada.send("POST", "/v1/photos/batch", json: body)
      #expect(refused.status == 400, "\(refused.text)")
    }
  }

  @Test func `a batch has 500 photos at most`() async throws {
    try await withService { service in
      let ids = (0..<501).map { "x\($0)" }
      let refused = try Self.batch(service.client(), ids)
      #expect(refused.problem == "invalid-parameter")
      let statuses = try Self.statuses(try Self.batch(service.client(), ids.dropLast()))
      #expect(statuses == Array(repeating: 404, count: 500))
    }
  }

  @Test func `the longest caption is taken with all its characters escaped`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      let ids = [id] + (0..<499).map { "0193a7b2-0000-7000-8000-000000000\(100 + $0)" }
      let caption = String(repeating: "\\ud83d\\udc36", count: 2_000)
      let changed = try Self.batch(ada, ids, "{\"caption\":\"\(caption)\"}")
      #expect(try Self.statuses(changed).first == 200)
      #expect(try ada.get("/v1/photos/\(id)").member("caption").text == String(repeating: "🐶", count: 2_000))
    }
  }

  @Test func `an account learns which files it has, and nothing of what others have`() async throws {
    try await withService(deletionGrace: "1h") { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let photos = try (0..<2).map { _ in try ada.add(SampleJPEG.next()) }
      let digests = try photos.map { try #require($0["digest"].text) }
      let unknown = "sha256-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      func known(_ client: Client) throws -> [String] {
        try client.send(
          "POST", "/v1/photos/known", json: "{\"digests\":\(Self.list([unknown] + digests))}"
        ).member("items").items.compactMap { item in
          item["digest"].text.map { "\($0) \(item["id"].text ?? "")" }
        }
      }
      let all = zip(digests, photos).map { "\($0) \($1["id"].text ?? "")" }
      #expect(try known(ada) == all)
      #expect(try known(bob).isEmpty)
      _ = try ada.delete("/v1/photos/\(try #require(photos[0]["id"].text))")
      #expect(try known(ada) == [all[1]])
      let anonymous = try service.client().send("POST", "/v1/photos/known", json: "{\"digests\":[\"\(unknown)\"]}")
      #expect(anonymous.problem == "authentication-required")
      for wrong in ["{}", #"{"digests":["sha256-x"]}"#, #"{"digests":[]}"#, #"{"ids":["a"]}"#] {
        #expect(try ada.send("POST", "/v1/photos/known", json: wrong).status == 400, "\(wrong)")
      }
    }
  }
}

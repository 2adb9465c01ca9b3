// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// `GET /v1/events`.
@Suite(.overEachProtocol, .overEachWorld) struct EventTests {
  @Test func `changes come as lines of JSON as they happen`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let reader = try EventReader(service)
      #expect(reader.head["Content-Type"] == "application/x-ndjson")
      #expect(reader.head["Cache-Control"] == "no-store")
      #expect(reader.head["Transfer-Encoding"] == (ClientProtocol.current == .http1 ? "chunked" : nil))
      #expect(reader.head.isComplete)
      let id = try ada.addPhoto("?caption=Rex")
      let added = try reader.change()
      #expect(added["id"].text == id)
      #expect(added["kind"] == "photo")
      #expect(added["caption"] == "Rex")
      _ = try ada.setFavourite(id)
      let liked = try reader.change()
      #expect(liked["kind"] == "favourites")
      #expect(liked["favouriteCount"] == 1)
      #expect(liked["isFavourite"] == nil)
      _ = try ada.delete("/v1/photos/\(id)")
      let deleted = try reader.change()
      #expect(deleted["kind"] == "deleted")
      #expect(deleted["deleted"] == true)
      #expect(deleted["reason"] == "deleted")
      #expect(deleted["caption"] == "Rex")
    }
  }

  @Test func `a stream without a token starts now, and gives its position`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      _ = try ada.addPhoto()
      let token = try service.client().token()
      let reader = try EventReader(service)
      #expect(reader.head["Woof-Last-Change"] == token)
      let id = try ada.addPhoto()
      #expect(try reader.change()["id"].text == id)
    }
  }

  @Test func `a stream continues after a page's token, and a page after a stream's`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let token = try service.client().token()
      let ids = try (0..<3).map { _ in try ada.addPhoto() }
      let reader = try EventReader(service, "/v1/events?since=\(token)")
      #expect(reader.head["Woof-Last-Change"] == token)
      let changes = try (0..<3).map { _ in try reader.change() }
      #expect(changes.map { $0["id"].text } == ids)
      let rest = try service.client().changes(since: try #require(changes[0]["change"].text))
      #expect(rest.map { $0["id"].text } == Array(ids[1...]))
    }
  }

  @Test func `a stream can begin with the rest of a snapshot`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let ids = try (0..<5).map { _ in try ada.addPhoto() }
      let page = try service.client().get("/v1/changes?limit=2").json()
      let next = try #require(page["next"].text)
      let reader = try EventReader(service, "/v1/events?since=\(next)")
      let rest = try (0..<3).map { _ in try reader.change()["id"].text }
      #expect(Set(page["changes"].items.map { $0["id"].text } + rest) == Set(ids))
    }
  }

  @Test func `changes of private photos reach their owner only`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let bob = try await service.addAccount("bob")
      let readers = try (EventReader(service), EventReader(service, as: bob), EventReader(service, as: ada))
      let client = service.client(ada)
      let hidden = try client.addPhoto("?visibility=private")
      let shown = try client.addPhoto()
      #expect(try readers.2.change()["id"].text == hidden)
      for reader in [readers.0, readers.1, readers.2] { #expect(try reader.change()["id"].text == shown) }
    }
  }

  @Test func `a photo that stops being readable is withdrawn`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let client = service.client(ada)
      let id = try client.addPhoto("?caption=secret")
      let (stranger, owner) = try (EventReader(service), EventReader(service, as: ada))
      _ = try client.send("PATCH", "/v1/photos/\(id)", json: #"{"visibility":"private"}"#)
      let change = try stranger.change()
      #expect(change.names == ["id", "version", "deleted", "kind", "change", "reason"])
      #expect(change["reason"] == "hidden")
      #expect(change["kind"] == "deleted")
      #expect(try owner.change()["visibility"] == "private")
    }
  }

  @Test func `a signed-in reader gets its own favourites`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let bob = try await service.addAccount("bob")
      let id = try service.client(ada).addPhoto()
      let (adas, bobs) = try (EventReader(service, as: ada), EventReader(service, as: bob))
      _ = try service.client(bob).setFavourite(id)
      #expect(try adas.change()["isFavourite"] == false)
      #expect(try bobs.change()["isFavourite"] == true)
    }
  }

  @Test func `the last count always arrives and is exact`() async throws {
    try await withService { service in
      let id = try await service.member("owner").addPhoto()
      let reader = try EventReader(service)
      var accounts: [Credential] = []
      for number in 0..<16 { accounts.append(try await service.addAccount("account\(number)")) }
      try await withThrowingTaskGroup { tasks in
        for account in accounts { tasks.addTask { _ = try service.client(account).setFavourite(id) } }
        try await tasks.waitForAll()
      }
      var counts: [Int64] = []
      repeat { counts.append(try reader.change()["favouriteCount"].integer ?? 0) } while counts.last != 16
      #expect(counts == counts.sorted())
      #expect(Set(counts).count == counts.count)
    }
  }

  @Test func `a reader that stops reading gets the newest state when it continues`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let caption = String(repeating: "🐕", count: 2000)
      let ids = try (0..<20).compactMap { _ in
        try ada.post(Form(parts: [.text("caption", caption), .photo(SampleJPEG.next())])).member("id").text
      }
      let connection = try RawClient(port: service.port, receiveBuffer: 2048)
      try connection.send("GET /v1/events HTTP/1.1\r\nHost: x\r\n\r\n")
      _ = try connection.receive(through: "\r\n\r\n")
      var changeCount = 1
      for round in 0..<200 {
        for id in ids { _ = round % 2 == 0 ? try ada.setFavourite(id) : try ada.unsetFavourite(id) }
        changeCount += ids.count
        let metrics = try MetricsReading(try service.metrics())
        // More is held back than the system takes in.
        if metrics.values["woof_events_sent_total"] ?? 0 < Double(changeCount - 3 * ids.count) { break }
      }
      let last = try ada.addPhoto("?caption=last")
      var text = ""
      repeat { text += String(decoding: try connection.receiveChunk(), as: UTF8.self) } while !text.contains(last)
      #expect(text.utf8.count { $0 == UInt8(ascii: "\n") } < changeCount)
    }
  }

  @Test(arguments: ["application/x-ndjson", "text/event-stream"])
  func `an idle stream sends heartbeats`(type: String) async throws {
    try await withService(http: #"service: {feed: {heartbeat: "1s"}}"#) { service in
      let reader = try EventReader(service, as: nil, ["Accept": type])
      if type == "text/event-stream" {
        #expect(try reader.event()["event"] == "start")
        #expect(try reader.line()?.hasPrefix(":") == true)
      } else {
        #expect(try reader.line() == "")
      }
    }
  }

  @Test func `the streams of an address, and of an account, are limited`() async throws {
    try await withService(http: "service: {feed: {subscribersPerAddress: 2, subscribersPerAccount: 1}}") { service in
      let ada = try await service.addAccount("ada")
      let first = try EventReader(service, as: ada)
      let byAccount = try service.client(ada).get("/v1/events")
      #expect(byAccount.status == 429)
      #expect(byAccount.problem == "too-many-requests")
      #expect(byAccount["Retry-After"] != nil)
      #expect(try byAccount.member("limit") == 1)
      let second = try EventReader(service)
      #expect(try service.client().get("/v1/events").status == 429)
      withExtendedLifetime((first, second)) {}
    }
  }

  @Test func `the streams of the service are limited, and a place is free when a reader leaves`() async throws {
    try await withService(http: "service: {feed: {subscribers: 1}}") { service in
      let first = try EventReader(service)
      let refused = try service.client().get("/v1/events")
      #expect(refused.status == 503)
      #expect(refused.problem == "unavailable")
      #expect(refused["Retry-After"] != nil)
      first.close()
      try await eventually { (try? EventReader(service)) != nil }
    }
  }

  @Test func `streams end complete when the service stops`() async throws {
    let readers = try await withService { service in
      SendableReaders([try EventReader(service), try EventReader(service, as: nil, ["Accept": "text/event-stream"])])
    }
    #expect(try readers.list[0].line() == nil)
    #expect(try readers.list[1].event()["event"] == "start")
    #expect(try readers.list[1].line() == nil)
  }

  private struct SendableReaders: @unchecked Sendable {  // handed from one task to another, and used by one at a time
    let list: [EventReader]
    init(_ list: [EventReader]) { self.list = list }
  }
}

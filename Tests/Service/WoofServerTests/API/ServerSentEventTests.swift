// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

/// `GET /v1/events` as server-sent events.
@Suite(.overEachProtocol, .overEachWorld) struct ServerSentEventTests {
  static let fields: KeyValuePairs = ["Accept": "text/event-stream"]

  @Test func `events carry the kind, the token and the same JSON as lines`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let (events, lines) = try (EventReader(service, as: nil, Self.fields), EventReader(service))
      #expect(events.head["Content-Type"] == "text/event-stream")
      #expect(events.head["Woof-Last-Change"] == lines.head["Woof-Last-Change"])
      let start = try events.event()
      #expect(start["event"] == "start" && start["id"] == events.head["Woof-Last-Change"])
      let id = try ada.addPhoto("?caption=two%20words")
      let added = try (events.event(), lines.change())
      #expect(added.0["event"] == "photo")
      #expect(added.0["id"] == added.1["change"].text)
      #expect(try JSONValue(Array((added.0["data"] ?? "").utf8)) == added.1)
      _ = try ada.setFavourite(id)
      #expect(try events.event()["event"] == "favourites")
      _ = try ada.delete("/v1/photos/\(id)")
      let deleted = try events.event()
      #expect(deleted["event"] == "deleted")
      #expect(try JSONValue(Array((deleted["data"] ?? "").utf8))["reason"] == "deleted")
    }
  }

  @Test func `Last-Event-ID continues after its event, and overrides since`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let start = try service.client().token()
      let ids = try (0..<3).map { _ in try ada.addPhoto() }
      let before = try EventReader(service, "/v1/events?since=\(start)", as: nil, Self.fields)
      #expect(try before.event()["id"] == start)
      let id = try #require(before.event()["id"])
      let reader = try EventReader(
        service, "/v1/events?since=\(start)", as: nil, ["Accept": "text/event-stream", "Last-Event-ID": id])
      #expect(reader.head["Woof-Last-Change"] == id)
      #expect(try reader.event()["id"] == id)
      let next = try JSONValue(Array((try reader.event()["data"] ?? "").utf8))
      #expect(next["id"].text == ids[1])
    }
  }

  @Test func `Last-Event-ID works for lines as well, and an empty one is ignored`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let token = try service.client().token()
      let id = try ada.addPhoto()
      #expect(try EventReader(service, "/v1/events", as: nil, ["Last-Event-ID": token]).change()["id"].text == id)
      let reader = try EventReader(service, "/v1/events?since=\(token)", as: nil, ["Last-Event-ID": ""])
      #expect(try reader.change()["id"].text == id)
    }
  }

  @Test(arguments: ["x", "1", "AAAA AAAA"])
  func `a malformed Last-Event-ID is refused`(value: String) async throws {
    try await withService { service in
      let response = try service.client().get("/v1/events", ["Accept": "text/event-stream", "Last-Event-ID": value])
      #expect(response.status == 400)
      #expect(response.problem == "change-token-invalid")
    }
  }

  @Test(arguments: [
    ("*/*", "application/x-ndjson"), ("text/html, */*;q=0.1", "application/x-ndjson"),
    ("text/event-stream;q=0.5, application/x-ndjson", "application/x-ndjson"),
    ("text/event-stream, */*", "text/event-stream"), ("TEXT/Event-Stream", "text/event-stream"),
    ("text/event-stream;q=0", "application/x-ndjson"),
  ])
  func `the format is the requested one`(accept: String, type: String) async throws {
    try await withService { service in
      let reader = try EventReader(service, as: nil, ["Accept": accept])
      #expect(reader.head["Content-Type"] == type)
    }
  }
}

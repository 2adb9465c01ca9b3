// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofHTTP
import WoofModel

@testable import WoofAPI

struct EventFormatTests {
  @Test(arguments: [
    ([], EventFormat.lines), (["*/*"], .lines), (["application/json"], .lines), (["application/x-ndjson"], .lines),
    (["text/event-stream"], .serverSentEvents), (["Text/Event-Stream"], .serverSentEvents),
    (["text/event-stream;charset=utf-8"], .serverSentEvents), (["*/*", "text/event-stream"], .serverSentEvents),
    (["text/event-stream;q=0"], .lines), (["text/event-stream; q=0.5, application/x-ndjson"], .lines),
    (["application/x-ndjson;q=0.2,text/event-stream ; q=0.9"], .serverSentEvents), (["text/event-stream;q=x"], .lines),
    ([",,;"], .lines),
  ])
  func `the format is the requested one, and lines by default`(accept: [String], expected: EventFormat) {
    #expect(EventFormat(accept: accept) == expected)
  }

  @Test func `a line is a JSON object with a line feed`() {
    var bytes: [UInt8] = []
    EventFormat.lines.append(Array("{}".utf8), kind: "photo", token: ChangeToken(rawValue: "t"), to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "{}\n")
  }

  @Test func `a server-sent event has its kind, its token and its data`() {
    var bytes: [UInt8] = []
    EventFormat.serverSentEvents.append(
      Array("{}".utf8), kind: "favourites", token: ChangeToken(rawValue: "t"), to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "event: favourites\nid: t\ndata: {}\n\n")
  }

  @Test func `heartbeats are an empty line or a comment`() {
    #expect(EventFormat.lines.heartbeat.storage == Array("\n".utf8))
    #expect(EventFormat.serverSentEvents.heartbeat.storage == Array(":\n\n".utf8))
  }
}

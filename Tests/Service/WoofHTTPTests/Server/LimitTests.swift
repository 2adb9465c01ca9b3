// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TestKit
@testable import WoofHTTP

@Suite struct LimitTests {
  private static let ok: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in text("ok") }

  private static let reading: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
    do { return text("\(try await request.body.collect(upTo: 1_000_000).count)") } catch {
      return text("\(error)", 408)
    }
  }

  @Test func `a head that is too large is refused`() async throws {
    try await withServer(handler: Self.ok) { server in
      let client = try server.connect()
      try client.send("GET / HTTP/1.1\r\nHost: x\r\nA: \(String(repeating: "a", count: 16_384))\r\n\r\n")
      #expect(try client.receiveResponse().status == 431)
      #expect(try client.receiveToEnd().text == "")
    }
  }

  @Test func `a head of exactly the limit is accepted`() async throws {
    try await withServer(handler: Self.ok) { server in
      let client = try server.connect()
      let start = "GET / HTTP/1.1\r\nHost: x\r\nA: "
      try client.send(start + String(repeating: "a", count: 16_384 - start.utf8.count - 4) + "\r\n\r\n")
      #expect(try client.receiveResponse().status == 200)
    }
  }

  @Test func `a configured head limit above the default is used`() async throws {
    var limits = HTTPServerLimits()
    limits.headByteCount = 100_000
    try await withServer(limits: limits, handler: Self.ok) { server in
      let client = try server.connect()
      for (count, status) in [(90_000, 200), (100_000, 431)] {
        try client.send("GET / HTTP/1.1\r\nHost: x\r\nA: \(String(repeating: "a", count: count))\r\n\r\n")
        #expect(try client.receiveResponse().status == status)
      }
    }
  }

  @Test func `too many fields are refused`() async throws {
    try await withServer(handler: Self.ok) { server in
      let client = try server.connect()
      let fields = (0..<100).map { "A\($0): b\r\n" }.joined()
      try client.send("GET / HTTP/1.1\r\nHost: x\r\n\(fields)\r\n")
      #expect(try client.receiveResponse().status == 431)
    }
  }

  @Test func `a target that is too long is refused`() async throws {
    try await withServer(handler: Self.ok) { server in
      let client = try server.connect()
      try client.send("GET /\(String(repeating: "a", count: 8192)) HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try client.receiveResponse().status == 414)
    }
  }

  // MARK: Time

  @Test func `a connection that sends nothing is closed`() async throws {
    try await withServer(handler: Self.ok) { server in
      let client = try server.connect()
      #expect((10_000...10_500).contains(try await server.timeUntilNews(client)))
      #expect(try client.receiveToEnd() == ("", .closed))
    }
  }

  @Test func `a head that drips for too long gets a 408`() async throws {
    try await withServer(handler: Self.ok) { server in
      let client = try server.connect()
      await server.settle()
      var time: Int64 = 0
      for byte in "GET / HTTP/1.1\r\nHost: xxxxxxxxxxxxxxxxxxxxxx".utf8 where !client.hasNews {
        try client.send([byte])
        await server.settle()
        server.clock.advance(by: 500)
        time += 500
        await server.settle()
      }
      #expect((10_000...11_500).contains(time))
      #expect(try client.receiveResponse().status == 408)
      #expect(server.server.statistics.timeoutCounts == [.head: 1])
    }
  }

  @Test func `an idle connection is closed silently after a response`() async throws {
    try await withServer(handler: Self.ok) { server in
      let client = try server.connect()
      try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      _ = try client.receiveResponse()
      #expect((60_000...60_500).contains(try await server.timeUntilNews(client)))
      #expect(try client.receiveToEnd() == ("", .closed))
    }
  }

  @Test func `a request in time keeps a connection open`() async throws {
    try await withServer(handler: Self.ok) { server in
      let client = try server.connect()
      for _ in 0..<10 {
        try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try client.receiveResponse().status == 200)
        await server.settle()
        server.clock.advance(by: 59_000)
        await server.settle()
        #expect(!client.hasNews)
      }
    }
  }

  @Test func `a handler has no time limit`() async throws {
    let gate = Gate()
    try await withServer { _ in
      await gate.waitUnlessCancelled()
      return text("at last")
    } _: { server in
      let client = try server.connect()
      try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      await server.settle()
      server.clock.advance(by: 3_600_000)
      await server.settle()
      gate.open()
      #expect(try client.receiveResponse().text == "at last")
    }
  }

  @Test func `a body that stops fails after its window`() async throws {
    try await withServer(handler: Self.reading) { server in
      let client = try server.connect()
      try client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nhello")
      #expect((10_000...10_500).contains(try await server.timeUntilNews(client)))
      let response = try client.receiveResponse()
      #expect(response.text == "tooSlow")
      #expect(response.field("connection") == "close")
      try await waitUntil { server.server.statistics.timeoutCounts == [.body: 1] }
    }
  }

  @Test func `a body below the minimum rate fails, however steadily it comes`() async throws {
    try await withServer(handler: Self.reading) { server in
      let client = try server.connect()
      try client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n")
      var time: Int64 = 0
      while !client.hasNews, time < 60_000 {
        try client.send([UInt8](repeating: 65, count: 500))
        await server.settle()
        server.clock.advance(by: 1000)
        time += 1000
        await server.settle()
      }
      #expect((10_000...12_000).contains(time))
      #expect(try client.receiveResponse().text == "tooSlow")
    }
  }

  @Test func `a body at the minimum rate is accepted`() async throws {
    try await withServer(handler: Self.reading) { server in
      let client = try server.connect()
      try client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n")
      for _ in 0..<50 {
        try client.send([UInt8](repeating: 65, count: 1200))
        await server.settle()
        server.clock.advance(by: 1000)
        await server.settle()
      }
      #expect(try client.receiveResponse().text == "60000")
    }
  }

  @Test func `a peer that takes nothing of its response is disconnected`() async throws {
    try await withServer { _ in
      HTTPResponse(200, body: .bytes(HTTPBytes([UInt8](repeating: 65, count: 30_000_000))))
    } _: { server in
      let client = try RawClient(port: server.port, receiveBuffer: 8192)
      try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      await server.settle()
      server.clock.advance(by: 59_000)
      await server.settle()
      #expect(server.server.statistics.openCount == 1)
      server.clock.advance(by: 2_000)
      try await waitUntil { server.server.statistics.openCount == 0 }
      #expect(try client.receiveToEnd().end == .reset)
      #expect(server.server.statistics.timeoutCounts == [.response: 1])
    }
  }

  // MARK: Connections

  @Test func `a connection beyond the limit gets a 503, and there is room after one ends`() async throws {
    var limits = HTTPServerLimits()
    limits.connectionCount = 3
    try await withServer(limits: limits, handler: Self.ok) { server in
      let clients = try (0..<3).map { _ in try server.connect() }
      await server.settle()
      let refused = try server.connect()
      let response = try refused.receiveResponse()
      #expect(response.status == 503)
      #expect(response.field("connection") == "close")
      clients[1].close()
      try await waitUntil { server.server.statistics.openCount == 2 }
      let taken = try server.connect()
      try taken.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try taken.receiveResponse().status == 200)
    }
  }

  @Test func `too many connections from one address get a 429`() async throws {
    var limits = HTTPServerLimits()
    limits.connectionCountPerAddress = 2
    try await withServer(limits: limits, handler: Self.ok) { server in
      let clients = try (0..<2).map { _ in try server.connect() }
      await server.settle()
      #expect(try server.connect().receiveResponse().status == 429)
      withExtendedLifetime(clients) {}
    }
  }
}

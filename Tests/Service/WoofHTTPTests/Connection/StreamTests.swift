// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TestKit
@testable import WoofHTTP

@Suite struct StreamTests {
  private static let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

  private static func streaming(
    count: Int64? = nil, _ write: @escaping @Sendable (consuming HTTPStreamWriter) async throws -> Void
  ) -> @Sendable (HTTPRequest) async -> HTTPResponse {
    { _ in HTTPResponse(200, body: .stream(HTTPStream(count: count, write))) }
  }

  @Test func `parts arrive while others are made, and the connection stays open`() async throws {
    let gate = Gate()
    let handler = Self.streaming { writer in
      try await writer.write(HTTPBytes("first"))
      await gate.waitUnlessCancelled()
      try await writer.write(HTTPBytes(""))
      try await writer.write(HTTPBytes("second"))
      writer.finish()
    }
    try await withServer(handler: handler) { server in
      let client = try server.connect()
      try client.send(Self.request)
      #expect(try client.receive(through: "\r\n\r\n").contains("Transfer-Encoding: chunked"))
      #expect(try client.receiveChunk() == Array("first".utf8))
      gate.open()
      #expect(try client.receiveChunk() == Array("second".utf8))
      #expect(try client.receiveChunk() == [])
      try client.send(Self.request)
      #expect(try client.receiveResponse().text == "firstsecond")
    }
  }

  @Test func `a stream of a known length is sent without chunks`() async throws {
    let handler = Self.streaming(count: 6) { writer in
      try await writer.write(HTTPBytes("abc"))
      try await writer.write(HTTPBytes("def"))
      writer.finish()
    }
    try await withServer(handler: handler) { server in
      let client = try server.connect()
      for _ in 0..<2 {
        try client.send(Self.request)
        let response = try client.receiveResponse()
        #expect(response.field("content-length") == "6")
        #expect(response.text == "abcdef")
      }
    }
  }

  @Test(arguments: [nil, 100] as [Int64?])
  func `a stream that returns without finishing breaks the response off`(_ count: Int64?) async throws {
    let handler = Self.streaming(count: count) { writer in try await writer.write(HTTPBytes("part")) }
    try await withServer(handler: handler) { server in
      let client = try server.connect()
      try client.send(Self.request)
      let (text, _) = try client.receiveToEnd()
      #expect(text.contains("part"))
      #expect(!text.contains("\r\n0\r\n"))
      await server.settle()
      #expect(server.log.all.map(\.isComplete) == [false])
    }
  }

  @Test func `a stream cannot write more than it announced`() async throws {
    let handler = Self.streaming(count: 3) { writer in
      try await writer.write(HTTPBytes("abc"))
      try await writer.write(HTTPBytes("HTTP/1.1 200 OK"))
      writer.finish()
    }
    try await withServer(handler: handler) { server in
      let client = try server.connect()
      try client.send(Self.request)
      #expect(try client.receiveResponse().text == "abc")
      #expect(try client.receiveToEnd().text == "")
    }
  }

  @Test func `to an HTTP 1.0 client the end of the connection is the end of the stream`() async throws {
    let handler = Self.streaming { writer in
      try await writer.write(HTTPBytes("all of it"))
      writer.finish()
    }
    try await withServer(handler: handler) { server in
      let client = try server.connect()
      try client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
      let (text, end) = try client.receiveToEnd()
      #expect(text.hasSuffix("\r\n\r\nall of it"))
      #expect(end == .closed)
    }
  }

  @Test func `to an HTTP 1.0 client a broken stream looks broken`() async throws {
    let handler = Self.streaming { writer in try await writer.write(HTTPBytes("part of it")) }
    try await withServer(handler: handler) { server in
      let client = try server.connect()
      try client.send("GET / HTTP/1.0\r\n\r\n")
      #expect(try client.receiveToEnd().end == .reset)
    }
  }

  @Test func `the task of a stream is cancelled when the peer leaves`() async throws {
    let (waiting, cancelled) = (Gate(), Gate())
    let handler = Self.streaming { writer in
      try await writer.write(HTTPBytes("part"))
      await waiting.waitUnlessCancelled()
      if Task.isCancelled { cancelled.open() }
    }
    try await withServer(handler: handler) { server in
      let client = try server.connect()
      try client.send(Self.request)
      _ = try client.receive(through: "part")
      client.close()
      await cancelled.waitUnlessCancelled()
    }
  }

  @Test func `a write to a peer that has left fails`() async throws {
    let (failed, gone) = (Gate(), Gate())
    let handler = Self.streaming { writer in
      await gone.waitUnlessCancelled()
      do {
        for _ in 0..<1000 { try await writer.write(HTTPBytes([UInt8](repeating: 0, count: 100_000))) }
      } catch {
        failed.open()
        throw error
      }
      writer.finish()
    }
    try await withServer(handler: handler) { server in
      let client = try server.connect()
      try client.send(Self.request)
      await server.settle()
      client.reset()
      gone.open()
      await failed.waitUnlessCancelled()
    }
  }

  @Test func `a writer waits for a slow reader`() async throws {
    let written = Counter()
    let handler = Self.streaming { writer in
      for _ in 0..<200 {
        try await writer.write(HTTPBytes([UInt8](repeating: 65, count: 100_000)))
        written.add(1)
      }
      writer.finish()
    }
    try await withServer(handler: handler) { server in
      let client = try RawClient(port: server.port, receiveBuffer: 8192)
      try client.send(Self.request)
      await server.settle()
      #expect(written.value < 150)
      #expect(try client.receiveResponse().body.count == 20_000_000)
    }
  }
}

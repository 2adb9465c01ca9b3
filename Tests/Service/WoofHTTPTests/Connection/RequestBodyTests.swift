// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TestKit
@testable import WoofHTTP

@Suite struct RequestBodyTests {
  /// Responds with the length and a checksum of the body.
  private static let digest: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
    var count = 0
    var sum: UInt64 = 0
    do {
      while let chunk = try await request.body.next() {
        count += chunk.count
        chunk.withBytes { span in span.withUnsafeBytes { for byte in $0 { sum = sum &* 31 &+ UInt64(byte) } } }
      }
      return text("\(count) \(sum)")
    } catch {
      return text("\(error)", 400)
    }
  }

  private static func expected(_ bytes: [UInt8]) -> String {
    "\(bytes.count) \(bytes.reduce(UInt64(0)) { $0 &* 31 &+ UInt64($1) })"
  }

  private static func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) } }

  @Test(arguments: [1, 100, 16_384, 16_385, 131_072, 1_000_000])
  func `a body of a known length arrives whole`(_ count: Int) async throws {
    try await withServer(handler: Self.digest) { server in
      let client = try server.connect()
      let body = Self.bytes(count)
      for _ in 0..<2 {
        try client.send(Array("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(count)\r\n\r\n".utf8) + body)
        #expect(try client.receiveResponse().text == Self.expected(body))
      }
    }
  }

  @Test func `a client refused at the head still gets its response after sending megabytes`() async throws {
    try await withServer(handler: { _ in text("who is there?", 401) }) { server in
      let client = try server.connect()
      try client.send(
        Array("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 12000000\r\n\r\n".utf8) + Self.bytes(12_000_000))
      #expect(try client.receiveResponse().status == 401)
    }
  }

  @Test(arguments: [1, 7, 4096, 100_000]) func `a chunked body arrives whole`(_ chunkCount: Int) async throws {
    try await withServer(handler: Self.digest) { server in
      let client = try server.connect()
      let body = Self.bytes(max(1000, 2 * chunkCount))
      var message = Array("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
      for start in stride(from: 0, to: body.count, by: chunkCount) {
        let chunk = body[start..<min(start + chunkCount, body.count)]
        message += Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + [13, 10]
      }
      message += Array("0\r\nTrailer-Field: x\r\n\r\n".utf8)
      for _ in 0..<2 {
        try client.send(message)
        #expect(try client.receiveResponse().text == Self.expected(body))
      }
    }
  }

  @Test func `a chunked body that comes byte by byte arrives whole`() async throws {
    try await withServer(handler: Self.digest) { server in
      let client = try server.connect()
      try client.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
      for byte in "5\r\nhello\r\n6;a=b\r\n world\r\n0\r\n\r\n".utf8 {
        try client.send([byte])
        await server.settle()
      }
      #expect(try client.receiveResponse().text == Self.expected(Array("hello world".utf8)))
    }
  }

  @Test func `a request without a body has an empty one`() async throws {
    try await withServer { request in
      let chunk = try? await request.body.next()
      return text("\(String(describing: request.body.announcedCount)) \(chunk == nil)")
    } _: { server in
      let client = try server.connect()
      try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\nPOST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
      #expect(try client.receiveResponse().text == "Optional(0) true")
      #expect(try client.receiveResponse().text == "Optional(0) true")
    }
  }

  @Test func `broken chunk framing reaches the handler and ends the connection`() async throws {
    try await withServer(handler: Self.digest) { server in
      let client = try server.connect()
      try client.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhelloGET / HTTP/1.1\r\n")
      let response = try client.receiveResponse()
      #expect(response.status == 400)
      #expect(response.field("connection") == "close")
      #expect(try client.receiveToEnd().text == "")
    }
  }

  @Test func `a body that breaks off is an error and not the end`() async throws {
    try await withServer(handler: Self.digest) { server in
      let client = try server.connect()
      try client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhello")
      client.finish()
      #expect(try client.receiveResponse().text == "connectionLost")
    }
  }

  @Test func `a body larger than the reader allows is refused before it is read`() async throws {
    try await withServer { request in
      do { return text("\(try await request.body.collect(upTo: 10).count)") } catch { return text("\(error)", 413) }
    } _: { server in
      let client = try server.connect()
      try client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n")
      #expect(try client.receiveResponse().text == "tooLarge(limit: 10)")
    }
  }

  @Test func `a small unread body is dropped and the connection stays open`() async throws {
    try await withServer { _ in
      text("ok")
    } _: { server in
      let client = try server.connect()
      let chunked = "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"
      try client.send(
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhelloPOST / HTTP/1.1\r\nHost: x\r\n\(chunked)")
      for _ in 0..<2 {
        let response = try client.receiveResponse()
        #expect(response.text == "ok")
        #expect(response.field("connection") == nil)
      }
      try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try client.receiveResponse().text == "ok")
    }
  }

  @Test func `a response before the body arrives, and the connection ends after it`() async throws {
    try await withServer { _ in
      text("too large", 413)
    } _: { server in
      let client = try server.connect()
      try client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10000000\r\n\r\n")
      let response = try client.receiveResponse()
      #expect(response.status == 413)
      #expect(response.field("connection") == "close")
      #expect(try client.receiveToEnd().text == "")
    }
  }

  @Test func `a client that continues to send can still read its response`() async throws {
    try await withServer { _ in
      text("too large", 413)
    } _: { server in
      let client = try server.connect()
      try client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 500000\r\n\r\n")
      try client.send(Self.bytes(500_000))
      #expect(try client.receiveResponse().status == 413)
    }
  }

  @Test func `a refused client is read for as long as it sends, and no longer than half a minute`() async throws {
    try await withServer { _ in
      text("too large", 413)
    } _: { server in
      for (pause, count) in [(Int64(1900), 15), (2100, 1)] {
        let client = try server.connect()
        try client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10000000\r\n\r\n")
        #expect(try client.receiveResponse().status == 413)
        for _ in 0..<count {
          try client.send("woof")
          await server.settle()
          server.clock.advance(by: pause)
          await server.settle()
        }
        // The first bytes after the end are responded to with a reset, which the second ones meet.
        if pause < 2000 {
          try client.send("woof")
          await server.settle()
          server.clock.advance(by: 1900)
          await server.settle()
        }
        try client.send("woof")
        #expect(throws: RawClient.Failure.self) { try client.send("woof") }
      }
    }
  }

  @Test func `a body can be read while the response is sent`() async throws {
    try await withServer { request in
      HTTPResponse(
        200,
        body: .stream(
          HTTPStream { writer in
            while let chunk = try await request.body.next() {
              let bytes = chunk.withBytes { span in span.withUnsafeBytes { Array($0) } }
              try await writer.write(HTTPBytes(bytes))
            }
            writer.finish()
          }))
    } _: { server in
      let client = try server.connect()
      try client.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
      _ = try client.receive(through: "\r\n\r\n")
      for word in ["one", "two"] {
        try client.send("3\r\n\(word)\r\n")
        #expect(try client.receiveChunk() == Array(word.utf8))
      }
      try client.send("0\r\n\r\n")
      #expect(try client.receiveChunk() == [])
      try client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
      #expect(try client.receiveResponse().body == [])
    }
  }

  @Test func `unread bytes of a body stay with the sender`() async throws {
    let gate = Gate()
    try await withServer { request in
      await gate.waitUnlessCancelled()
      return await Self.digest(request)
    } _: { server in
      let client = try server.connect()
      let body = Self.bytes(1_000_000)
      try client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 64000000\r\n\r\n")
      var taken = 0
      while taken < 64, (try? client.send(body, within: 100)) != nil { taken += 1 }
      #expect(taken < 32, "the sender has to wait")
      gate.open()
    }
  }
}

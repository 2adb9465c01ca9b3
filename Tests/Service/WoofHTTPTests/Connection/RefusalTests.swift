// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TestKit
@testable import WoofHTTP

@Suite struct RefusalTests {
  private static let ok: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
    _ = try? await request.body.collect(upTo: 1000)
    return text("served")
  }

  /// What two servers in a row could read differently, and what else is no request.
  static let bad = [
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: +5\r\n\r\nhello",
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0x5\r\n\r\nhello",
    "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, identity\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding : chunked\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding:\u{b}chunked\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n folded\r\n\r\n",
    "GET / HTTP/1.1\nHost: x\n\n",
    "GET / HTTP/1.1\r\nHost: x\r\nA: b\rc\r\n\r\n",
    "GET / HTTP/1.1\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
    "GET / HTTP/2.0\r\nHost: x\r\n\r\n",
    "GET /a b HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\nBad Name: y\r\n\r\n",
    "\u{16}\u{3}\u{1}\u{2}\u{0}",
  ]

  @Test(arguments: bad) func `a malformed request is refused and the connection ends`(_ request: String) async throws {
    try await withServer(handler: Self.ok) { server in
      let client = try server.connect()
      try client.send(request)
      let response = try client.receiveResponse()
      #expect((400..<600).contains(response.status))
      #expect(response.field("connection") == "close")
      #expect(try client.receiveToEnd().text == "")
      await server.settle()
      #expect(server.log.all.map { $0.request == nil } == [true])
    }
  }

  @Test func `a request before a malformed one still gets its response`() async throws {
    try await withServer(handler: Self.ok) { server in
      let client = try server.connect()
      try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n")
      #expect(try client.receiveResponse().text == "served")
      #expect(try client.receiveResponse().status == 400)
      #expect(try client.receiveToEnd().text == "")
    }
  }

  @Test func `random bytes never hang or crash the server`() async throws {
    var random = SeededGenerator(seed: 42)
    let pieces = [
      "GET ", "POST ", "/", " HTTP/1.1", "\r\n", "\r", "\n", "Host: x\r\n", "Content-Length: ", "5",
      "99999999999999999999", "Transfer-Encoding: chunked\r\n", ": ", "\u{0}", "hello", "0\r\n\r\n", "\r\n\r\n", "%",
      "?", "é", "Expect: 100-continue\r\n", ";", "Connection: close\r\n",
    ]
    try await withServer(handler: Self.ok) { server in
      for round in 0..<10_000 {
        let client = try server.connect()
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 1...12, using: &random) {
          let isText = round % 4 != 0
          bytes +=
            isText
            ? Array(pieces[Int.random(in: pieces.indices, using: &random)].utf8)
            : [UInt8.random(in: 0...255, using: &random)]
        }
        try? client.send(bytes)
        client.finish()
        _ = try client.receiveToEnd()
      }
    }
  }
}

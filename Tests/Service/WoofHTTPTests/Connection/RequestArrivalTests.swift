// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TestKit
@testable import WoofHTTP

@Suite struct RequestArrivalTests {
  private static let echo: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
    let body = (try? await request.body.collect(upTo: 1000)) ?? []
    return text(
      "\(request.method.token) \(String(decoding: request.target.bytes, as: UTF8.self)) \(String(decoding: body, as: UTF8.self))"
    )
  }

  private static let post = "POST /dogs?a=b HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello"

  @Test func `a request that arrives byte by byte gets its response`() async throws {
    try await withServer(handler: Self.echo) { server in
      let client = try server.connect()
      for byte in Self.post.utf8 {
        try client.send([byte])
        await server.settle()
      }
      #expect(try client.receiveResponse().text == "POST /dogs?a=b hello")
    }
  }

  @Test func `requests that arrive together get their responses in order`() async throws {
    try await withServer(handler: Self.echo) { server in
      let client = try server.connect()
      try client.send((1...50).map { "GET /\($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined() + Self.post)
      for number in 1...50 { #expect(try client.receiveResponse().text == "GET /\(number) ") }
      #expect(try client.receiveResponse().text == "POST /dogs?a=b hello")
    }
  }

  @Test func `the start of the next request can arrive with the end of the last`() async throws {
    try await withServer(handler: Self.echo) { server in
      let client = try server.connect()
      try client.send(Self.post + "GET /ne")
      #expect(try client.receiveResponse().text == "POST /dogs?a=b hello")
      try client.send("xt HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try client.receiveResponse().text == "GET /next ")
    }
  }

  @Test func `a request split anywhere gets the same response`() async throws {
    try await withServer(handler: Self.echo) { server in
      let bytes = Array(Self.post.utf8)
      let client = try server.connect()
      for position in bytes.indices {
        try client.send(Array(bytes[..<position]))
        await server.settle()
        try client.send(Array(bytes[position...]))
        #expect(try client.receiveResponse().text == "POST /dogs?a=b hello")
      }
    }
  }

  @Test func `a truncated head does not reach the handler`() async throws {
    try await withServer(handler: Self.echo) { server in
      for count in 0..<Self.post.utf8.count - 5 {
        let client = try server.connect()
        try client.send(Array(Self.post.utf8.prefix(count)))
        client.finish()
        #expect(try client.receiveToEnd().text == "")
      }
      #expect(server.log.all.isEmpty)
    }
  }

  @Test func `a client that half-closes after its request gets its response`() async throws {
    try await withServer(handler: Self.echo) { server in
      let client = try server.connect()
      try client.send(Self.post)
      client.finish()
      #expect(try client.receiveResponse().text == "POST /dogs?a=b hello")
      #expect(try client.receiveToEnd().text == "")
    }
  }

  @Test func `a response waits for a slower one that was requested first`() async throws {
    let gate = Gate()
    try await withServer { request in
      if request.target.bytes == Array("/slow".utf8) { await gate.waitUnlessCancelled() }
      return text(String(decoding: request.target.bytes, as: UTF8.self))
    } _: { server in
      let client = try server.connect()
      try client.send(
        "GET /first HTTP/1.1\r\nHost: x\r\n\r\nGET /slow HTTP/1.1\r\nHost: x\r\n\r\nGET /last HTTP/1.1\r\nHost: x\r\n\r\n"
      )
      #expect(try client.receiveResponse().text == "/first", "leaves while the second one is made")
      gate.open()
      #expect(try client.receiveResponse().text == "/slow")
      #expect(try client.receiveResponse().text == "/last")
    }
  }

  @Test func `responses to pipelined requests leave together`() async throws {
    try await withServer(handler: Self.echo) { server in
      let client = try server.connect()
      try client.send(String(repeating: "GET / HTTP/1.1\r\nHost: x\r\n\r\n", count: 20))
      await server.settle()
      let together = String(decoding: try client.receive(), as: UTF8.self)
      #expect(together.components(separatedBy: "HTTP/1.1 200 OK").count == 21)
    }
  }
}

extension String {
  fileprivate func components(separatedBy mark: String) -> [[UInt8]] {
    var parts: [[UInt8]] = [[]]
    var rest = Array(utf8)
    while let range = rest.firstRange(of: Array(mark.utf8)) {
      parts.append(Array(rest[..<range.lowerBound]))
      rest = Array(rest[range.upperBound...])
    }
    return parts
  }
}

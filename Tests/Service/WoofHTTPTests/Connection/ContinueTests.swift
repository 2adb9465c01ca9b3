// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TestKit
@testable import WoofHTTP

@Suite struct ContinueTests {
  private static let head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n"

  private static let reading: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
    let body = (try? await request.body.collect(upTo: 1000)) ?? []
    return text(String(decoding: body, as: UTF8.self))
  }

  @Test func `the first read of a body sends 100 Continue`() async throws {
    try await withServer(handler: Self.reading) { server in
      let client = try server.connect()
      for _ in 0..<2 {
        try client.send(Self.head)
        #expect(try client.receiveResponse().head == "HTTP/1.1 100 Continue\r\n\r\n")
        try client.send("hello")
        let response = try client.receiveResponse()
        #expect(response.text == "hello")
        #expect(response.field("connection") == nil)
      }
    }
  }

  @Test func `no interim response is sent before the handler reads`() async throws {
    let gate = Gate()
    try await withServer { request in
      await gate.waitUnlessCancelled()
      return await Self.reading(request)
    } _: { server in
      let client = try server.connect()
      try client.send(Self.head)
      await server.settle()
      #expect(!client.hasNews)
      gate.open()
      #expect(try client.receiveResponse().status == 100)
      try client.send("hello")
      #expect(try client.receiveResponse().text == "hello")
    }
  }

  @Test func `a response without a read sends no 100 Continue, and ends the connection`() async throws {
    try await withServer { _ in
      text("no", 401)
    } _: { server in
      let client = try server.connect()
      try client.send(Self.head)
      let response = try client.receiveResponse()
      #expect(response.status == 401)
      #expect(response.field("connection") == "close")
      #expect(try client.receiveToEnd().text == "")
    }
  }

  @Test func `a client that sends its body without waiting needs no 100 Continue`() async throws {
    try await withServer(handler: Self.reading) { server in
      let client = try server.connect()
      try client.send(Self.head + "hello")
      #expect(try client.receiveResponse().text == "hello")
    }
  }

  @Test(arguments: ["Expect: 100-continue, 100-continue\r\n", "Expect: 100-continue\r\nExpect: 100-Continue\r\n"])
  func `100 Continue is sent once, however often it is expected`(_ lines: String) async throws {
    try await withServer(handler: Self.reading) { server in
      let client = try server.connect()
      try client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\(lines)\r\n")
      #expect(try client.receiveResponse().head == "HTTP/1.1 100 Continue\r\n\r\n")
      await server.settle()
      #expect(!client.hasNews)
      try client.send("hello")
      #expect(try client.receiveResponse().text == "hello")
    }
  }

  @Test func `an unknown expectation is refused`() async throws {
    try await withServer(handler: Self.reading) { server in
      let client = try server.connect()
      try client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nExpect: magic\r\n\r\n")
      #expect(try client.receiveResponse().status == 417)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TestKit
@testable import WoofHTTP

@Suite struct PersistenceTests {
  private static let ok: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in text("ok") }

  @Test func `a connection stays open after a response`() async throws {
    try await withServer(handler: Self.ok) { server in
      let client = try server.connect()
      for _ in 0..<100 {
        try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        let response = try client.receiveResponse()
        #expect(response.status == 200)
        #expect(response.field("connection") == nil)
      }
    }
  }

  @Test(arguments: ["close", "Close", "keep-alive, CLOSE", "upgrade,close"])
  func `a client that asks to close is disconnected after its response`(_ value: String) async throws {
    try await withServer(handler: Self.ok) { server in
      let client = try server.connect()
      try client.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: \(value)\r\n\r\n")
      let response = try client.receiveResponse()
      #expect(response.field("connection") == "close")
      #expect(try client.receiveToEnd() == ("", .closed))
    }
  }

  @Test func `a final response reaches a client that has sent more`() async throws {
    try await withServer { _ in
      text(String(repeating: "a", count: 200_000))
    } _: { server in
      let client = try server.connect()
      try client.send(
        "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n" + String(repeating: "more ", count: 1000))
      #expect(try client.receiveResponse().body.count == 200_000)
      #expect(try client.receiveToEnd().text == "")
    }
  }

  @Test func `an HTTP 1.0 connection ends after its response`() async throws {
    try await withServer(handler: Self.ok) { server in
      let client = try server.connect()
      try client.send("GET / HTTP/1.0\r\n\r\n")
      #expect(try client.receiveResponse().text == "ok")
      #expect(try client.receiveToEnd() == ("", .closed))
    }
  }

  @Test func `an HTTP 1.0 client can ask to keep the connection, and is told so`() async throws {
    try await withServer(handler: Self.ok) { server in
      let client = try server.connect()
      for _ in 0..<2 {
        try client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        let response = try client.receiveResponse()
        #expect(response.text == "ok")
        #expect(response.field("connection") == "keep-alive")
      }
    }
  }

  @Test func `a response can end the connection`() async throws {
    try await withServer { _ in
      var response = text("over")
      response.closesConnection = true
      return response
    } _: { server in
      let client = try server.connect()
      try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      let response = try client.receiveResponse()
      #expect(response.text == "over")
      #expect(response.field("connection") == "close")
      #expect(try client.receiveToEnd() == ("", .closed))
    }
  }

  @Test func `a HEAD request gets only the head`() async throws {
    let file = try TestFile(count: 70)
    try await withServer { request in
      let isFile = request.target.bytes == Array("/file".utf8)
      return isFile ? HTTPResponse(200, body: .file(file.region)) : text("0123456789")
    } _: { server in
      let client = try server.connect()
      try client.send(
        "HEAD / HTTP/1.1\r\nHost: x\r\n\r\nHEAD /file HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try client.receiveResponse(toHead: true).field("content-length") == "10")
      #expect(try client.receiveResponse(toHead: true).field("content-length") == "70")
      #expect(try client.receiveResponse().text == "0123456789")
    }
  }

  @Test(arguments: [204, 304]) func `a status that forbids a body is sent without one`(_ code: Int) async throws {
    try await withServer { request in
      request.target.bytes == Array("/last".utf8) ? text("last") : text("must not be sent", HTTPStatus(code))
    } _: { server in
      let client = try server.connect()
      try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\nGET /last HTTP/1.1\r\nHost: x\r\n\r\n")
      let response = try client.receiveResponse()
      #expect(response.status == code)
      #expect(response.field("content-length") == nil)
      #expect(try client.receiveResponse().text == "last")
    }
  }

  @Test func `every response carries the date, a request id and the common fields`() async throws {
    let common: HTTPFields = HTTPFields([.vary: "Accept"])
    try await withServer(commonFields: common) { _ in
      HTTPResponse(204)
    } _: { server in
      let client = try server.connect()
      try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n")
      let responses = try (0..<3).map { _ in try client.receiveResponse() }
      for response in responses {
        #expect(response.field("date") == "Tue, 14 Nov 2023 22:13:20 GMT")
        #expect(response.field("vary") == "Accept")
      }
      #expect(Set(responses.compactMap { $0.field("request-id") }).count == 3)
      await server.settle()
      #expect(responses.compactMap { $0.field("request-id") } == server.log.all.map { "\($0.id)" })
    }
  }

  @Test func `the date moves on with the clock`() async throws {
    try await withServer(handler: Self.ok) { server in
      let client = try server.connect()
      for second in ["20", "25"] {
        try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try client.receiveResponse().field("date") == "Tue, 14 Nov 2023 22:13:\(second) GMT")
        server.clock.advance(by: 5000)
      }
    }
  }

  @Test func `a field's value cannot contain a line end`() async throws {
    try await withServer { _ in
      HTTPResponse(200, fields: HTTPFields([.location: "/a\r\nSet-Cookie: b\u{0}"]))
    } _: { server in
      let client = try server.connect()
      try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      let response = try client.receiveResponse()
      #expect(response.field("set-cookie") == nil)
    }
  }
}

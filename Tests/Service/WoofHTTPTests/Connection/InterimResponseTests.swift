// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TestKit
@testable import WoofHTTP

@Suite struct InterimResponseTests {
  @Test func `interim responses come before the response, and at once`() async throws {
    let gate = Gate()
    try await withServer { request in
      request.sendInterim(103, fields: HTTPFields([.location: "/a"]))
      await gate.waitUnlessCancelled()
      request.sendInterim(104)
      return text("done")
    } _: { server in
      let client = try server.connect()
      try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      let early = try client.receiveResponse()
      #expect(early.head == "HTTP/1.1 103 Early Hints\r\nLocation: /a\r\n\r\n")
      gate.open()
      #expect(try client.receiveResponse().status == 104)
      #expect(try client.receiveResponse().text == "done")
    }
  }

  @Test func `an HTTP 1.0 client gets no interim response`() async throws {
    try await withServer { request in
      request.sendInterim(103)
      return text("done")
    } _: { server in
      let client = try server.connect()
      try client.send("GET / HTTP/1.0\r\n\r\n")
      #expect(try client.receiveResponse().text == "done")
    }
  }

  @Test func `no interim response is sent after the response has begun`() async throws {
    let kept = Kept()
    try await withServer { request in
      kept.request?.sendInterim(103)
      kept.request = request
      return HTTPResponse(
        200,
        body: .stream(
          HTTPStream { writer in
            request.sendInterim(103)
            try await writer.write(HTTPBytes("body"))
            writer.finish()
          }))
    } _: { server in
      let client = try server.connect()
      for _ in 0..<2 {
        try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try client.receiveResponse().text == "body")
      }
    }
  }

  @Test func `an interim response can be sent from any thread`() async throws {
    try await withServer { request in
      let loop = EventLoop.current
      await Task.detached {
        request.sendInterim(103)
        // What another thread asks of a loop is done in its order.
        await loop?.perform {}
      }.value
      return text("done")
    } _: { server in
      let client = try server.connect()
      try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try client.receiveResponse().status == 103)
      #expect(try client.receiveResponse().text == "done")
    }
  }

  private final class Kept: @unchecked Sendable {  // touched on the only loop of the server
    var request: HTTPRequest?
  }
}

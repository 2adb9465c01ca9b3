// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import HTTP2TestKit
@testable import TestKit
@testable import WoofHTTP

/// Responses that are at hand when their requests come.
struct ImmediateResponseTests {
  /// Runs a server that has the responses to paths beginning with `/ready` at hand, and counts what its handler is asked for.
  private func withReadyServer(
    _ body: (TestServer, _ handledCount: () -> Int) async throws -> Void
  ) async throws {
    let count = Mutex(0)
    try await withServer(
      immediate: ImmediateResponses { request in
        switch String(decoding: request.target.bytes, as: UTF8.self) {
        case "/ready": text("ready")
        case "/ready/stream":
          HTTPResponse(
            200,
            body: .stream(
              HTTPStream { writer in
                try await writer.write(HTTPBytes("made later"))
                writer.finish()
              }))
        default: nil
        }
      },
      handler: { _ in
        count.withLock { $0 += 1 }
        await Task.yield()
        return text("handled")
      }, { server in try await body(server) { count.withLock { $0 } } })
  }

  @Test func `responses at hand and others keep the order of their requests`() async throws {
    try await withReadyServer { server, handledCount in
      let client = try server.connect()
      for path in ["/ready", "/other", "/ready", "/ready/stream", "/ready"] {
        try client.send("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n")
      }
      let texts = try (0..<5).map { _ in try client.receiveResponse().text }
      #expect(texts == ["ready", "handled", "ready", "made later", "ready"])
      #expect(handledCount() == 1)
      // A response is noted once it is sent, which its client may know before.
      try await waitUntil { server.log.all.count == 5 }
      #expect(server.log.all.map(\.status.code) == [200, 200, 200, 200, 200])
    }
  }

  @Test func `a HEAD request is given the head of a response at hand`() async throws {
    try await withReadyServer { server, handledCount in
      let client = try server.connect()
      try client.send("HEAD /ready HTTP/1.1\r\nHost: x\r\n\r\nGET /ready HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try client.receiveResponse(toHead: true).field("content-length") == "5")
      #expect(try client.receiveResponse().text == "ready")
      #expect(handledCount() == 0)
    }
  }

  @Test func `a request whose response is at hand may have a body`() async throws {
    try await withReadyServer { server, _ in
      let client = try server.connect()
      try client.send("GET /ready HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbark")
      try client.send("GET /other HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try client.receiveResponse().text == "ready")
      #expect(try client.receiveResponse().text == "handled")
    }
  }

  @Test func `each stream of HTTP/2 is given its response, at hand or not`() async throws {
    try await withReadyServer { server, handledCount in
      let client = try HTTP2Client(port: server.port)
      try client.awaitSettings()
      for (number, path) in ["/ready", "/other", "/ready/stream", "/ready"].enumerated() {
        try client.sendRequest(HTTP2Client.request("GET", path), on: UInt32(number) * 2 + 1)
      }
      let texts = try (0..<4).map { try client.receiveResponse(on: UInt32($0) * 2 + 1).text }
      #expect(texts == ["ready", "handled", "made later", "ready"])
      #expect(handledCount() == 1)
      #expect(server.log.all.count == 4)
    }
  }
}

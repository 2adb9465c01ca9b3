// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TestKit
@testable import WoofHTTP

@Suite struct DisconnectTests {
  /// Ways in which a client leaves.
  enum Leaving: CaseIterable, CustomTestStringConvertible {
    case close, reset
    var testDescription: String { self == .close ? "closing" : "a reset" }

    func leave(_ client: RawClient) { self == .close ? client.close() : client.reset() }
  }

  /// What a client has sent when it leaves.
  static let states = [
    "", "GET", "GET / HTTP/1.1\r\nHost: x\r\n", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhello",
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel", "nonsense\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n",
  ]

  @Test(arguments: Leaving.allCases, states)
  func `a peer can leave at any time`(_ leaving: Leaving, _ sent: String) async throws {
    try await withServer { request in
      let body = try? await request.body.collect(upTo: 100)
      return text(String(repeating: "x", count: 100_000), body == nil ? 400 : 200)
    } _: { server in
      let client = try server.connect()
      try client.send(sent)
      await server.settle()
      leaving.leave(client)
      try await waitUntil { server.server.statistics.openCount == 0 }
    }
  }

  @Test(arguments: Leaving.allCases)
  func `a handler is cancelled when the peer leaves`(_ leaving: Leaving) async throws {
    let (never, started, cancelled) = (Gate(), Gate(), Gate())
    try await withServer { _ in
      started.open()
      if await !never.waitUnlessCancelled() { cancelled.open() }
      return text("too late")
    } _: { server in
      let client = try server.connect()
      try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      await started.waitUnlessCancelled()
      leaving.leave(client)
      await cancelled.waitUnlessCancelled()
      try await waitUntil { server.server.statistics.openCount == 0 }
      #expect(server.log.all.count == 1)
    }
  }

  @Test(arguments: Leaving.allCases)
  func `a peer can leave in the middle of a large response`(_ leaving: Leaving) async throws {
    let file = try TestFile(count: 8_000_000)
    let bytes = HTTPBytes([UInt8](repeating: 65, count: 8_000_000))
    try await withServer { request in
      HTTPResponse(200, body: request.target.bytes.count > 1 ? .file(file.region) : .bytes(bytes))
    } _: { server in
      for path in ["/", "/file"] {
        let client = try RawClient(port: server.port, receiveBuffer: 8192)
        try client.send("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n")
        _ = try client.receive(count: 1000)
        leaving.leave(client)
      }
      try await waitUntil { server.server.statistics.openCount == 0 }
      #expect(server.log.all.map(\.isComplete) == [false, false])
    }
  }

  @Test func `a body that a handler still holds outlives its connection`() async throws {
    let (left, looked) = (Gate(), Gate())
    try await withServer { request in
      guard let chunk = try? await request.body.next() else { return text("no body") }
      await left.waitUnlessCancelled()
      let first = chunk.withBytes { span in span.withUnsafeBytes { $0.first } }
      if first == UInt8(ascii: "h") { looked.open() }
      return text("ok")
    } _: { server in
      let client = try server.connect()
      try client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhello")
      await server.settle()
      client.reset()
      await server.settle()
      left.open()
      await looked.waitUnlessCancelled()
    }
  }

  @Test func `a thousand connections leave no descriptor behind`() async throws {
    let file = try TestFile(count: 100_000)
    try await withServer(loops: 2) { _ in
      HTTPResponse(200, body: .file(file.region))
    } _: { server in
      let before = DescriptorCount.ofSockets(localPort: server.port)
      for number in 0..<1000 {
        let client = try server.connect()
        try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        switch number % 4 {
        case 0: _ = try client.receiveResponse()
        case 1: client.reset()
        case 2: _ = try client.receive(count: 10)
        default: client.finish()
        }
        client.close()
      }
      try await waitUntil {
        server.server.statistics.openCount == 0 && DescriptorCount.ofSockets(localPort: server.port) == before
      }
    }
  }
}

/// Waits until a condition holds; fails after a minute.
func waitUntil(_ condition: () -> Bool) async throws {
  for _ in 0..<60_000 {
    if condition() { return }
    try await Task.sleep(for: .milliseconds(1))
  }
  throw RawClient.Failure(reason: "the condition never held")
}

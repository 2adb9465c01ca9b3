// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import TestKit
@testable import WoofHTTP

@Suite struct BodySourceTests {
  /// A live body that a test drives.
  private final class Source: HTTPBodySource, @unchecked Sendable {  // touched on the only loop of the server
    private var outlet: (any HTTPBodyOutlet)?
    private let calls = Mutex<[String]>([])
    let isOpen = Gate()
    let isClosed = Gate()

    var called: [String] { calls.withLock { $0 } }

    func opened(_ outlet: any HTTPBodyOutlet) {
      calls.withLock { $0.append("opened") }
      self.outlet = outlet
      isOpen.open()
    }

    func outletHasRoom() { calls.withLock { $0.append("has room") } }

    func outletClosed() {
      calls.withLock { $0.append("closed") }
      isClosed.open()
    }

    func send(_ bytes: [UInt8], on loop: EventLoop) async -> Bool {
      await loop.perform { self.outlet?.send(HTTPBytes(bytes)) ?? false }
    }

    func finish(on loop: EventLoop) async { await loop.perform { self.outlet?.finish() } }
  }

  private static let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

  private func withSource(_ body: (TestServer, Source, RawClient) async throws -> Void) async throws {
    let source = Source()
    try await withServer { request in
      request.method == .get ? HTTPResponse(200, body: .source(source)) : text("next")
    } _: { server in
      let client = try server.connect()
      try client.send(Self.request)
      _ = try client.receive(through: "\r\n\r\n")
      await source.isOpen.waitUnlessCancelled()
      try await body(server, source, client)
    }
  }

  @Test func `bytes leave at once, and the body can be finished`() async throws {
    try await withSource { server, source, client in
      for number in 0..<100 {
        #expect(await source.send(Array("event \(number)".utf8), on: server.group.loops[0]))
        #expect(try client.receiveChunk() == Array("event \(number)".utf8))
      }
      await source.finish(on: server.group.loops[0])
      await source.finish(on: server.group.loops[0])
      #expect(try client.receiveChunk() == [])
      try client.send("POST / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try client.receiveResponse().text == "next")
      #expect(source.called == ["opened", "closed"])
    }
  }

  @Test func `a source is notified once when the peer closes`() async throws {
    try await withSource { server, source, client in
      client.close()
      await source.isClosed.waitUnlessCancelled()
      #expect(await !source.send([1], on: server.group.loops[0]))
      await server.settle()
      #expect(source.called == ["opened", "closed"])
      #expect(server.server.statistics.openCount == 0)
    }
  }

  @Test func `a source is notified once when the peer resets`() async throws {
    try await withSource { server, source, client in
      client.reset()
      await source.isClosed.waitUnlessCancelled()
      await server.settle()
      #expect(source.called == ["opened", "closed"])
    }
  }

  @Test func `a source is notified when the peer finishes sending`() async throws {
    try await withSource { server, source, client in
      client.finish()
      await source.isClosed.waitUnlessCancelled()
      #expect(source.called == ["opened", "closed"])
    }
  }

  @Test func `a slow reader holds the source back, which is notified when there is room`() async throws {
    try await withSource { server, source, client in
      let part = [UInt8](repeating: 65, count: 100_000)
      var count = 0
      while await source.send(part, on: server.group.loops[0]) { count += 1 }
      #expect(!source.called.contains("has room"))
      var received = 0
      while received < (count + 1) * part.count { received += try client.receiveChunk().count }
      await server.settle()
      #expect(source.called == ["opened", "has room"])
      #expect(await source.send([66], on: server.group.loops[0]))
      #expect(try client.receiveChunk() == [66])
    }
  }

  @Test func `a source that does not wait for room loses its connection`() async throws {
    try await withSource { server, source, client in
      let part = [UInt8](repeating: 65, count: 1_000_000)
      for _ in 0..<200 { _ = await source.send(part, on: server.group.loops[0]) }
      await source.isClosed.waitUnlessCancelled()
      #expect(source.called.filter { $0 == "closed" }.count == 1)
    }
  }

  @Test func `a reader that takes nothing for too long is disconnected`() async throws {
    try await withSource { server, source, client in
      let part = [UInt8](repeating: 65, count: 100_000)
      while await source.send(part, on: server.group.loops[0]) {}
      server.clock.advance(by: 59_000)
      await server.settle()
      #expect(source.called == ["opened"])
      server.clock.advance(by: 2_000)
      await source.isClosed.waitUnlessCancelled()
    }
  }

  @Test func `an idle source has no deadline`() async throws {
    try await withSource { server, source, client in
      for _ in 0..<100 {
        server.clock.advance(by: 100_000)
        await server.settle()
      }
      #expect(await source.send([65], on: server.group.loops[0]))
      let chunk = try client.receiveChunk()
      #expect(chunk == [65])
    }
  }

  @Test func `a HEAD request closes the source without opening it`() async throws {
    let source = Source()
    try await withServer { _ in
      HTTPResponse(200, body: .source(source))
    } _: { server in
      let client = try server.connect()
      try client.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n")
      _ = try client.receiveResponse(toHead: true)
      await source.isClosed.waitUnlessCancelled()
      #expect(source.called == ["closed"])
    }
  }

  @Test func `a drain ends the body in order`() async throws {
    try await withSource { server, source, client in
      _ = await source.send([65], on: server.group.loops[0])
      await server.server.drain(within: .seconds(100))
      let (text, _) = try client.receiveToEnd()
      #expect(text == "1\r\nA\r\n0\r\n\r\n")
      #expect(source.called == ["opened", "closed"])
    }
  }
}

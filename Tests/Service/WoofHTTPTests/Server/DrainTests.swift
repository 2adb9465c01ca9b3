// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TestKit
@testable import WoofHTTP

@Suite struct DrainTests {
  private static let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

  @Test func `idle connections end at once and none is accepted`() async throws {
    try await withServer { _ in
      text("ok")
    } _: { server in
      let (fresh, used) = (try server.connect(), try server.connect())
      try used.send(Self.request)
      _ = try used.receiveResponse()
      await server.settle()
      await server.server.drain(within: .seconds(100))
      #expect(try fresh.receiveToEnd() == ("", .closed))
      #expect(try used.receiveToEnd() == ("", .closed))
      #expect(throws: RawClient.Failure.self) { try server.connect() }
      #expect(server.server.boundAddresses.isEmpty)
    }
  }

  @Test func `a running response is finished and marked as the last`() async throws {
    let (gate, started) = (Gate(), Gate())
    try await withServer { _ in
      started.open()
      await gate.waitUnlessCancelled()
      return text("finished")
    } _: { server in
      let client = try server.connect()
      try client.send(Self.request + Self.request)
      await started.waitUnlessCancelled()
      let drained = try await beginDrain(server, within: .seconds(100))
      gate.open()
      let response = try client.receiveResponse()
      #expect(response.text == "finished")
      #expect(response.field("connection") == "close")
      #expect(try client.receiveToEnd().text == "")
      client.close()
      await drained.value
    }
  }

  @Test func `requests that exceed the deadline are cut, and their handlers cancelled`() async throws {
    let (never, started, cancelled) = (Gate(), Gate(), Gate())
    try await withServer { _ in
      started.open()
      if await !never.waitUnlessCancelled() { cancelled.open() }
      return text("too late")
    } _: { server in
      let client = try server.connect()
      try client.send(Self.request)
      await started.waitUnlessCancelled()
      let drained = try await beginDrain(server, within: .seconds(5))
      #expect(!client.hasNews)
      server.clock.advance(by: 5_000)
      await drained.value
      await cancelled.waitUnlessCancelled()
      #expect(try client.receiveToEnd() == ("", .reset))
    }
  }

  @Test func `a head that is arriving still gets its response`() async throws {
    try await withServer { _ in
      text("ok")
    } _: { server in
      let client = try server.connect()
      try client.send("GET / HT")
      await server.settle()
      let drained = try await beginDrain(server, within: .seconds(100))
      try client.send("TP/1.1\r\nHost: x\r\n\r\n")
      #expect(try client.receiveResponse().field("connection") == "close")
      client.close()
      await drained.value
    }
  }

  /// Moves the time on until the drain is over; how long that took, in milliseconds.
  private func timeUntilDrained(_ drain: Task<Void, Never>, _ server: TestServer) async throws -> Int64 {
    let isOver = Gate()
    Task {
      await drain.value
      isOver.open()
    }
    var time: Int64 = 0
    while server.server.statistics.openCount > 0 {
      guard time < 20_000 else { throw RawClient.Failure(reason: "the drain takes too long") }
      server.clock.advance(by: 50)
      time += 50
      await server.settle()
    }
    await isOver.waitUnlessCancelled()
    return time
  }

  @Test(arguments: ["G", "GET / HTTP/1.1\r\nHost: x\r\nA"])
  func `a head that stops half-way delays the end for a second only`(_ head: String) async throws {
    try await withServer { _ in
      text("ok")
    } _: { server in
      let (fresh, used) = (try server.connect(), try server.connect())
      try used.send(Self.request)
      _ = try used.receiveResponse()
      for client in [fresh, used] { try client.send(head) }
      await server.settle()
      let drained = try await beginDrain(server, within: .seconds(100))
      #expect(try await timeUntilDrained(drained, server) <= 1_500)
      #expect(try fresh.receiveToEnd() == ("", .closed))
      #expect(try used.receiveToEnd() == ("", .closed))
    }
  }

  @Test func `a head that drips delays the end no longer than one that has stopped`() async throws {
    try await withServer { _ in
      text("ok")
    } _: { server in
      let client = try server.connect()
      try client.send("GET / HTTP/1.1\r\nHost: ")
      await server.settle()
      let drained = try await beginDrain(server, within: .seconds(100))
      var time: Int64 = 0
      while server.server.statistics.openCount > 0, time < 20_000 {
        try? client.send("x")
        await server.settle()
        server.clock.advance(by: 100)
        time += 100
        await server.settle()
      }
      #expect(time <= 1_500)
      await drained.value
    }
  }

  @Test func `a body that stops half-way gets an error, and delays the end for a second only`() async throws {
    try await withServer { request in
      do {
        return text("\(try await request.body.collect(upTo: 1000).count)")
      } catch {
        return text("\(error)", 408)
      }
    } _: { server in
      let client = try server.connect()
      try client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\nhello")
      await server.settle()
      let drained = try await beginDrain(server, within: .seconds(100))
      #expect(try await timeUntilDrained(drained, server) <= 2_500)
      let response = try client.receiveResponse()
      #expect(response.status == 408)
      #expect(response.field("connection") == "close")
    }
  }

  @Test func `a body that is still arriving is completed`() async throws {
    try await withServer { request in
      text("\((try? await request.body.collect(upTo: 1000))?.count ?? -1)")
    } _: { server in
      let client = try server.connect()
      try client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n")
      await server.settle()
      let drained = try await beginDrain(server, within: .seconds(100))
      for _ in 0..<10 {
        server.clock.advance(by: 700)
        await server.settle()
        try client.send("x")
        await server.settle()
      }
      #expect(try client.receiveResponse().text == "10")
      client.close()
      await drained.value
    }
  }

  @Test func `the rest of a refused body delays the end for seconds only`() async throws {
    try await withServer { _ in
      text("no", 401)
    } _: { server in
      let clients = try [50, 500_000].map { length in
        let client = try server.connect()
        try client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(length)\r\n\r\nhello")
        return client
      }
      for client in clients { #expect(try client.receiveResponse().status == 401) }
      await server.settle()
      let drained = try await beginDrain(server, within: .seconds(100))
      #expect(try await timeUntilDrained(drained, server) <= 2_500)
      for client in clients { #expect(try client.receiveToEnd() == ("", .closed)) }
    }
  }

  @Test func `a peer that takes nothing of its response delays the end for a second only`() async throws {
    try await withServer { _ in
      HTTPResponse(200, body: .bytes(HTTPBytes([UInt8](repeating: 65, count: 30_000_000))))
    } _: { server in
      let client = try RawClient(port: server.port, receiveBuffer: 8192)
      try client.send(Self.request)
      await server.settle()
      let drained = try await beginDrain(server, within: .seconds(100))
      #expect(try await timeUntilDrained(drained, server) <= 1_500)
      #expect(try client.receiveToEnd().end == .reset)
    }
  }

  @Test func `a live body whose reader has stopped delays the end for a second only`() async throws {
    try await withServer { _ in
      HTTPResponse(200, body: .source(Flood()))
    } _: { server in
      let client = try RawClient(port: server.port, receiveBuffer: 8192)
      try client.send(Self.request)
      await server.settle()
      let drained = try await beginDrain(server, within: .seconds(100))
      #expect(try await timeUntilDrained(drained, server) <= 1_500)
      client.close()
    }
  }

  /// A live body that sends until nothing more goes.
  private final class Flood: HTTPBodySource, @unchecked Sendable {  // touched on the only loop of the server
    func opened(_ outlet: any HTTPBodyOutlet) {
      while outlet.send(HTTPBytes([UInt8](repeating: 65, count: 10_000))) {}
    }

    func outletHasRoom() {}
    func outletClosed() {}
  }

  @Test func `two drains both return`() async throws {
    try await withServer { _ in
      text("ok")
    } _: { server in
      async let first: Void = server.server.drain(within: .seconds(1))
      async let second: Void = server.server.drain(within: .seconds(1))
      _ = await (first, second)
    }
  }

  @Test func `servers can start and stop repeatedly in one process`() async throws {
    let group = try EventLoopGroup(count: 2, clock: ManualClock())
    for _ in 0..<20 {
      let log = ExchangeLog()
      let server = HTTPServer(
        configuration: HTTPServerConfiguration(listeners: [HTTPListener(.tcp(host: "127.0.0.1", port: 0))]),
        responder: TestResponder(log: log) { _ in text("ok") }, group: group)
      try await server.start()
      guard case .tcp(_, let port, _)? = server.boundAddresses.first else { throw RawClient.Failure(reason: "no port") }
      let client = try RawClient(port: port)
      try client.send(Self.request)
      #expect(try client.receiveResponse().text == "ok")
      await server.drain(within: .zero)
      #expect(DescriptorCount.ofSockets(localPort: port) == 0)
    }
    await group.stop()
  }

  @Test func `a server can be started once only`() async throws {
    try await withServer { _ in
      text("ok")
    } _: { server in
      let error = await #expect(throws: HTTPServerError.self) { try await server.server.start() }
      #expect(error?.code == .alreadyStarted)
    }
  }
}

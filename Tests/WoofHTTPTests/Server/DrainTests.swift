import Testing

@testable import TestSupport
@testable import WoofHTTP

@Suite struct DrainTests {
  private static let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

  @Test func `idle connections end at once and nobody new is taken`() async throws {
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

  @Test func `a running answer is finished and says that it is the last`() async throws {
    let (gate, started) = (Gate(), Gate())
    try await withServer { _ in
      started.open()
      await gate.wait()
      return text("finished")
    } _: { server in
      let client = try server.connect()
      try client.send(Self.request + Self.request)
      await started.wait()
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

  @Test func `what is not over at the deadline is cut, and its handler cancelled`() async throws {
    let (never, started, cancelled) = (Gate(), Gate(), Gate())
    try await withServer { _ in
      started.open()
      if await !never.wait() { cancelled.open() }
      return text("too late")
    } _: { server in
      let client = try server.connect()
      try client.send(Self.request)
      await started.wait()
      let drained = try await beginDrain(server, within: .seconds(5))
      #expect(!client.hasNews)
      server.clock.advance(by: 5_000)
      await drained.value
      await cancelled.wait()
      #expect(try client.receiveToEnd() == ("", .reset))
    }
  }

  @Test func `a head that is under way is still answered`() async throws {
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

  /// Begins a drain, and returns when connections have been told: an idle one has ended then.
  private func beginDrain(_ server: TestServer, within deadline: Duration) async throws -> Task<Void, Never> {
    let idle = try server.connect()
    await server.settle()
    let drain = Task { await server.server.drain(within: deadline) }
    #expect(try idle.receiveToEnd() == ("", .closed))
    return drain
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

  @Test func `servers may start and stop again and again in one process`() async throws {
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

  @Test func `a server is started once`() async throws {
    try await withServer { _ in
      text("ok")
    } _: { server in
      let error = await #expect(throws: HTTPServerError.self) { try await server.server.start() }
      #expect(error?.code == .alreadyStarted)
    }
  }
}

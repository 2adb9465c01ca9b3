import Testing

@testable import URLLoading

@Suite struct TransferIdleTests {
  @Test func `a server that sends a byte now and then is not idle`() async throws {
    let server = try ScriptedServer { connection in
      _ = try connection.readRequest()
      for byte in "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nwoof".utf8 {
        try connection.send([byte])
        Gate().waitBlocking(milliseconds: 5)
      }
    }
    let record = await load(TransferRequest(url: server.url(), idleTimeout: .milliseconds(150)))
    #expect(record.text == "woof")
  }

  @Test func `a reader that holds what has come is not idle`() async throws {
    let server = try ScriptedServer { try $0.respondToAll(body: "woof") }
    let pool = TransferPool()
    let isOpen = Gate()
    let recorder = TransferRecorder { _, _ in isOpen.isOpen ? .taken : .held }
    let request = TransferRequest(url: server.url(), idleTimeout: .milliseconds(20))
    let transfer = Transfer(request, observer: recorder, pool: pool)
    pool.start(transfer)
    await recorder.bodyReceived.wait()
    await later(.milliseconds(100), in: pool)
    isOpen.open()
    transfer.resume()
    #expect(await recorder.end().text == "woof")
  }

  @Test func `who waits for a free connection is not idle`() async throws {
    let answer = Gate()
    let server = try ScriptedServer { connection in
      while try connection.readRequest() != nil {
        try answer.waitBlocking()
        try connection.respond(body: "woof")
      }
    }
    let pool = TransferPool(settings: TransferPoolSettings(maximumConnectionsPerHost: 1))
    let first = TransferRecorder()
    pool.start(Transfer(TransferRequest(url: server.url()), observer: first, pool: pool))
    async let second = load(TransferRequest(url: server.url(), idleTimeout: .milliseconds(20)), in: pool)
    await later(.milliseconds(100), in: pool)
    answer.open()
    #expect(await second.text == "woof")
    #expect(await first.end().text == "woof")
  }

  private func later(_ delay: Duration, in pool: TransferPool) async {
    await withCheckedContinuation { continuation in pool.loop.schedule(after: delay) { continuation.resume() } }
  }
}

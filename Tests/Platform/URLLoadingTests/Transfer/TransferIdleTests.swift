// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TestKit
@testable import URLLoading

@Suite struct TransferIdleTests {
  /// Long enough for a server to answer where the machine is busy: the response has to come within it.
  private let idleTime = Duration.seconds(3)
  private let longer = Duration.milliseconds(3300)

  @Test func `a server that sends a byte now and then does not time out`() async throws {
    let server = try ScriptedServer { connection in
      _ = try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 24\r\n\r\n")
      for byte in String(repeating: "woof", count: 6).utf8 {
        try connection.send([byte])
        Gate().waitBlocking(milliseconds: 150)
      }
    }
    let record = await load(TransferRequest(url: server.url(), idleTimeout: idleTime))
    #expect(record.text == String(repeating: "woof", count: 6))
  }

  @Test func `a server that takes some of the content now and then does not time out`() async throws {
    let (piece, count) = (1_500_000, 25)
    let server = try ScriptedServer { connection in
      _ = try connection.readHead()
      for _ in 0..<count {
        _ = try connection.read(count: piece)
        Gate().waitBlocking(milliseconds: 150)
      }
      try connection.respond(body: "woof")
    }
    let body = TransferBody.bytes(Data(count: piece * count))
    let record = await load(TransferRequest(url: server.url(), method: "PUT", body: body, idleTimeout: idleTime))
    #expect(record.text == "woof")
  }

  @Test func `a paused transfer does not time out`() async throws {
    let server = try ScriptedServer { try $0.respondToAll(body: "woof") }
    let pool = TransferPool()
    let isOpen = Gate()
    let recorder = TransferRecorder { _, _ in isOpen.isOpen ? .taken : .held }
    let request = TransferRequest(url: server.url(), idleTimeout: idleTime)
    let transfer = Transfer(request, observer: recorder, pool: pool)
    pool.start(transfer)
    await recorder.bodyReceived.wait()
    await later(longer, in: pool)
    isOpen.open()
    transfer.resume()
    #expect(await recorder.end().text == "woof")
  }

  @Test func `a transfer that waits for a free connection does not time out`() async throws {
    let mayRespond = Gate()
    let server = try ScriptedServer { connection in
      while try connection.readRequest() != nil {
        try mayRespond.waitBlocking()
        try connection.respond(body: "woof")
      }
    }
    let pool = TransferPool(settings: TransferPoolSettings(maximumConnectionsPerHost: 1))
    let first = TransferRecorder()
    pool.start(Transfer(TransferRequest(url: server.url()), observer: first, pool: pool))
    async let second = load(TransferRequest(url: server.url(), idleTimeout: idleTime), in: pool)
    await later(longer, in: pool)
    mayRespond.open()
    #expect(await second.text == "woof")
    #expect(await first.end().text == "woof")
  }

  private func later(_ delay: Duration, in pool: TransferPool) async {
    await withCheckedContinuation { continuation in pool.loop.schedule(after: delay) { continuation.resume() } }
  }
}

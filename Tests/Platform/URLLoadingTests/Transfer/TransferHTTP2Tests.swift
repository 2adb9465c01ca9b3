// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TestKit
@testable import URLLoading

@Suite(.enabled(if: NginxServer.isInstalled)) struct TransferHTTP2Tests {
  private func request(_ server: NginxServer, _ path: String, method: String = "GET", body: TransferBody = .none)
    -> TransferRequest
  {
    let trust = TransferTrust(authorityFile: server.authorityFile)
    return TransferRequest(url: server.url(path), method: method, body: body, trust: trust)
  }

  @Test func `HTTP 2 is negotiated, unless it is not allowed`() async throws {
    let server = try NginxServer()
    let record = await load(request(server, "/small"))
    #expect(record.text == "woof")
    #expect(record.heads.first?.version == .http2)
    #expect(record.report?.version == .http2)
    var older = request(server, "/small")
    older.allowsHTTP2 = false
    #expect(await load(older).report?.version == .http11)
  }

  @Test func `transfers share a connection`() async throws {
    let server = try NginxServer()
    let pool = TransferPool()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<20 { group.addTask { #expect(await load(request(server, "/small"), in: pool).text == "woof") } }
    }
    #expect(Set(server.log.map { $0[0] }).count == 1)
  }

  @Test func `content is sent`() async throws {
    let upstream = try ScriptedServer { try $0.respondToAll(body: "taken") }
    let server = try NginxServer(upstream: upstream.port)
    let bytes = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) })
    let record = await load(request(server, "/upstream", method: "PUT", body: .bytes(bytes)))
    #expect(record.text == "taken")
    #expect(upstream.requests.first?.body == Array(bytes))
  }

  @Test(arguments: ["/early", "/refused"])
  func `an early response ends the sending of content`(path: String) async throws {
    let server = try NginxServer()
    let pool = TransferPool()
    let record = await load(request(server, path, method: "PUT", body: .bytes(Data(count: 20_000_000))), in: pool)
    #expect(record.statuses == [path == "/early" ? 200 : 413])
    #expect(record.error == nil)
    #expect(await load(request(server, "/small"), in: pool).text == "woof")
  }

  @Test func `cancelling the only stream reaches the server at once`() async throws {
    let server = try NginxServer()
    let pool = TransferPool()
    let recorder = TransferRecorder()
    let transfer = Transfer(request(server, "/slow/a"), observer: recorder, pool: pool)
    pool.start(transfer)
    await recorder.bodyReceived.wait()
    transfer.cancel()
    let line = try #require(try await server.waitForLog(of: "/slow/a"))
    #expect(Int(line[3]) ?? .max < 5_000_000)
    #expect(recorder.current.endCount == 0)
    #expect(await load(request(server, "/small"), in: pool).text == "woof")
  }

  @Test func `cancelling one of two streams reaches the server at once and keeps the other`() async throws {
    let server = try NginxServer()
    let pool = TransferPool()
    // The connection is there, so that both use it.
    await load(request(server, "/small"), in: pool)
    let (kept, cancelled) = (TransferRecorder(), TransferRecorder())
    let other = Transfer(request(server, "/slow/b"), observer: kept, pool: pool)
    let transfer = Transfer(request(server, "/slow/a"), observer: cancelled, pool: pool)
    pool.start(other)
    pool.start(transfer)
    await kept.bodyReceived.wait()
    await cancelled.bodyReceived.wait()
    transfer.cancel()
    #expect(try await server.waitForLog(of: "/slow/a") != nil)
    #expect(kept.current.endCount == 0)
    #expect(server.log.filter { $0.last == "/slow/a" }.count == 1)
    other.cancel()
    #expect(Set(server.log.map { $0[0] }).count == 1)
  }

  @Test func `a paused stream does not delay another`() async throws {
    let server = try NginxServer(rate: 50_000_000)
    let pool = TransferPool()
    let holder = TransferRecorder { _, _ in .held }
    let transfer = Transfer(request(server, "/slow/a"), observer: holder, pool: pool)
    pool.start(transfer)
    await holder.bodyReceived.wait()
    #expect(await load(request(server, "/small"), in: pool).text == "woof")
    transfer.cancel()
  }
}

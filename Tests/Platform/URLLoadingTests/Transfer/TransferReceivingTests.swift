// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TestKit
@testable import URLLoading

@Suite struct TransferReceivingTests {
  /// What comes of a response, given as the server sends it before it ends the connection.
  private func load(_ response: String, method: String = "GET") async throws -> TransferRecorder.Record {
    let server = try ScriptedServer { connection in
      _ = try connection.readRequest()
      try connection.send(response)
    }
    return await URLLoadingTests.load(TransferRequest(url: server.url(), method: method))
  }

  @Test func `chunks are taken out of their framing`() async throws {
    let record = try await load(
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nwoo\r\n1;x=y\r\nf\r\n0\r\n\r\n")
    #expect(record.text == "woof")
    #expect(record.error == nil)
  }

  @Test func `trailer fields are in the report`() async throws {
    let record = try await load(
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n1\r\nw\r\n0\r\nX-Sum: 7\r\nX-B:8\r\n\r\n")
    #expect(record.text == "w")
    #expect(record.heads.count == 1)
    #expect(record.report?.trailers.map { "\($0.name)=\($0.value)" } == ["X-Sum=7", "X-B=8"])
  }

  @Test func `informational heads come before the final one`() async throws {
    let record = try await load(
      """
      HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 104 Upload Resumption Supported\r\nLocation: /u\r\n\r\n\
      HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nw
      """)
    #expect(record.statuses == [103, 104, 200])
    #expect(record.heads.map(\.isInformational) == [true, true, false])
    #expect(record.heads[1].headers.map(\.value) == ["/u"])
    #expect(record.text == "w")
  }

  @Test(arguments: ["HEAD 200", "GET 204", "GET 304"])
  func `a response without content ends with its head`(kind: String) async throws {
    let (method, status) = (String(kind.prefix { $0 != " " }), kind.suffix(3))
    let server = try ScriptedServer { connection in
      while try connection.readRequest() != nil {
        try connection.send("HTTP/1.1 \(status) X\r\nContent-Length: 9\r\n\r\n")
      }
    }
    let record = await URLLoadingTests.load(TransferRequest(url: server.url(), method: method))
    #expect(record.statuses == [Int(status)])
    #expect(record.error == nil)
    #expect(record.body.isEmpty)
    #expect(server.requests.map(\.method) == [method])
  }

  @Test func `content without a length ends with the connection`() async throws {
    let record = try await load("HTTP/1.0 200 OK\r\n\r\nwoof")
    #expect(record.text == "woof")
    #expect(record.heads.first?.version == .http10)
  }

  @Test func `a status line without a reason is accepted`() async throws {
    #expect(try await load("HTTP/1.1 200\r\nContent-Length: 1\r\n\r\nw").text == "w")
  }

  @Test func `fields keep their order and repetitions, without surrounding spaces`() async throws {
    let record = try await load("HTTP/1.1 200 OK\r\nB:1\r\na: \t2 \t\r\nB:   3\r\nE:\r\nContent-Length: 0\r\n\r\n")
    #expect(
      record.heads.first?.headers.map { "\($0.name)=\($0.value)" } == ["B=1", "a=2", "B=3", "E=", "Content-Length=0"])
  }

  @Test func `compressed content is requested and decoded`() async throws {
    let compressed: [UInt8] = [
      0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x2B, 0xCF, 0xCF, 0x4F, 0x03, 0x00, 0x21, 0x78, 0x93,
      0xD2, 0x04, 0x00, 0x00, 0x00,
    ]
    let server = try ScriptedServer { connection in
      let isDecoded = try connection.readRequest()?.field("accept-encoding")?.contains("gzip") == true
      let encoding = isDecoded ? "gzip" : "x-none"
      try connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: \(encoding)\r\nContent-Length: 24\r\n\r\n")
      try connection.send(compressed)
    }
    let record = await URLLoadingTests.load(TransferRequest(url: server.url()))
    #expect(record.error?.message == nil)
    #expect(record.text == "woof")
    #expect(record.report?.bytes.receivedBody == 24)
    let raw = await URLLoadingTests.load(TransferRequest(url: server.url(), decodesContent: false))
    #expect(raw.body == compressed)
  }

  @Test func `paused bytes are delivered after resume`() async throws {
    let server = try ScriptedServer { try $0.respondToAll(body: String(repeating: "woof", count: 50_000)) }
    let pool = TransferPool()
    let isOpen = Gate()
    let recorder = TransferRecorder { _, _ in isOpen.isOpen ? .taken : .held }
    let transfer = Transfer(TransferRequest(url: server.url()), observer: recorder, pool: pool)
    pool.start(transfer)
    await recorder.bodyReceived.wait()
    #expect(recorder.current.body.isEmpty)
    isOpen.open()
    transfer.resume()
    #expect(await recorder.end().text == String(repeating: "woof", count: 50_000))
  }

  @Test func `a reader that pauses at every piece gets all of them once`() async throws {
    let text = String((0..<300_000).map { Character(Unicode.Scalar(UInt8(33 + $0 % 90))) })
    let server = try ScriptedServer { try $0.respondToAll(body: text) }
    let pool = TransferPool()
    let reader = StutteringObserver()
    pool.start(Transfer(TransferRequest(url: server.url()), observer: reader, pool: pool))
    #expect(await reader.end() == text)
  }

  @Test func `a paused transfer delivers nothing`() async throws {
    let goOn = Gate()
    let server = try ScriptedServer { connection in
      _ = try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nwoof")
      try goOn.waitBlocking()
      try connection.send("woof")
      _ = try connection.waitForEnd()
    }
    let pool = TransferPool()
    let recorder = TransferRecorder()
    let transfer = Transfer(TransferRequest(url: server.url()), observer: recorder, pool: pool)
    pool.start(transfer)
    await recorder.bodyReceived.wait()
    transfer.pause()
    await turn(of: pool)
    goOn.open()
    for _ in 0..<20 { await turn(of: pool) }
    #expect(recorder.current.text == "woof")
    transfer.resume()
    #expect(await recorder.end().text == "woofwoof")
  }

  /// Lets the loop go round once.
  private func turn(of pool: TransferPool) async {
    await withCheckedContinuation { continuation in
      pool.loop.schedule(after: .milliseconds(1)) { continuation.resume() }
    }
  }
}

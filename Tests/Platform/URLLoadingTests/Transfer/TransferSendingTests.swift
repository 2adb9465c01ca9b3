// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

@testable import TestKit
@testable import URLLoading

@Suite struct TransferSendingTests {
  /// What a server gets of a request.
  private func send(_ change: (inout TransferRequest) -> Void) async throws -> (
    ReceivedRequest, TransferRecorder.Record
  ) {
    let server = try ScriptedServer { try $0.respondToAll() }
    var request = TransferRequest(url: server.url(), method: "POST")
    change(&request)
    let record = await load(request)
    return (try #require(server.requests.first), record)
  }

  @Test func `a request has exactly the given fields`() async throws {
    let (request, _) = try await send {
      $0.method = "GET"
      $0.headers = [("X-A", "1"), ("x-b", ""), ("X-A", "2")]
      $0.decodesContent = false
    }
    #expect(request.fields.map { "\($0.name)=\($0.value)" }.dropFirst() == ["X-A=1", "x-b=", "X-A=2"])
    #expect(request.fields.first?.name == "Host")
  }

  @Test(arguments: ["X\r\nY", "X:Y", "", "X Y"])
  func `a field with a malformed name is not sent`(name: String) async throws {
    let record = await load(TransferRequest(url: "http://127.0.0.1:9/", headers: [(name, "1")]))
    guard case .malformedRequest = record.error?.cause else { throw try #require(record.error) }
  }

  @Test(arguments: ["a\r\nX-Injected: 1", "a\nb", "a\0b"])
  func `a field with a line break in its value is not sent`(value: String) async throws {
    let record = await load(TransferRequest(url: "http://127.0.0.1:9/", headers: [("X-A", value)]))
    guard case .malformedRequest = record.error?.cause else { throw try #require(record.error) }
  }

  @Test(arguments: [0, 1, 65_536, 65_537, 3_000_000])
  func `bytes are sent with their length`(count: Int) async throws {
    let bytes = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    let (request, record) = try await send { $0.body = .bytes(bytes) }
    #expect(request.body == Array(bytes))
    #expect(request.field("content-length") == "\(count)")
    #expect(request.field("expect") == nil)
    #expect(request.field("content-type") == nil)
    #expect(record.sent.last ?? 0 == Int64(count))
    #expect(record.sent == record.sent.sorted())
    #expect(record.report?.bytes.sentBody == Int64(count))
  }

  @Test(arguments: ["POST", "PUT", "PATCH"])
  func `a request that usually has content states that it has none`(method: String) async throws {
    let (request, _) = try await send { $0.method = method }
    #expect(request.method == method)
    #expect(request.field("content-length") == "0")
  }

  @Test func `part of a file is sent`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("0123456789", to: "body")
    let (request, _) = try await send { $0.body = .file(path: folder.path("body"), offset: 3, count: 4) }
    #expect(request.text == "3456")
  }

  @Test func `a missing file is an error of the body`() async throws {
    let record = await load(
      TransferRequest(url: "http://127.0.0.1:9/", method: "PUT", body: .file(path: "/nowhere", offset: 0, count: 1)))
    guard case .body(let error) = record.error?.cause else { throw try #require(record.error) }
    #expect((error as? POSIXError)?.code == .ENOENT)
  }

  @Test func `a file that became shorter is an error of the body`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("01", to: "body")
    let server = try ScriptedServer { _ = try $0.waitForEnd() }
    let record = await load(
      TransferRequest(url: server.url(), method: "PUT", body: .file(path: folder.path("body"), offset: 0, count: 9)))
    guard case .body = record.error?.cause else { throw try #require(record.error) }
  }

  @Test(arguments: [Int64(9), nil])
  func `bytes of a source are sent, and waited for`(count: Int64?) async throws {
    let source = ScriptedSource(pieces: ["woo", nil, "f", nil, nil, "-woof"])
    let server = try ScriptedServer { try $0.respondToAll() }
    let pool = TransferPool()
    let recorder = TransferRecorder()
    let request = TransferRequest(url: server.url(), method: "POST", body: .pulled(source, count: count))
    let transfer = Transfer(request, observer: recorder, pool: pool)
    source.whenEmpty = { transfer.pool.loop.schedule(after: .milliseconds(1)) { transfer.bodyIsReady() } }
    pool.start(transfer)
    #expect(await recorder.end().error == nil)
    let received = try #require(server.requests.first)
    #expect(received.text == "woof-woof")
    #expect(received.field("transfer-encoding") == (count == nil ? "chunked" : nil))
  }

  @Test func `a source that fails ends the transfer with its error`() async throws {
    let source = ScriptedSource(pieces: ["woof"], failsAtEnd: true)
    let server = try ScriptedServer { _ = try $0.waitForEnd() }
    let record = await load(TransferRequest(url: server.url(), method: "PUT", body: .pulled(source, count: nil)))
    guard case .body(let error) = record.error?.cause else { throw try #require(record.error) }
    #expect(error is ScriptedSource.Failure)
  }

  @Test func `content waits for 100 Continue if requested`() async throws {
    let server = try ScriptedServer { connection in
      guard let head = try connection.readHead(), head.field("expect") == "100-continue" else { return }
      guard connection.unread.isEmpty else { return }
      try connection.send("HTTP/1.1 100 Continue\r\n\r\n")
      let body = try connection.read(count: 4)
      try connection.respond(body: String(decoding: body, as: UTF8.self))
    }
    let record = await load(
      TransferRequest(
        url: server.url(), method: "PUT", headers: [("Expect", "100-continue")], body: .bytes(Data("woof".utf8))))
    #expect(record.text == "woof")
    #expect(record.statuses == [100, 200])
  }

  @Test func `an early response ends the sending`() async throws {
    let server = try ScriptedServer { connection in
      _ = try connection.readHead()
      try connection.send("HTTP/1.1 413 Content Too Large\r\nContent-Length: 3\r\nConnection: close\r\n\r\nbig")
      connection.finish()
      _ = try connection.waitForEnd()
    }
    let record = await load(
      TransferRequest(url: server.url(), method: "POST", body: .bytes(Data(count: 20_000_000))))
    #expect(record.statuses == [413])
    #expect(record.text == "big")
  }

  @Test func `a digest challenge is met, and its 401 is not delivered`() async throws {
    let server = try ScriptedServer { connection in
      while let request = try connection.readRequest() {
        if request.field("authorization")?.hasPrefix("Digest username=\"rex\"") == true {
          try connection.respond(body: request.text)
        } else {
          let challenge = "WWW-Authenticate: Digest realm=\"dogs\", nonce=\"n1\", qop=\"auth\", algorithm=SHA-256"
          try connection.respond("401 Unauthorized", [challenge], body: "no")
        }
      }
    }
    let record = await load(
      TransferRequest(url: server.url(), method: "PUT", body: .bytes(Data("woof".utf8)), digest: ("rex", "bone")))
    #expect(record.statuses == [200])
    #expect(record.text == "woof")
  }

  @Test func `a refused digest delivers its 401`() async throws {
    let server = try ScriptedServer { connection in
      let challenge = "WWW-Authenticate: Digest realm=\"dogs\", nonce=\"n1\", qop=\"auth\""
      try connection.respondToAll("401 Unauthorized", [challenge], body: "no")
    }
    let record = await load(TransferRequest(url: server.url(), digest: ("rex", "bone")))
    #expect(record.statuses == [401])
    #expect(record.text == "no")
  }
}

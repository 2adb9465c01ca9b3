// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HTTP2TestKit
@testable import TestKit
@testable import WoofHTTP

/// Requests and responses over HTTP/2, with and without encryption.
@Suite struct HTTP2ExchangeTests {
  @Test(arguments: [false, true]) func `a response carries the fields that every response has`(isEncrypted: Bool)
    async throws
  {
    let common = HTTPFields([.xContentTypeOptions: "nosniff"])
    try await withHTTP2Server(isEncrypted: isEncrypted, commonFields: common) { request in
      HTTPResponse(200, fields: HTTPFields([.eTag: "\"a\""]), body: .bytes(HTTPBytes("\(request.method.token) ok")))
    } _: { server, client in
      try client.sendRequest()
      let response = try client.receiveResponse()
      #expect(response.text == "GET ok")
      #expect(response.status == 200)
      #expect(response.field("etag") == "\"a\"")
      #expect(response.field("x-content-type-options") == "nosniff")
      #expect(response.field("content-length") == "6")
      #expect(response.field("date")?.hasSuffix("GMT") == true)
      await server.settle()
      let exchange = try #require(server.log.all.first)
      #expect(response.field("request-id") == exchange.id.description)
      #expect(exchange.isComplete)
      #expect(exchange.sentCount == 6)
    }
  }

  @Test func `the head of a request is the same as over HTTP/1`() async throws {
    try await withHTTP2Server { request in
      let fields = request.fields
      return text(
        "\(request.method.token) \(String(decoding: request.target.bytes, as: UTF8.self)) "
          + "\(fields[.host] ?? "-") \(fields[.cookie] ?? "-") \(fields[.accept] ?? "-")")
    } _: { _, client in
      try client.sendRequest(
        HTTP2Client.request("PATCH", "/a?b=c", [["accept", "image/*"], ["cookie", "a=1"], ["cookie", "b=2"]]))
      #expect(try client.receiveResponse().text == "PATCH /a?b=c x a=1; b=2 image/*")
    }
  }

  @Test func `requests are served at the same time, and each response finds its stream`() async throws {
    let gate = Gate()
    try await withHTTP2Server { request in
      if request.target.bytes == Array("/slow".utf8) { await gate.waitUnlessCancelled() }
      return text(String(decoding: request.target.bytes, as: UTF8.self))
    } _: { _, client in
      try client.sendRequest(HTTP2Client.request("GET", "/slow"), on: 1)
      try client.sendRequest(HTTP2Client.request("GET", "/fast"), on: 3)
      #expect(try client.receiveResponse(on: 3).text == "/fast")
      gate.open()
      #expect(try client.receiveResponse(on: 1).text == "/slow")
    }
  }

  @Test(arguments: [false, true]) func `bodies of memory, files and pieces arrive whole`(isEncrypted: Bool) async throws
  {
    let file = try TestFile(count: 300_000)
    let bytes = HTTPBytes((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 13) })
    try await withHTTP2Server(isEncrypted: isEncrypted) { request in
      switch String(decoding: request.target.bytes, as: UTF8.self) {
      case "/file": HTTPResponse(200, body: .file(file.region))
      case "/pieces": HTTPResponse(200, body: .pieces([.bytes(bytes), .file(file.region), .bytes(bytes)]))
      default: HTTPResponse(200, body: .bytes(bytes))
      }
    } _: { _, client in
      let expected = [
        "/memory": bytes.storage, "/file": file.bytes, "/pieces": bytes.storage + file.bytes + bytes.storage,
      ]
      for (index, (path, body)) in expected.enumerated() {
        try client.sendRequest(HTTP2Client.request("GET", path), on: UInt32(2 * index + 1))
        #expect(try client.receiveResponse(on: UInt32(2 * index + 1)).body == body)
      }
    }
  }

  @Test func `a response to HEAD, and one without a body, end with their head`() async throws {
    try await withHTTP2Server { request in
      request.method == .head ? text("12345") : HTTPResponse(304)
    } _: { _, client in
      try client.sendRequest(HTTP2Client.request("HEAD"), on: 1)
      let head = try client.receiveResponse(on: 1)
      #expect(head.field("content-length") == "5" && head.body.isEmpty)
      try client.sendRequest(on: 3)
      let notModified = try client.receiveResponse(on: 3)
      #expect(notModified.status == 304 && notModified.field("content-length") == nil)
    }
  }

  @Test(arguments: [false, true]) func `a request body arrives unchanged`(isEncrypted: Bool) async throws {
    let body = (0..<500_000).map { UInt8(truncatingIfNeeded: $0 &* 11) }
    try await withHTTP2Server(isEncrypted: isEncrypted) { request in
      HTTPResponse(200, body: .bytes(HTTPBytes((try? await request.body.collect(upTo: 1_000_000)) ?? [])))
    } _: { _, client in
      try client.sendHead(HTTP2Client.request("POST", "/", [["content-length", "\(body.count)"]]), isLast: false)
      try client.sendBody(body)
      #expect(try client.receiveResponse().body == body)
    }
  }

  @Test func `trailers end a body and are dropped`() async throws {
    try await withHTTP2Server { request in
      text("\((try? await request.body.collect(upTo: 100))?.count ?? -1) \(request.fields.count)")
    } _: { _, client in
      try client.sendHead(HTTP2Client.request("POST"), isLast: false)
      try client.send(HTTP2Frame(kind: .data, stream: 1, payload: [1, 2, 3]))
      try client.sendHead([["checksum", "abc"]], isLast: true)
      #expect(try client.receiveResponse().text == "3 1")
    }
  }

  @Test func `100 Continue is sent when the body is read, and other interim responses when they are`() async throws {
    try await withHTTP2Server { request in
      request.sendInterim(103, fields: HTTPFields([.location: "/early"]))
      return text("\((try? await request.body.collect(upTo: 100))?.count ?? -1)")
    } _: { _, client in
      try client.sendHead(
        HTTP2Client.request("POST", "/", [["expect", "100-continue"], ["content-length", "2"]]), isLast: false)
      #expect(try client.receive(.headers).fields == [[":status", "103"], ["location", "/early"]])
      #expect(try client.receive(.headers).fields == [[":status", "100"]])
      try client.send(HTTP2Frame(kind: .data, flags: HTTP2Frame.endStream, stream: 1, payload: [1, 2]))
      #expect(try client.receiveResponse().text == "2")
    }
  }

  @Test func `a body that is made while it is sent arrives whole`() async throws {
    try await withHTTP2Server { _ in
      let stream = HTTPStream { writer in
        for part in 0..<50 { try await writer.write(HTTPBytes([UInt8](repeating: UInt8(part), count: 10_000))) }
        writer.finish()
      }
      return HTTPResponse(200, body: .stream(stream))
    } _: { _, client in
      try client.sendRequest()
      let response = try client.receiveResponse()
      #expect(response.body == (0..<50).flatMap { [UInt8](repeating: UInt8($0), count: 10_000) })
      #expect(response.field("content-length") == nil)
    }
  }

  @Test func `a body that is not finished ends with a reset`() async throws {
    try await withHTTP2Server { _ in
      HTTPResponse(200, body: .stream(HTTPStream { writer in try await writer.write(HTTPBytes("half")) }))
    } _: { server, client in
      try client.sendRequest()
      #expect(throws: HTTP2Client.End.streamReset(2)) { try client.receiveResponse() }
      try client.sendRequest(on: 3)
      #expect(throws: HTTP2Client.End.streamReset(2)) { try client.receiveResponse(on: 3) }
      await server.settle()
      #expect(server.log.all.map(\.isComplete) == [false, false])
    }
  }

  @Test func `a response that comes before the whole body is read, and the rest of the body dropped`() async throws {
    try await withHTTP2Server { _ in
      text("no", 403)
    } _: { _, client in
      try client.sendHead(HTTP2Client.request("POST"), isLast: false)
      try client.send(HTTP2Frame(kind: .data, stream: 1, payload: [UInt8](repeating: 1, count: 10_000)))
      #expect(try client.receiveResponse().status == 403)
      try client.sendBody([UInt8](repeating: 1, count: 300_000))
      try client.sendRequest(on: 3)
      #expect(try client.receiveResponse(on: 3).status == 403)
    }
  }

  @Test func `a stream that the client resets cancels its handler and no other`() async throws {
    let (never, cancelled, started) = (Gate(), Gate(), Gate())
    try await withHTTP2Server { request in
      guard request.target.bytes != Array("/other".utf8) else { return text("fine") }
      started.open()
      if await !never.waitUnlessCancelled() { cancelled.open() }
      return text("too late")
    } _: { server, client in
      try client.sendRequest(on: 1)
      await started.waitUnlessCancelled()
      try client.send(HTTP2Frame(kind: .reset, stream: 1, payload: [0, 0, 0, 8]))
      await cancelled.waitUnlessCancelled()
      try client.sendRequest(HTTP2Client.request("GET", "/other"), on: 3)
      #expect(try client.receiveResponse(on: 3).text == "fine")
      await server.settle()
      #expect(server.log.all.map(\.isComplete).sorted { !$0 && $1 } == [false, true])
    }
  }

  @Test func `HTTP/1 is served on the same ports`() async throws {
    try await withServer { _ in
      text("one")
    } _: { server in
      let client = try server.connect()
      try client.send("PUT / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try client.receiveResponse().text == "one")
    }
  }

  @Test func `a preface that comes byte by byte is understood`() async throws {
    try await withServer { _ in
      text("two")
    } _: { server in
      let client = try HTTP2Client(port: server.port, settings: nil)
      for byte in HTTP2Client.preface {
        try client.send([byte])
        await server.settle()
      }
      try client.send(HTTP2Client.settingsFrame([]))
      try client.sendRequest()
      #expect(try client.receiveResponse().text == "two")
    }
  }
}

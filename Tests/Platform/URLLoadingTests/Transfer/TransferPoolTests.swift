// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TestKit
@testable import URLLoading

@Suite struct TransferPoolTests {
  @Test func `transfers one after another use one connection`() async throws {
    let server = try ScriptedServer { try $0.respondToAll(body: "woof") }
    let pool = TransferPool()
    for index in 0..<5 {
      let record = await load(TransferRequest(url: server.url()), in: pool)
      #expect(record.report?.isReusedConnection == (index > 0))
    }
    #expect(server.connectionCount == 1)
  }

  @Test func `options of one transfer do not stay for the next`() async throws {
    let server = try ScriptedServer { try $0.respondToAll(body: "woof") }
    let pool = TransferPool()
    await load(
      TransferRequest(
        url: server.url(), method: "PUT", headers: [("X-A", "1")], body: .bytes(Data(count: 100_000))), in: pool)
    await load(TransferRequest(url: server.url(), method: "HEAD"), in: pool)
    let record = await load(TransferRequest(url: server.url(), decodesContent: false), in: pool)
    #expect(record.text == "woof")
    #expect(server.requests.last?.method == "GET")
    #expect(server.requests.last?.fields.map(\.name) == ["Host"])
    await load(TransferRequest(url: server.url(), method: "DELETE"), in: pool)
    #expect(server.requests.last?.method == "DELETE")
    #expect(server.requests.last?.field("content-length") == nil)
  }

  @Test func `requests of every kind are sent as written, whatever came before`() async throws {
    let server = try ScriptedServer { try $0.respondToAll(body: "woof") }
    let pool = TransferPool(settings: TransferPoolSettings(maximumConnectionsPerHost: 1))
    var kinds: [(method: String, body: TransferBody, value: String?, credential: String?)] = [
      ("GET", .none, nil, nil), ("POST", .bytes(Data("wag".utf8)), "1", "rex"), ("HEAD", .none, nil, nil),
      ("PUT", .bytes(Data(count: 100_000)), "1", nil), ("DELETE", .none, "2", "rex"), ("POST", .none, nil, nil),
      ("GET", .none, "1", "rex"), ("GET", .none, nil, nil), ("GET", .none, "1", nil),
    ]
    var expected: [String] = []
    for _ in 0..<kinds.count {
      for (method, body, value, credential) in kinds {
        var headers: [(name: String, value: String)] = []
        if let value { headers.append(("X-A", value)) }
        if let credential { headers.append(("Authorization", credential)) }
        let url = server.url("/\(expected.count)")
        let record = await load(TransferRequest(url: url, method: method, headers: headers, body: body), in: pool)
        #expect(record.text == (method == "HEAD" ? "" : "woof"))
        let length = method == "POST" || method == "PUT" ? body.count.map { "\($0)" } : nil
        expected.append("\(method) /\(expected.count) \(length ?? "-") \(credential ?? "-") \(value ?? "-")")
      }
      kinds.append(kinds.removeFirst())
      kinds.swapAt(0, 3)
    }
    let received = server.requests.map { request in
      let fields = ["content-length", "authorization", "x-a"].map { request.field($0) ?? "-" }
      return "\(request.method) \(request.target) \(fields.joined(separator: " "))"
    }
    #expect(received == expected)
  }

  @Test(arguments: [1, 3])
  func `the number of connections to a host is limited`(limit: Int) async throws {
    let server = try ScriptedServer { try $0.respondToAll(body: "woof") }
    let pool = TransferPool(settings: TransferPoolSettings(maximumConnectionsPerHost: limit))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask { #expect(await load(TransferRequest(url: server.url()), in: pool).text == "woof") }
      }
    }
    #expect(server.connectionCount <= limit)
    #expect(server.requestCount == 20)
  }

  @Test func `after renewing, transfers make a new connection, and running ones are completed`() async throws {
    let mayRespond = Gate()
    let begun = Gate()
    let server = try ScriptedServer { connection in
      while try connection.readRequest() != nil {
        begun.open()
        if connection.number == 0 { try mayRespond.waitBlocking() }
        try connection.respond(body: "woof")
      }
    }
    let pool = TransferPool()
    let recorder = TransferRecorder()
    pool.start(Transfer(TransferRequest(url: server.url()), observer: recorder, pool: pool))
    await begun.wait()
    pool.renewConnections()
    #expect(await load(TransferRequest(url: server.url()), in: pool).text == "woof")
    mayRespond.open()
    #expect(await recorder.end().text == "woof")
    #expect(server.connectionCount == 2)
  }

  @Test func `a released pool closes its connections`() async throws {
    let gone = Gate()
    let server = try ScriptedServer { connection in
      try connection.respondToAll()
      gone.open()
    }
    await load(TransferRequest(url: server.url()), in: TransferPool())
    await gone.wait()
    #expect(server.failures.isEmpty)
  }

  @Test(arguments: ["GET", "PUT"])
  func `a repeatable request is repeated when a used connection has died under it`(method: String) async throws {
    let server = try ScriptedServer { connection in
      guard try connection.readRequest() != nil else { return }
      try connection.respond(body: "woof")
      guard connection.number == 0 else { return try connection.respondToAll(body: "woof") }
      // The second request is read, and not answered.
      _ = try connection.readHead()
    }
    let pool = TransferPool()
    await load(TransferRequest(url: server.url()), in: pool)
    #expect(await load(TransferRequest(url: server.url(), method: method), in: pool).text == "woof")
    #expect(server.connectionCount == 2)
  }

  @Test func `a request that must not be repeated is not`() async throws {
    let server = try ScriptedServer { connection in
      guard try connection.readRequest() != nil else { return }
      try connection.respond(body: "woof")
      _ = try connection.readRequest()
    }
    let pool = TransferPool()
    await load(TransferRequest(url: server.url()), in: pool)
    let record = await load(TransferRequest(url: server.url(), method: "POST", body: .bytes(Data(count: 9))), in: pool)
    guard case .cannotRepeat = record.error?.cause else { throw try #require(record.error) }
    #expect(server.requestCount == 2)
  }

  @Test func `a proxy gets the whole URL`() async throws {
    let proxy = try ScriptedServer { try $0.respondToAll(body: "proxied") }
    let way = TransferProxy.server(
      TransferProxyServer(
        host: "127.0.0.1", port: proxy.port, credential: TransferProxyServer.Credential(user: "rex", password: "bone")))
    let record = await load(TransferRequest(url: "http://dogs.example/a", proxy: way))
    #expect(record.text == "proxied")
    #expect(proxy.requests.first?.target == "http://dogs.example/a")
    #expect(record.report?.isProxied == true)
  }
}

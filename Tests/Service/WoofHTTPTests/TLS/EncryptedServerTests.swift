// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import Testing

@testable import HTTP2TestKit
@testable import TestKit
@testable import WoofHTTP

@Suite struct EncryptedServerTests {
  private static let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

  private func withTLSServer(
    handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse = { request in
      text(request.peer.isSecure ? "secret" : "plain")
    },
    _ body: (TestServer, TemporaryFolder) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let tls = try SelfSignedCertificate.make(at: folder.path("server.pem"))
    try await withServer(tls: tls, handler: handler) { try await body($0, folder) }
  }

  @Test(arguments: [(TLS1_2_VERSION, "TLSv1.2"), (TLS1_3_VERSION, "TLSv1.3")])
  func `a request gets its response over either version`(_ version: Int32, _ name: String) async throws {
    try await withTLSServer { server, _ in
      var options = TLSClient.Options()
      (options.minimalVersion, options.maximalVersion) = (version, version)
      let client = try TLSClient(port: server.port, options)
      #expect(client.version == name)
      #expect(client.cipher.contains("GCM"))
      for _ in 0..<3 {
        try client.send(Self.request)
        #expect(try client.receiveResponse().text == "secret")
      }
    }
  }

  @Test func `a handshake that stops half-way does not delay the end`() async throws {
    try await withTLSServer { server, _ in
      let client = try server.connect()
      try client.send([22, 3, 1])
      await server.settle()
      await server.server.drain(within: .seconds(100))
      #expect(try client.receiveToEnd().text == "")
    }
  }

  @Test func `older versions are refused`() async throws {
    try await withTLSServer { server, _ in
      var options = TLSClient.Options()
      (options.minimalVersion, options.maximalVersion) = (TLS1_1_VERSION, TLS1_1_VERSION)
      options.lowersSecurity = true
      let error = #expect(throws: RawClient.Failure.self) { try TLSClient(port: server.port, options) }
      #expect(error?.reason.contains("protocol version") == true)
    }
  }

  @Test(arguments: [0, 1, 16_384, 16_385, 200_000, 3_000_000])
  func `bodies of all sizes and kinds arrive unchanged`(_ count: Int) async throws {
    let file = try TestFile(count: count)
    try await withTLSServer { request in
      HTTPResponse(
        200, body: request.method == .get ? .file(file.region) : .bytes(HTTPBytes(file.bytes)))
    } _: { server, _ in
      let client = try TLSClient(port: server.port)
      try client.send(Self.request + "PUT / HTTP/1.1\r\nHost: x\r\n\r\n")
      for _ in 0..<2 { #expect(try client.receiveResponse().body == file.bytes) }
    }
  }

  @Test func `a request body arrives unchanged`() async throws {
    try await withTLSServer { request in
      HTTPResponse(200, body: .bytes(HTTPBytes((try? await request.body.collect(upTo: 1_000_000)) ?? [])))
    } _: { server, _ in
      let client = try TLSClient(port: server.port)
      let body = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 11) }
      try client.send(Array("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body)
      #expect(try client.receiveResponse().body == body)
    }
  }

  @Test func `the application protocol is negotiated in the handshake`() async throws {
    try await withTLSServer { server, _ in
      var options = TLSClient.Options()
      for (offer, chosen) in [(["http/1.1", "h2"], "h2"), (["http/1.1"], "http/1.1")] {
        options.applicationProtocols = offer
        #expect(try TLSClient(port: server.port, options).applicationProtocol == chosen)
      }
      options.applicationProtocols = ["spdy/3"]
      let error = #expect(throws: RawClient.Failure.self) { try TLSClient(port: server.port, options) }
      #expect(error?.reason.contains("no application protocol") == true)
      let silent = try TLSClient(port: server.port)
      #expect(silent.applicationProtocol == nil)
    }
  }

  @Test(arguments: [TLS1_2_VERSION, TLS1_3_VERSION]) func `a session is resumed by its ticket`(_ version: Int32)
    async throws
  {
    try await withTLSServer { server, _ in
      var options = TLSClient.Options()
      (options.minimalVersion, options.maximalVersion) = (version, version)
      let first = try TLSClient(port: server.port, options)
      try first.send(Self.request)
      _ = try first.receiveResponse()
      options.session = first.makeResumption()
      defer { SSL_SESSION_free(options.session) }
      let second = try TLSClient(port: server.port, options)
      #expect(second.isResumed)
      try second.send(Self.request)
      #expect(try second.receiveResponse().text == "secret")
    }
  }

  @Test func `a renegotiation is refused`() async throws {
    try await withTLSServer { server, _ in
      var options = TLSClient.Options()
      options.maximalVersion = TLS1_2_VERSION
      let client = try TLSClient(port: server.port, options)
      #expect(!client.renegotiates())
    }
  }

  @Test func `the end of a connection is announced`() async throws {
    try await withTLSServer { server, _ in
      let client = try TLSClient(port: server.port)
      try client.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      #expect(try client.receiveResponse().text == "secret")
      #expect(try client.isToldFarewell())
    }
  }

  @Test func `a new certificate is used for new connections, and old ones continue`() async throws {
    try await withTLSServer { server, folder in
      let old = try TLSClient(port: server.port)
      let other = try TemporaryFolder()
      _ = try SelfSignedCertificate.make(at: other.path("new.pem"))
      try folder.write(other.read("new.pem"), to: "server.pem")
      try server.server.reload()
      let new = try TLSClient(port: server.port)
      #expect(new.serialNumber != old.serialNumber)
      for client in [old, new] {
        try client.send(Self.request)
        #expect(try client.receiveResponse().text == "secret")
      }
    }
  }

  @Test func `a failed reload leaves the old certificate in use`() async throws {
    try await withTLSServer { server, folder in
      let old = try TLSClient(port: server.port)
      try folder.write(Array("nonsense".utf8), to: "server.pem")
      let error = #expect(throws: HTTPServerError.self) { try server.server.reload() }
      #expect(error?.code == .badCertificate)
      #expect(try TLSClient(port: server.port).serialNumber == old.serialNumber)
    }
  }

  @Test func `plain HTTP gets a response that names the wrong port`() async throws {
    try await withTLSServer { server, _ in
      let client = try server.connect()
      try client.send(Self.request)
      let response = try client.receiveResponse()
      #expect(response.status == 400)
      #expect(response.text.contains("TLS"))
      #expect(try client.receiveToEnd().text == "")
    }
  }

  @Test func `garbage in place of a handshake ends the connection`() async throws {
    try await withTLSServer { server, _ in
      var random = SeededGenerator(seed: 5)
      for _ in 0..<200 {
        let client = try server.connect()
        try client.send((0..<Int.random(in: 1...600, using: &random)).map { _ in .random(in: 0...255, using: &random) })
        client.finish()
        _ = try client.receiveToEnd()
      }
      try await waitUntil { server.server.statistics.openCount == 0 }
    }
  }

  @Test(arguments: [[], [22, 3, 1, 2, 0]] as [[UInt8]])
  func `a handshake that does not end in time ends the connection`(_ start: [UInt8]) async throws {
    try await withTLSServer { server, _ in
      let client = try server.connect()
      try client.send(start)
      #expect((10_000...10_500).contains(try await server.timeUntilNews(client)))
      _ = try client.receiveToEnd()
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import Testing

@testable import HTTP2TestKit
@testable import TestKit
@testable import WoofHTTP

/// Servers with a proxy in front; the test's own connection, from loopback, is the proxy's.
@Suite struct ProxiedServerTests {
  private static let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

  private static let who: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
    text("\(request.client.address) \(request.client.isSecure) \(request.peer.address)")
  }

  private func withProxiedServer(
    trusting network: String = "127.0.0.0/8", takesProxyHeader: Bool = false, limitPerAddress: Int = 256,
    tls: TLSConfiguration? = nil, _ body: (TestServer) async throws -> Void
  ) async throws {
    let network = try #require(IPNetwork(network))
    var limits = HTTPServerLimits()
    limits.connectionCountPerAddress = limitPerAddress
    try await withServer(
      limits: limits, tls: tls,
      configure: {
        $0.proxies = TrustedProxies(networks: [network])
        $0.secureFields = HTTPFields([.strictTransportSecurity: "max-age=1"])
        $0.listeners[0].takesProxyHeader = takesProxyHeader
      }, handler: Self.who, body)
  }

  private func ask(_ server: TestServer, _ bytes: String, announcing header: [UInt8] = []) throws -> ReceivedResponse {
    let client = try server.connect()
    try client.send(header + Array(bytes.utf8))
    return try client.receiveResponse()
  }

  private func askEncrypted(_ server: TestServer, _ bytes: String) throws -> ReceivedResponse {
    let client = try TLSClient(port: server.port)
    try client.send(bytes)
    return try client.receiveResponse()
  }

  // MARK: Fields

  @Test func `a trusted proxy names the client`() async throws {
    try await withProxiedServer { server in
      let forwarded = "X-Forwarded-For: 203.0.113.9\r\nX-Forwarded-Proto: https\r\n"
      let response = try ask(server, "GET / HTTP/1.1\r\nHost: x\r\n\(forwarded)\r\n")
      #expect(response.text == "203.0.113.9 true 127.0.0.1")
      #expect(response.field("strict-transport-security") == "max-age=1")
      #expect(try ask(server, Self.request).text == "127.0.0.1 false 127.0.0.1")
      try await waitUntil { server.log.all.count == 2 }
      #expect(server.log.all.map(\.client.address) == ["203.0.113.9", "127.0.0.1"])
    }
  }

  @Test func `each request of a proxy's connection has its own client`() async throws {
    try await withProxiedServer { server in
      let client = try server.connect()
      for address in ["203.0.113.9", "2001:db8::9", "198.51.100.1"] {
        try client.send("GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: \(address)\r\n\r\n")
        #expect(try client.receiveResponse().text == "\(address) false 127.0.0.1")
      }
    }
  }

  @Test func `an untrusted peer is its own client`() async throws {
    try await withProxiedServer(trusting: "192.0.2.0/24") { server in
      let forwarded = "X-Forwarded-For: 203.0.113.9\r\nX-Forwarded-Proto: https\r\nForwarded: for=203.0.113.9\r\n"
      let response = try ask(server, "GET / HTTP/1.1\r\nHost: x\r\n\(forwarded)\r\n")
      #expect(response.text == "127.0.0.1 false 127.0.0.1")
      #expect(response.field("strict-transport-security") == nil)
    }
  }

  @Test func `the limit for one address does not apply to a trusted proxy's connections`() async throws {
    try await withProxiedServer(limitPerAddress: 2) { server in
      let clients = try (0..<6).map { _ in try server.connect() }
      for client in clients {
        try client.send(Self.request)
        #expect(try client.receiveResponse().status == 200)
      }
    }
  }

  // MARK: PROXY protocol

  private static func line(_ address: String) -> [UInt8] { Array("PROXY TCP4 \(address) 127.0.0.1 4711 80\r\n".utf8) }

  /// A header of version 2 with a record that says whether the client encrypts.
  private static func header(isSecure: Bool) -> [UInt8] {
    Array("\r\n\r\n\0\r\nQUIT\n".utf8) + [0x21, 0x11, 0, 20, 203, 0, 113, 9, 127, 0, 0, 1, 1, 2, 0, 80]
      + [0x20, 0, 5, isSecure ? 1 : 0, 0, 0, 0, 0]
  }

  @Test func `the connection's header names the client`() async throws {
    try await withProxiedServer(takesProxyHeader: true) { server in
      for (header, who) in [
        (Self.line("203.0.113.9"), "203.0.113.9 false 203.0.113.9"),
        (Self.header(isSecure: true), "203.0.113.9 true 203.0.113.9"),
        (Array("PROXY UNKNOWN\r\n".utf8), "127.0.0.1 false 127.0.0.1"),
      ] {
        let response = try ask(server, Self.request, announcing: header)
        #expect(response.text == who)
      }
    }
  }

  @Test func `the header can arrive byte by byte, and name another proxy`() async throws {
    try await withProxiedServer(takesProxyHeader: true) { server in
      let client = try server.connect()
      for byte in Self.line("127.0.0.9")
        + Array("GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.9\r\n\r\n".utf8)
      {
        try client.send([byte])
        await server.settle()
      }
      #expect(try client.receiveResponse().text == "203.0.113.9 false 127.0.0.9")
    }
  }

  @Test func `forwarding fields of a client that the header names are ignored`() async throws {
    try await withProxiedServer(takesProxyHeader: true) { server in
      let bytes = "GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 10.9.9.9\r\n\r\n"
      let response = try ask(server, bytes, announcing: Self.line("203.0.113.9"))
      #expect(response.text == "203.0.113.9 false 203.0.113.9")
    }
  }

  @Test(arguments: ["GET / HTTP/1.1\r\nHost: x\r\n\r\n", "PROXY TCP4 1.1.1.1\r\n", "\u{16}\u{3}\u{1}\u{2}"])
  func `a connection that begins without a header is refused`(_ bytes: String) async throws {
    try await withProxiedServer(takesProxyHeader: true) { server in
      let response = try ask(server, bytes)
      #expect(response.status == 400)
      #expect(response.field("connection") == "close")
      #expect(server.server.statistics.refusedStrangerCount == 1)
      #expect(server.log.all.allSatisfy { $0.request == nil })
    }
  }

  @Test func `a connection that never sends a header is closed`() async throws {
    try await withProxiedServer(takesProxyHeader: true) { server in
      let client = try server.connect()
      try client.send("PROXY TCP4 1.1.1.1 ")
      #expect((10_000...10_500).contains(try await server.timeUntilNews(client)))
      // What came is never read, so the end may be a reset.
      #expect(try client.receiveToEnd().0.isEmpty)
    }
  }

  @Test func `a header from elsewhere than a trusted network is refused`() async throws {
    try await withProxiedServer(trusting: "192.0.2.0/24", takesProxyHeader: true) { server in
      let response = try ask(server, Self.request, announcing: Self.line("203.0.113.9"))
      #expect(response.status == 403)
      #expect(server.server.statistics.refusedStrangerCount == 1)
    }
  }

  @Test func `a header that is not expected is a malformed request`() async throws {
    try await withProxiedServer { server in
      let response = try ask(server, Self.request, announcing: Self.line("203.0.113.9"))
      #expect(response.status == 400)
    }
  }

  @Test func `connections are counted by the addresses in their headers`() async throws {
    try await withProxiedServer(takesProxyHeader: true, limitPerAddress: 2) { server in
      func connect(_ address: String) throws -> (RawClient, Int) {
        let client = try server.connect()
        try client.send(Self.line(address) + Array(Self.request.utf8))
        return (client, try client.receiveResponse().status)
      }
      let first = try (0..<2).map { _ in try connect("203.0.113.9") }
      #expect(first.map(\.1) == [200, 200])
      #expect(try connect("203.0.113.9").1 == 429)
      let other = try connect("203.0.113.10")
      #expect(other.1 == 200)
      #expect(server.server.statistics.refusedByAddressCount == 1)
      first[0].0.close()
      try await waitUntil { server.server.statistics.openCount == 2 }
      #expect(try connect("203.0.113.9").1 == 200)
      withExtendedLifetime((first, other)) {}
    }
  }

  @Test func `the header comes before the TLS handshake`() async throws {
    let folder = try TemporaryFolder()
    let tls = try SelfSignedCertificate.make(at: folder.path("server.pem"))
    try await withProxiedServer(takesProxyHeader: true, tls: tls) { server in
      for header in [Self.line("203.0.113.9"), Self.header(isSecure: false)] {
        var options = TLSClient.Options()
        options.preamble = header
        let client = try TLSClient(port: server.port, options)
        try client.send(Self.request)
        let response = try client.receiveResponse()
        #expect(response.text == "203.0.113.9 true 203.0.113.9")
        #expect(response.field("strict-transport-security") == "max-age=1")
      }
      #expect(throws: RawClient.Failure.self) { try TLSClient(port: server.port) }
      try await waitUntil { server.server.statistics.openCount == 0 }
    }
  }

  // MARK: Hosts

  @Test func `an unknown host is reported to the handler`() async throws {
    let folder = try TemporaryFolder()
    let tls = try SelfSignedCertificate.make(
      at: folder.path("server.pem"), names: ["photos.example.org", "*.example.net"])
    for tls in [nil, tls] {
      try await withServer(tls: tls, configure: { $0.hosts = HTTPHostRule(names: ["given.example"]) }) { request in
        text("\(request.isMisdirected)")
      } _: { server in
        let hosts = [
          ("127.0.0.1:\(server.port)", "false"), ("given.example", "false"), ("evil.example", "true"),
          ("photos.example.org:443", tls == nil ? "true" : "false"), ("a.example.net", tls == nil ? "true" : "false"),
          ("example.net", "true"),
        ]
        for (host, isMisdirected) in hosts {
          let requests = [
            "GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n", "GET http://\(host)/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
          ]
          for request in requests {
            let response = try tls == nil ? ask(server, request) : askEncrypted(server, request)
            #expect(response.text == isMisdirected, "\(host)")
          }
        }
      }
    }
  }

  @Test func `any host is accepted if none are given`() async throws {
    try await withServer { request in
      text("\(request.isMisdirected)")
    } _: { server in
      let response = try ask(server, "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n")
      #expect(response.text == "false")
    }
  }
}

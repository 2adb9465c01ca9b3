// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofConfiguration
import WoofHTTP
import WoofModel

@testable import TestKit
@testable import WoofServer

/// Requests from clients that proxies name. The test's own connections are those of a proxy.
struct ForwardedTests {
  private static let trusting = "proxies: {trusted: ['127.0.0.0/8']}"

  @Test func `wrong guesses lock out their client, and not others behind the same proxy`() async throws {
    try await withService(http: Self.trusting, signIn: ThrottlingTests.limits) { service in
      let ada = try await service.addAccount("ada")
      let guesser = ("X-Forwarded-For", "203.0.113.9")
      for _ in 0..<3 {
        #expect(try service.client(Credential("ada", "wrong")).send("GET", "/v1/me", extra: [guesser]).status == 401)
      }
      #expect(try service.client(ada).send("GET", "/v1/me", extra: [guesser]).status == 429)
      #expect(try service.client(ada).send("GET", "/v1/me", extra: [("X-Forwarded-For", "198.51.100.1")]).status == 200)
      // Whoever makes addresses up before that of its proxy's word gains nothing.
      let liar = ("X-Forwarded-For", "198.51.100.1, 203.0.113.9")
      #expect(try service.client(ada).send("GET", "/v1/me", extra: [liar]).status == 429)
    }
  }

  @Test func `without a trusted proxy, forwarded addresses are ignored`() async throws {
    try await withService(signIn: ThrottlingTests.limits) { service in
      let ada = try await service.addAccount("ada")
      for number in 0..<3 {
        let field = ("X-Forwarded-For", "203.0.113.\(number)")
        #expect(try service.client(Credential("ada", "wrong")).send("GET", "/v1/me", extra: [field]).status == 401)
      }
      #expect(try service.client(ada).send("GET", "/v1/me", extra: [("X-Forwarded-For", "192.0.2.1")]).status == 429)
    }
  }

  @Test func `streams are limited by client behind a proxy`() async throws {
    try await withService(http: Self.trusting + ", service: {feed: {subscribersPerAddress: 1}}") { service in
      let first = try EventReader(service, as: nil, ["X-Forwarded-For": "203.0.113.9"])
      let again = try service.client().get("/v1/events", ["X-Forwarded-For": "203.0.113.9"])
      #expect(again.status == 429)
      let other = try EventReader(service, as: nil, ["X-Forwarded-For": "203.0.113.10"])
      withExtendedLifetime((first, other)) {}
    }
  }

  @Test func `the log names the client, and Forwarded is used if configured`() async throws {
    let folder = try TemporaryFolder()
    let http = "proxies: {trusted: ['127.0.0.1', 'unix'], fields: 'forwarded'}"
    try await withService(http: http, in: folder) { service in
      let fields: KeyValuePairs = [
        "Forwarded": "for=1.1.1.1, for=\"[2001:db8::9]:1\";proto=https", "X-Forwarded-For": "1.1.1.1",
      ]
      let response = try service.client().get("/healthz", fields)
      #expect(response.status == 200)
    }
    let log = try String(contentsOfFile: folder.path("log"))
    #expect(log.contains(#""peer":"2001:db8::9""#))
    #expect(!log.contains("1.1.1.1"))
  }

  @Test func `the scheme that a proxy names decides on origins and on HSTS`() async throws {
    try await withService(http: Self.trusting + ", tls: {strictTransport: '1d'}") { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      let target = "/v1/photos/\(id)/favourite"
      for (scheme, origin, status) in [
        ("https", "https://localhost", 200), ("http", "https://localhost", 403), ("https", "http://localhost", 403),
      ] {
        let response = try ada.send("PUT", target, extra: [("X-Forwarded-Proto", scheme), ("Origin", origin)])
        #expect(response.status == status, "\(scheme) \(origin)")
        #expect(response["Strict-Transport-Security"] == (scheme == "https" ? "max-age=86400" : nil))
      }
    }
  }

  // MARK: Settings

  private func http(_ text: String) throws -> HTTPServiceSettings {
    let settings = try WoofServer.configuration(text: "{modules: {'service.http': {\(text)}}}").root
    return try #require(settings.httpService).settings
  }

  @Test(arguments: [
    ("listen: ['0.0.0.0:443'], tls: {certificate: '/a', key: '/b'}", false, "max-age=15552000"),
    ("listen: ['0.0.0.0:443'], tls: {certificate: '/a', key: '/b', strictTransport: '0s'}", false, nil),
    (
      "listen: ['0.0.0.0:443'], tls: {certificate: '/a', key: '/b', strictTransport: '365d'}", false, "max-age=31536000"
    ),
    ("listen: ['127.0.0.1:443'], tls: {certificate: '/a', key: '/b'}", true, nil),
    ("listen: ['0.0.0.0:443'], tls: {selfSigned: true, strictTransport: '1d'}", false, nil),
    ("listen: ['127.0.0.1:80']", true, nil),
    ("listen: ['127.0.0.1:80'], tls: {strictTransport: '1d'}", true, "max-age=86400"),
  ])
  func `HSTS is sent if the certificate is not self-signed`(
    _ text: String, _ isLocal: Bool, _ value: String?
  ) throws {
    let settings = try http(text)
    let fields = settings.tls.strictTransport(isLocal: isLocal)
    #expect(fields[.strictTransportSecurity] == value)
  }

  @Test(arguments: [
    "proxies: {trusted: ['10.0.0.0/33']}", "proxies: {trusted: ['localhost']}", "proxies: {fields: 'x-real-ip'}",
    "origins: ['photos.example.org']", "origins: ['https://photos.example.org/']", "origins: ['*']",
    "crossOrigin: {origins: ['*']}", "crossOrigin: {origins: ['null']}", "hosts: ['https://x']", "hosts: ['a b']",
    "hosts: ['x:80']", "listen: ['127.0.0.1:80 proxy-protocol']", "listen: ['127.0.0.1:80 proxy']",
    "metrics: {listen: ['127.0.0.1:80 proxy-protocol']}", "tls: {strictTransport: '3000d'}",
  ])
  func `an impossible configuration of proxies is refused`(_ text: String) {
    #expect(throws: ConfigurationError.self) { try http(text) }
  }

  @Test func `a listener with a proxy header is printed as it is read`() throws {
    let settings = try http(
      "listen: ['[::1]:80 proxy-protocol', 'unix:/run/a b proxy-protocol'], proxies: {trusted: ['unix']}")
    #expect(settings.listen.map(\.description) == ["[::1]:80 proxy-protocol", "unix:/run/a b proxy-protocol"])
    #expect(settings.listen.map(\.takesProxyHeader) == [true, true])
    #expect(settings.listen.map(\.isLocal) == [true, true])
  }
}

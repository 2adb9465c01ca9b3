// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import URLLoading

@Suite(.timeLimit(.minutes(1))) struct ConfigurationTests {
  /// A server that sets a cookie with every response.
  private func baker() throws -> ScriptedServer {
    try ScriptedServer { try $0.respondToAll("200 OK", ["Set-Cookie: dog=rex; Path=/"]) }
  }

  @Test func `a session that sends no cookies still stores them`() async throws {
    let server = try baker()
    let session = freshSession { $0.httpShouldSetCookies = false }
    for _ in 0..<2 { _ = try await session.data(from: server.address()) }
    #expect(server.requests.map { $0.field("cookie") } == [nil, nil])
    #expect(session.configuration.httpCookieStorage?.cookies?.map { $0.name } == ["dog"])
  }

  @Test func `a session that accepts no cookies stores none`() async throws {
    let server = try baker()
    let session = freshSession { $0.httpCookieAcceptPolicy = .never }
    for _ in 0..<2 { _ = try await session.data(from: server.address()) }
    #expect(server.requests.map { $0.field("cookie") } == [nil, nil])
    #expect(session.configuration.httpCookieStorage?.cookies?.isEmpty != false)
  }

  @Test func `the configuration's cache policy applies to requests without their own`() async throws {
    let server = try ScriptedServer { try $0.respondToAll("200 OK", ["Cache-Control: max-age=60"], body: "woof") }
    let reloading = freshSession { $0.requestCachePolicy = .reloadIgnoringLocalCacheData }
    for _ in 0..<2 { _ = try await reloading.data(from: server.address()) }
    #expect(server.requestCount == 2)
    let offline = freshSession { $0.requestCachePolicy = .returnCacheDataDontLoad }
    let error = await #expect(throws: URLError.self) { try await offline.data(from: server.address()) }
    #expect(error?.code == .resourceUnavailable)
    #expect(server.requestCount == 2)
  }

  @Test func `the configuration's newest version of TLS is the newest that is used`() async throws {
    let server = try ScriptedServer(tls: ServerCertificate()) { try $0.respondToAll() }
    let url = try #require(URL(string: server.url(scheme: "https")))
    let trusting = TrustDelegate { (.useCredential, URLCredential(trust: $0)) }
    for version in [tls_protocol_version_t.TLSv12, .TLSv13] {
      let delegate = RecordingDelegate()
      let session = freshSession(trusting) { $0.tlsMaximumSupportedProtocolVersion = version }
      _ = try await session.data(from: url, delegate: delegate)
      #expect(delegate.metrics?.transactionMetrics.last?.negotiatedTLSProtocolVersion == version)
    }
  }

  @Test func `a copy of a configuration has all of its properties`() throws {
    let original = Self.unusual()
    let copy = try #require(original.copy(with: nil) as? URLSessionConfiguration)
    let (copied, usual) = (Self.values(of: copy), Self.values(of: URLSessionConfiguration()))
    #expect(copied.count > 20)
    for (name, value) in Self.values(of: original) {
      #expect(usual[name] != value, "\(name) is as it is by default")
      #expect(copied[name] == value, "\(name)")
    }
  }

  /// The stored properties by their names.
  private static func values(of configuration: URLSessionConfiguration) -> [String: String] {
    Mirror(reflecting: configuration).children.reduce(into: [:]) { values, child in
      if let name = child.label { values[name] = String(describing: child.value) }
    }
  }

  /// A configuration in which nothing is as it is by default.
  private static func unusual() -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration()
    configuration.requestCachePolicy = .returnCacheDataElseLoad
    configuration.timeoutIntervalForRequest = 1
    configuration.timeoutIntervalForResource = 2
    configuration.httpAdditionalHeaders = ["X-App": "dogs"]
    configuration.waitsForConnectivity = true
    configuration.httpMaximumConnectionsPerHost = 3
    configuration.connectionProxyDictionary = ["HTTPEnable": 1]
    configuration.unixSocketPath = "/run/dogs"
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.httpCookieStorage = URLSessionConfiguration.ephemeral.httpCookieStorage
    configuration.urlCredentialStorage = URLCredentialStorage()
    configuration.urlCache = URLCache(memoryCapacity: 4, diskCapacity: 0)
    configuration.protocolClasses = [URLProtocol.self]
    setTrust(of: configuration)
    setWhatHasNoEffect(in: configuration)
    return configuration
  }

  private static func setTrust(of configuration: URLSessionConfiguration) {
    let file = URL(fileURLWithPath: "/dogs.pem")
    configuration.tlsMinimumSupportedProtocolVersion = .TLSv13
    configuration.tlsMaximumSupportedProtocolVersion = .TLSv12
    configuration.certificateAuthorityFile = file
    configuration.pinnedPublicKeys = [Data([5])]
    configuration.clientIdentity = ClientIdentity(certificateFile: file, privateKeyFile: file)
    configuration.allowsHTTP2 = false
  }

  private static func setWhatHasNoEffect(in configuration: URLSessionConfiguration) {
    configuration.networkServiceType = .background
    configuration.allowsCellularAccess = false
    configuration.allowsExpensiveNetworkAccess = false
    configuration.allowsConstrainedNetworkAccess = false
    configuration.isDiscretionary = true
    configuration.sharedContainerIdentifier = "dogs"
    configuration.sessionSendsLaunchEvents = true
    configuration.shouldUseExtendedBackgroundIdleMode = true
    configuration.httpShouldUsePipelining = true
    configuration.requiresDNSSECValidation = true
    configuration.allowsUltraConstrainedNetworkAccess = true
    configuration.multipathServiceType = .handover
    configuration.usesClassicLoadingMode = false
    configuration.enablesEarlyData = true
  }
}

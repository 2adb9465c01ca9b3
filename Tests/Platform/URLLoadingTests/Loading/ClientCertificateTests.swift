// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import URLLoading

@testable import TestKit

@Suite(.timeLimit(.minutes(1))) struct ClientCertificateTests {
  private let folder: TemporaryFolder
  private let authority: ServerCertificate
  private let clients: ServerCertificate
  private let client: ServerCertificate
  private let identity: ClientIdentity

  init() throws {
    folder = try TemporaryFolder()
    authority = try ServerCertificate()
    clients = try ServerCertificate(names: "DNS:clients")
    client = try ServerCertificate(authority: clients)
    try folder.write(authority.pem, to: "authority.pem")
    try folder.write(client.pem, to: "client.pem")
    try folder.write(client.keyPEM, to: "client.key")
    identity = ClientIdentity(
      certificateFile: URL(fileURLWithPath: folder.path("client.pem")),
      privateKeyFile: URL(fileURLWithPath: folder.path("client.key")))
  }

  /// A server that insists on a certificate, over versions of TLS up to one.
  private func strictServer(version: UInt16 = 0x0304) throws -> (ScriptedServer, URL) {
    let certificate = try ServerCertificate(authority: authority)
    certificate.requireClient(signedBy: clients)
    if version < 0x0304 { certificate.limit(toVersion: version) }
    let server = try ScriptedServer(tls: certificate) { try $0.respondToAll(body: "woof") }
    return (server, try #require(URL(string: server.url(scheme: "https", host: "localhost"))))
  }

  private func session(
    _ delegate: (any URLSessionDelegate)? = nil, _ configure: (URLSessionConfiguration) -> Void = { _ in }
  ) -> URLSession {
    freshSession(delegate) {
      $0.certificateAuthorityFile = URL(fileURLWithPath: folder.path("authority.pem"))
      configure($0)
    }
  }

  @Test(arguments: [0x0303, 0x0304])
  func `a server that requires a certificate gets the delegate's`(version: UInt16) async throws {
    let (server, url) = try strictServer(version: version)
    let delegate = IdentityDelegate(identity)
    let session = session(delegate)
    for _ in 0..<2 { #expect(try await session.data(from: url).0 == Data("woof".utf8)) }
    let space = try #require(delegate.spaces.first)
    #expect(delegate.spaces.count == 1)
    #expect(server.connectionCount == 1)
    #expect(space.authenticationMethod == NSURLAuthenticationMethodClientCertificate)
    #expect(space.host == "localhost")
    #expect(space.port == server.port)
    #expect(space.distinguishedNames == [Data(clients.subject)])
  }

  @Test func `one of several tasks asks for the certificate of a server`() async throws {
    let (server, url) = try strictServer()
    let delegate = IdentityDelegate(identity) { while server.connectionCount < 10 { await Task.yield() } }
    // Where HTTP/2 may come of the first connection, the others wait for that.
    let session = session(delegate) {
      $0.httpMaximumConnectionsPerHost = 10
      $0.allowsHTTP2 = false
    }
    try await withThrowingTaskGroup(of: Data.self) { group in
      for _ in 0..<10 { group.addTask { try await session.data(from: url).0 } }
      for try await data in group { #expect(data == Data("woof".utf8)) }
    }
    #expect(delegate.spaces.count == 1)
    #expect(server.connectionCount == 10)
  }

  @Test func `a server that does not wait for the certificate gets it on another connection`() async throws {
    let (server, url) = try strictServer()
    let (isMet, mayReply) = (Gate(), Gate())
    let delegate = IdentityDelegate(identity) {
      isMet.open()
      await mayReply.wait()
    }
    let session = session(delegate)
    async let loaded = session.data(from: url)
    await isMet.wait()
    server.interrupt()
    mayReply.open()
    #expect(try await loaded.0 == Data("woof".utf8))
    #expect(delegate.spaces.count == 1)
    #expect(server.connectionCount == 2)
  }

  @Test func `a task that is cancelled while the delegate looks for a certificate ends`() async throws {
    let (server, url) = try strictServer()
    let (isMet, mayReply) = (Gate(), Gate())
    let delegate = IdentityDelegate(identity) {
      isMet.open()
      await mayReply.wait()
    }
    let session = session(delegate)
    let loading = Task { try await session.data(from: url) }
    await isMet.wait()
    loading.cancel()
    let error = await #expect(throws: URLError.self) { try await loading.value }
    mayReply.open()
    #expect(error?.code == .cancelled)
    #expect(try await session.data(from: url).0 == Data("woof".utf8))
    #expect(server.requestCount == 1)
  }

  @Test func `an identity for one task is used on a connection of its own`() async throws {
    let (server, url) = try strictServer()
    let delegate = IdentityDelegate(identity, persistence: .none)
    let session = session(delegate)
    for _ in 0..<2 { #expect(try await session.data(from: url).0 == Data("woof".utf8)) }
    #expect(delegate.spaces.count == 2)
    #expect(server.requestCount == 2)
  }

  @Test func `a certificate is sent with the intermediate ones`() async throws {
    let (server, url) = try strictServer()
    let between = try ServerCertificate(authority: clients, isBetween: true)
    let client = try ServerCertificate(authority: between)
    try folder.write(client.pem + between.pem, to: "chain.pem")
    try folder.write(client.keyPEM(password: "secret"), to: "chain.key")
    let delegate = IdentityDelegate(
      ClientIdentity(
        certificateFile: URL(fileURLWithPath: folder.path("chain.pem")),
        privateKeyFile: URL(fileURLWithPath: folder.path("chain.key")), passphrase: "secret"))
    #expect(try await session(delegate).data(from: url).0 == Data("woof".utf8))
    withExtendedLifetime(server) {}
  }

  @Test(arguments: ["key of another certificate", "key without its password", "missing file"])
  func `an unusable identity ends the task`(fault: String) async throws {
    let (server, url) = try strictServer()
    try folder.write(clients.keyPEM, to: "key of another certificate")
    try folder.write(client.keyPEM(password: "secret"), to: "key without its password")
    let useless = ClientIdentity(
      certificateFile: identity.certificateFile, privateKeyFile: URL(fileURLWithPath: folder.path(fault)))
    let session = session(IdentityDelegate(useless))
    for _ in 0..<2 {
      let error = await #expect(throws: URLError.self) { try await session.data(from: url) }
      #expect(error?.code == .clientCertificateRejected)
    }
    #expect(server.requestCount == 0)
  }

  @Test func `without a certificate the server refuses`() async throws {
    let (server, url) = try strictServer()
    for delegate in [nil, IdentityDelegate(nil)] {
      let error = await #expect(throws: URLError.self) { try await session(delegate).data(from: url) }
      #expect(error?.code == .clientCertificateRequired)
    }
    #expect(server.requestCount == 0)
    #expect(server.connectionCount == 2)
  }

  @Test func `a cancelled challenge cancels the task`() async throws {
    let (server, url) = try strictServer()
    let delegate = IdentityDelegate(nil, disposition: .cancelAuthenticationChallenge)
    let error = await #expect(throws: URLError.self) { try await session(delegate).data(from: url) }
    #expect(error?.code == .cancelled)
    withExtendedLifetime(server) {}
  }

  @Test func `a certificate that the server does not know is refused`() async throws {
    let (server, url) = try strictServer()
    let stranger = try ServerCertificate()
    try folder.write(stranger.pem, to: "stranger.pem")
    try folder.write(stranger.keyPEM, to: "stranger.key")
    let delegate = IdentityDelegate(
      ClientIdentity(
        certificateFile: URL(fileURLWithPath: folder.path("stranger.pem")),
        privateKeyFile: URL(fileURLWithPath: folder.path("stranger.key"))))
    let error = await #expect(throws: URLError.self) { try await session(delegate).data(from: url) }
    #expect(error?.code == .clientCertificateRejected)
    withExtendedLifetime(server) {}
  }

  @Test func `the configuration's identity is used without asking`() async throws {
    let (server, url) = try strictServer()
    let delegate = IdentityDelegate(nil)
    let session = session(delegate) { $0.clientIdentity = identity }
    #expect(try await session.data(from: url).0 == Data("woof".utf8))
    #expect(delegate.spaces.isEmpty)
    withExtendedLifetime(server) {}
  }

  @Test func `a certificate for one server is not sent to another`() async throws {
    let (other, otherURL) = try strictServer()
    let certificate = try ServerCertificate(authority: authority)
    certificate.requireClient(signedBy: clients)
    let server = try ScriptedServer(tls: certificate) {
      try $0.respondToAll("302 Found", ["Location: \(otherURL.absoluteString)"])
    }
    let url = try #require(URL(string: server.url(scheme: "https", host: "localhost")))
    let delegate = IdentityDelegate(identity, times: 1)
    let error = await #expect(throws: URLError.self) { try await session(delegate).data(from: url) }
    #expect(error?.code == .clientCertificateRequired)
    #expect(delegate.spaces.map(\.port) == [server.port, other.port])
    #expect(other.requestCount == 0)
  }

  @Test(.enabled(if: NginxServer.isInstalled))
  func `nginx verifies the delegate's certificate, and responds itself without one`() async throws {
    let nginx = try NginxServer(clientAuthority: clients)
    let file = URL(fileURLWithPath: nginx.authorityFile)
    let url = try #require(URL(string: nginx.url("/subject")))
    let giving = freshSession(IdentityDelegate(identity)) { $0.certificateAuthorityFile = file }
    #expect(try await giving.data(from: url).0 == Data("SUCCESS".utf8))
    let leaving = freshSession(IdentityDelegate(nil)) { $0.certificateAuthorityFile = file }
    #expect(try await leaving.data(from: url).1.status == 400)
  }

  @Test func `a session connects only to a server with the pinned key`() async throws {
    let certificate = try ServerCertificate(authority: authority)
    let server = try ScriptedServer(tls: certificate) { try $0.respondToAll(body: "woof") }
    let url = try #require(URL(string: server.url(scheme: "https", host: "localhost")))
    let pin = Data(SHA256Digest.of(certificate.publicKey))
    #expect(try await session { $0.pinnedPublicKeys = [pin] }.data(from: url).0 == Data("woof".utf8))
    let error = await #expect(throws: URLError.self) {
      try await session { $0.pinnedPublicKeys = [Data(repeating: 1, count: 32)] }.data(from: url)
    }
    #expect(error?.code == .serverCertificateUntrusted)
    #expect(server.requestCount == 1)
  }

  @Test func `a pin applies even to a certificate that the delegate accepts`() async throws {
    let server = try ScriptedServer(tls: ServerCertificate()) { try $0.respondToAll(body: "woof") }
    let url = try #require(URL(string: server.url(scheme: "https", host: "localhost")))
    let delegate = TrustDelegate { (.useCredential, URLCredential(trust: $0)) }
    let session = freshSession(delegate) { $0.pinnedPublicKeys = [Data(repeating: 1, count: 32)] }
    let error = await #expect(throws: URLError.self) { try await session.data(from: url) }
    #expect(error?.code == .serverCertificateUntrusted)
    #expect(server.requestCount == 0)
  }
}

/// Gives an identity, or leaves it.
private final class IdentityDelegate: NSObject, URLSessionDelegate {
  private let identity: ClientIdentity?
  private let disposition: URLSession.AuthChallengeDisposition
  private let times: Int
  private let persistence: URLCredential.Persistence
  private let wait: @Sendable () async -> Void
  private let asked = Mutex<[URLProtectionSpace]>([])

  init(
    _ identity: ClientIdentity?, disposition: URLSession.AuthChallengeDisposition = .performDefaultHandling,
    times: Int = .max, persistence: URLCredential.Persistence = .forSession,
    wait: @escaping @Sendable () async -> Void = {}
  ) {
    self.identity = identity
    self.disposition = disposition
    self.times = times
    self.persistence = persistence
    self.wait = wait
  }

  /// The spaces in which a certificate was asked for.
  var spaces: [URLProtectionSpace] { asked.withLock { $0 } }

  func urlSession(
    _ session: URLSession, didReceive challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
    let space = challenge.protectionSpace
    guard space.authenticationMethod == NSURLAuthenticationMethodClientCertificate else {
      return (.performDefaultHandling, nil)
    }
    let count = asked.withLock { asked in
      asked.append(space)
      return asked.count
    }
    await wait()
    guard let identity, count <= times else { return (disposition, nil) }
    return (.useCredential, URLCredential(identity: identity, persistence: persistence))
  }
}

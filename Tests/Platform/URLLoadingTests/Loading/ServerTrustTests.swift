// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import URLLoading

@testable import TestKit

/// Replies to challenges of certificates when something is so.
private final class PatientTrustDelegate: NSObject, URLSessionDelegate {
  private let isGood: Bool?
  private let isTime: @Sendable () -> Bool
  private let count = Atomic(0)

  /// - Parameter isGood: `nil` for a delegate that cancels.
  init(_ isGood: Bool?, when isTime: @escaping @Sendable () -> Bool) {
    self.isGood = isGood
    self.isTime = isTime
  }

  /// How often it was asked.
  var calls: Int { count.load(ordering: .relaxed) }

  func urlSession(
    _ session: URLSession, didReceive challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
    count.add(1, ordering: .relaxed)
    while !isTime() { await Task.yield() }
    guard let isGood, let trust = challenge.protectionSpace.serverTrust else {
      return (.cancelAuthenticationChallenge, nil)
    }
    return isGood ? (.useCredential, URLCredential(trust: trust)) : (.performDefaultHandling, nil)
  }
}

/// Accepts every certificate, and counts the transactions of what was loaded.
private final class AcceptingDelegate: NSObject, URLSessionTaskDelegate {
  private let metrics = Mutex<[URLSessionTaskMetrics]>([])

  var transactionCounts: [Int] { metrics.withLock { $0.map { $0.transactionMetrics.count } } }
  var protocolNames: [String?] {
    metrics.withLock { $0.map { $0.transactionMetrics.first?.networkProtocolName } }
  }

  func urlSession(
    _ session: URLSession, didReceive challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
    (.useCredential, challenge.protectionSpace.serverTrust.map { URLCredential(trust: $0) })
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics) {
    self.metrics.withLock { $0.append(metrics) }
  }
}

/// Accepts every certificate, when it may.
private final class WaitingTrustDelegate: NSObject, URLSessionDelegate {
  let isMet: Gate
  let mayReply: Gate

  init(isMet: Gate, mayReply: Gate) {
    self.isMet = isMet
    self.mayReply = mayReply
  }

  func urlSession(
    _ session: URLSession, didReceive challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
    isMet.open()
    await mayReply.wait()
    return (.useCredential, challenge.protectionSpace.serverTrust.map { URLCredential(trust: $0) })
  }
}

@Suite(.timeLimit(.minutes(1))) struct ServerTrustTests {
  private func server(_ certificate: ServerCertificate) throws -> (ScriptedServer, URL) {
    let server = try ScriptedServer(tls: certificate) { try $0.respondToAll(body: "woof") }
    return (server, try #require(URL(string: server.url("/", scheme: "https"))))
  }

  private func isOfTrust(_ error: URLError?) -> Bool {
    error?.code == .serverCertificateHasUnknownRoot || error?.code == .serverCertificateUntrusted
  }

  @Test func `an unknown certificate is not trusted`() async throws {
    let (server, url) = try server(ServerCertificate())
    let error = await #expect(throws: URLError.self) { try await freshSession().data(from: url) }
    #expect(isOfTrust(error))
    withExtendedLifetime(server) {}
  }

  @Test func `a delegate can accept a certificate, and sees it`() async throws {
    let certificate = try ServerCertificate()
    let (server, url) = try server(certificate)
    let delegate = TrustDelegate { trust in
      trust.certificates.first == Data(certificate.der) && !trust.isTrusted
        ? (.useCredential, URLCredential(trust: trust)) : (.cancelAuthenticationChallenge, nil)
    }
    let (data, _) = try await freshSession(delegate).data(from: url)
    #expect(data == Data("woof".utf8))
    withExtendedLifetime(server) {}
  }

  @Test func `a delegate can refuse a certificate, or leave the decision to the system`() async throws {
    let (server, url) = try server(ServerCertificate())
    let refusing = TrustDelegate { _ in (.cancelAuthenticationChallenge, nil) }
    let refused = await #expect(throws: URLError.self) { try await freshSession(refusing).data(from: url) }
    #expect(refused?.code == .cancelled)
    let leaving = TrustDelegate { _ in (.performDefaultHandling, nil) }
    let left = await #expect(throws: URLError.self) { try await freshSession(leaving).data(from: url) }
    #expect(isOfTrust(left))
    withExtendedLifetime(server) {}
  }

  @Test func `a name and a password accept no certificate, and are sent nowhere`() async throws {
    let (server, url) = try server(ServerCertificate())
    let delegate = ChallengeDelegate()
    let error = await #expect(throws: URLError.self) { try await freshSession(delegate).data(from: url) }
    #expect(isOfTrust(error))
    let methods = delegate.challenges.map { $0.protectionSpace.authenticationMethod }
    #expect(methods == [NSURLAuthenticationMethodServerTrust])
    #expect(server.requestCount == 0)
  }

  @Test func `accepting one certificate accepts no other`() async throws {
    let (server, url) = try server(ServerCertificate())
    let (other, place) = try self.server(ServerCertificate())
    let accepting = Mutex<URLCredential?>(nil)
    let delegate = TrustDelegate { trust in
      let credential = accepting.withLock { first -> URLCredential? in
        if first == nil { first = URLCredential(trust: trust) }
        return first
      }
      return (.useCredential, credential)
    }
    let session = freshSession(delegate)
    #expect(try await session.data(from: url).0 == Data("woof".utf8))
    let error = await #expect(throws: URLError.self) { try await session.data(from: place) }
    #expect(isOfTrust(error))
    #expect(other.requestCount == 0)
    withExtendedLifetime(server) {}
  }

  @Test(arguments: [true, false])
  func `one of several tasks asks for the decision on a server`(isGood: Bool) async throws {
    let (server, url) = try server(ServerCertificate())
    let delegate = PatientTrustDelegate(isGood) { server.connectionCount >= 10 }
    // Where HTTP/2 may come of the first connection, the others wait for that.
    let session = freshSession(delegate) {
      $0.httpMaximumConnectionsPerHost = 10
      $0.allowsHTTP2 = false
    }
    let successes = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<10 { group.addTask { (try? await session.data(from: url)) != nil } }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(successes == (isGood ? 10 : 0))
    #expect(delegate.calls == 1)
  }

  @Test func `if the asking task is cancelled, the next one asks`() async throws {
    let (server, url) = try server(ServerCertificate())
    let delegate = PatientTrustDelegate(nil) { server.connectionCount >= 3 }
    let session = freshSession(delegate) { $0.allowsHTTP2 = false }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          let error = await #expect(throws: URLError.self) { try await session.data(from: url) }
          #expect(error?.code == .cancelled)
        }
      }
    }
    #expect(delegate.calls == 3)
  }

  /// The server's certificates, and a file with the one of their authority.
  private func knownServer() throws -> (ScriptedServer, URL, authority: URL) {
    let authority = try ServerCertificate(names: "DNS:authority")
    let (server, url) = try server(ServerCertificate(authority: authority))
    let file = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("woof-\(UUID().uuidString).pem")
    try Data(authority.pem).write(to: file)
    return (server, url, file)
  }

  @Test func `a delegate costs no connection and no transaction, whether it decides or not`() async throws {
    let (server, url, file) = try knownServer()
    defer { try? FileManager.default.removeItem(at: file) }
    let delegate = RecordingDelegate()
    let session = freshSession(delegate) { $0.certificateAuthorityFile = file }
    session.dataTask(with: url).resume()
    await delegate.completion.wait()
    #expect(delegate.text == "woof")
    #expect(server.connectionCount == 1)
    #expect(server.failures.isEmpty)
    let transactions = try #require(delegate.metrics).transactionMetrics
    #expect(transactions.map(\.networkProtocolName) == ["http/1.1"])
    #expect(transactions.first?.isReusedConnection == false)
    #expect(transactions.first?.secureConnectionEndDate != nil)
    #expect(transactions.first?.negotiatedTLSProtocolVersion == .TLSv13)
  }

  @Test func `accepting an unknown certificate costs no connection and no transaction`() async throws {
    let (server, url) = try server(ServerCertificate())
    let delegate = AcceptingDelegate()
    let session = freshSession(delegate)
    for _ in 0..<2 { #expect(try await session.data(from: url).0 == Data("woof".utf8)) }
    #expect(server.connectionCount == 1)
    #expect(server.failures.isEmpty)
    #expect(delegate.transactionCounts == [1, 1])
  }

  @Test(.enabled(if: NginxServer.isInstalled))
  func `the first transaction names HTTP 2 if it is used`() async throws {
    let server = try NginxServer()
    let url = try #require(URL(string: server.url("/small")))
    for authority in [nil, server.authorityFile] {
      let delegate = AcceptingDelegate()
      let session = freshSession(delegate) { $0.certificateAuthorityFile = authority.map { URL(fileURLWithPath: $0) } }
      let count = await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<20 { group.addTask { (try? await session.data(from: url)) != nil } }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(count == 20)
      #expect(delegate.protocolNames == Array(repeating: "h2", count: 20))
      #expect(delegate.transactionCounts == Array(repeating: 1, count: 20))
    }
    #expect(Set(server.log.map { $0[0] }).count == 2)
  }

  @Test func `no request is sent before the delegate has decided`() async throws {
    let count = Atomic(0)
    let (isMet, mayReply) = (Gate(), Gate())
    let server = try ScriptedServer(tls: ServerCertificate()) { connection in
      count.add(1, ordering: .relaxed)
      try connection.respondToAll(body: "woof")
    }
    let url = try #require(URL(string: server.url("/", scheme: "https")))
    let delegate = WaitingTrustDelegate(isMet: isMet, mayReply: mayReply)
    let session = freshSession(delegate)
    async let loaded = session.data(from: url)
    await isMet.wait()
    // The server's side of the handshake is not over either.
    #expect(server.requestCount == 0)
    #expect(count.load(ordering: .relaxed) == 0)
    mayReply.open()
    #expect(try await loaded.0 == Data("woof".utf8))
    #expect(server.connectionCount == 1)
  }

  @Test func `a task that is cancelled while its delegate decides ends`() async throws {
    let (server, url) = try server(ServerCertificate())
    let (isMet, mayReply) = (Gate(), Gate())
    let session = freshSession(WaitingTrustDelegate(isMet: isMet, mayReply: mayReply))
    let loading = Task { try await session.data(from: url) }
    await isMet.wait()
    loading.cancel()
    let error = await #expect(throws: URLError.self) { try await loading.value }
    #expect(error?.code == .cancelled)
    mayReply.open()
    #expect(server.requestCount == 0)
    #expect(try await session.data(from: url).0 == Data("woof".utf8))
  }

  @Test func `a server that does not wait for the decision is connected to again`() async throws {
    let (server, url) = try server(ServerCertificate())
    let (isMet, mayReply) = (Gate(), Gate())
    let session = freshSession(WaitingTrustDelegate(isMet: isMet, mayReply: mayReply))
    async let loaded = session.data(from: url)
    await isMet.wait()
    server.interrupt()
    mayReply.open()
    #expect(try await loaded.0 == Data("woof".utf8))
    #expect(server.connectionCount == 2)
  }

  @Test func `an authority of the configuration is trusted`() async throws {
    let authority = try ServerCertificate(names: "DNS:authority")
    let (server, url) = try server(ServerCertificate(authority: authority))
    let file = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("woof-\(UUID().uuidString).pem")
    try Data(authority.pem).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    for delegate in [nil, AsyncChallengeDelegate()] {
      let session = freshSession(delegate) { $0.certificateAuthorityFile = file }
      #expect(try await session.data(from: url).0 == Data("woof".utf8))
    }
    withExtendedLifetime(server) {}
  }
}

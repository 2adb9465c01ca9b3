// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import URLLoading

@testable import TestKit

@Suite(.timeLimit(.minutes(1))) struct ProxyTests {
  /// A session whose every URL goes through a proxy.
  private func session(
    through proxy: ScriptedServer, _ more: [String: any Sendable] = [:], _ delegate: (any URLSessionDelegate)? = nil,
    authority: ServerCertificate? = nil
  ) throws -> URLSession {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("authority-\(UUID().uuidString).pem")
    if let authority { try Data(authority.pem).write(to: file) }
    return freshSession(delegate) {
      $0.connectionProxyDictionary = proxy.proxyDictionary(more)
      if authority != nil { $0.certificateAuthorityFile = file }
    }
  }

  private func url(_ text: String = "http://dogs.test/1") throws -> URL { try #require(URL(string: text)) }

  /// A server that speaks TLS, and its authority.
  private func secureServer() throws -> (ScriptedServer, ServerCertificate) {
    let authority = try ServerCertificate()
    let server = try ScriptedServer(tls: ServerCertificate(authority: authority)) { try $0.respondToAll(body: "woof") }
    return (server, authority)
  }

  // MARK: Passing on

  @Test func `a proxy's challenge has the space of a proxy`() async throws {
    let proxy = try ScriptedServer.proxyOfAda()
    let delegate = ChallengeDelegate()
    let (data, _) = try await session(through: proxy).data(from: url(), delegate: delegate)
    #expect(String(decoding: data, as: UTF8.self) == "passed on ")
    let challenge = try #require(delegate.challenges.first)
    let space = challenge.protectionSpace
    #expect(space.isProxy())
    #expect(space.host == "127.0.0.1")
    #expect(space.port == proxy.port)
    #expect(space.realm == "Kennel")
    #expect(space.proxyType == NSURLProtectionSpaceHTTPProxy)
    #expect(space.authenticationMethod == NSURLAuthenticationMethodHTTPBasic)
    #expect(challenge.failureResponse?.status == 407)
    #expect(proxy.requests.map { $0.field("proxy-authorization") } == [nil, "Basic YWRhOjE="])
  }

  @Test func `a credential for a proxy is asked for once, for all servers`() async throws {
    let proxy = try ScriptedServer.proxyOfAda()
    let delegate = ChallengeDelegate(persistence: .forSession)
    let session = try session(through: proxy, [:], delegate)
    for host in ["dogs", "cats", "birds"] {
      #expect(try await session.data(from: url("http://\(host).test/")).1.status == 200)
    }
    #expect(delegate.challenges.count == 1)
    #expect(proxy.requestCount == 4)
  }

  @Test func `a credential of a proxy is never sent to a server`() async throws {
    let proxy = try ScriptedServer.proxyOfAda()
    let server = try ScriptedServer { try $0.respondToAll(body: "direct") }
    let delegate = ChallengeDelegate(persistence: .forSession)
    let session = try session(through: proxy, ["ExceptionsList": ["127.0.0.0/8"]], delegate)
    _ = try await session.data(from: url())
    var request = URLRequest(url: try server.address())
    request.setValue("Basic eDp5", forHTTPHeaderField: "Proxy-Authorization")
    #expect(try await session.data(for: request).0 == Data("direct".utf8))
    let fields = try #require(server.requests.first).fields.map { $0.name.lowercased() }
    #expect(!fields.contains("proxy-authorization"))
    #expect(!fields.contains("authorization"))
  }

  @Test func `proxy fields of the configuration go to a proxy only`() async throws {
    let proxy = try ScriptedServer.proxyOfAda()
    let server = try ScriptedServer { try $0.respondToAll() }
    let session = freshSession {
      $0.connectionProxyDictionary = proxy.proxyDictionary(["ExceptionsList": ["127.0.0.1"]])
      $0.httpAdditionalHeaders = ["Proxy-Authorization": "Basic YWRhOjE="]
    }
    #expect(try await session.data(from: url()).1.status == 200)
    #expect(try await session.data(from: server.address()).1.status == 200)
    #expect(proxy.requestCount == 1)
    #expect(server.requests.map { $0.field("proxy-authorization") } == [nil])
  }

  @Test func `a refused credential is asked for again`() async throws {
    let proxy = try ScriptedServer.proxyOfAda()
    let delegate = ChallengeDelegate { challenge in
      let password = challenge.previousFailureCount == 0 ? "wrong" : "1"
      return (.useCredential, URLCredential(user: "ada", password: password, persistence: .forSession))
    }
    #expect(try await session(through: proxy).data(from: url(), delegate: delegate).1.status == 200)
    #expect(delegate.challenges.map(\.previousFailureCount) == [0, 1])
  }

  @Test func `an unanswered refusal of a proxy is the response`() async throws {
    let proxy = try ScriptedServer.proxyOfAda()
    let (data, response) = try await session(through: proxy).data(from: url())
    #expect(response.status == 407)
    #expect(String(decoding: data, as: UTF8.self) == "the proxy's")
  }

  @Test func `content is sent again through the proxy`() async throws {
    let proxy = try ScriptedServer.proxyOfAda()
    var request = URLRequest(url: try url())
    request.httpMethod = "POST"
    request.httpBody = Data("dog".utf8)
    let (data, _) = try await session(through: proxy).data(for: request, delegate: ChallengeDelegate())
    #expect(String(decoding: data, as: UTF8.self) == "passed on dog")
  }

  @Test(arguments: ["MD5", "SHA-256"]) func `a proxy can ask for a digest`(algorithm: String) async throws {
    let gate = DigestGate(algorithm, staleCount: 1, isProxy: true)
    let proxy = try ScriptedServer.proxy { request in
      let verdict = gate.judge(request)
      return verdict.isAdmitted ? nil : verdict.challenge
    }
    let delegate = ChallengeDelegate(persistence: .forSession)
    let session = try session(through: proxy, [:], delegate)
    for _ in 0..<2 { #expect(try await session.data(from: url()).1.status == 200) }
    #expect(delegate.challenges.count == 1)
    #expect(gate.admittedCount == 2)
  }

  @Test func `credentials of the configuration are used before asking`() async throws {
    let proxy = try ScriptedServer.proxyOfAda()
    let delegate = ChallengeDelegate()
    let session = try session(through: proxy, ["HTTPUser": "ada", "HTTPPassword": "1"], delegate)
    for _ in 0..<2 { #expect(try await session.data(from: url()).1.status == 200) }
    #expect(delegate.challenges.isEmpty)
    #expect(proxy.requestCount == 3)
  }

  @Test func `a proxy and a server can both ask`() async throws {
    let proxy = try ScriptedServer { connection in
      while let request = try connection.readRequest() {
        if request.field("proxy-authorization") != "Basic YWRhOjE=" {
          try connection.respond("407 No", ["Proxy-Authenticate: Basic realm=\"Kennel\""])
        } else if request.field("authorization") != "Basic cmV4OmJvbmU=" {
          try connection.respond("401 No", ["WWW-Authenticate: Basic realm=\"Dogs\""])
        } else {
          try connection.respond(body: "woof")
        }
      }
    }
    let delegate = ChallengeDelegate { challenge in
      let isProxy = challenge.protectionSpace.isProxy()
      return (
        .useCredential,
        URLCredential(user: isProxy ? "ada" : "rex", password: isProxy ? "1" : "bone", persistence: .none)
      )
    }
    let (data, _) = try await session(through: proxy).data(from: url(), delegate: delegate)
    #expect(data == Data("woof".utf8))
    #expect(delegate.challenges.map { $0.protectionSpace.isProxy() } == [true, false])
  }

  @Test func `a proxy's challenge from a server is ignored`() async throws {
    let server = try ScriptedServer {
      try $0.respondToAll("407 No", ["Proxy-Authenticate: Basic realm=\"Kennel\""], body: "tricked")
    }
    let delegate = ChallengeDelegate()
    let (_, response) = try await freshSession(delegate).data(from: server.address())
    #expect(response.status == 407)
    #expect(delegate.challenges.isEmpty)
  }

  // MARK: Tunnels

  @Test func `a tunnel is opened, and its TLS is the server's`() async throws {
    let (server, authority) = try secureServer()
    let proxy = try ScriptedServer.proxy()
    let session = try session(through: proxy, authority: authority)
    #expect(try await session.data(from: url("https://localhost:\(server.port)/")).0 == Data("woof".utf8))
    #expect(proxy.requests.map(\.method) == ["CONNECT"])
    #expect(proxy.requests.first?.target == "localhost:\(server.port)")
  }

  @Test func `a proxy that authenticates tunnels gets a credential, and the server does not`()
    async throws
  {
    let (server, authority) = try secureServer()
    let proxy = try ScriptedServer.proxyOfAda()
    let delegate = ProxyOnlyDelegate()
    let session = try session(through: proxy, [:], delegate, authority: authority)
    for path in ["a", "b"] {
      #expect(try await session.data(from: url("https://localhost:\(server.port)/\(path)")).0 == Data("woof".utf8))
    }
    #expect(delegate.spaces.count == 1)
    #expect(delegate.spaces.first?.isProxy() == true)
    #expect(server.requests.allSatisfy { $0.field("proxy-authorization") == nil && $0.field("authorization") == nil })
    #expect(proxy.requests.last?.field("proxy-authorization") == "Basic YWRhOjE=")
  }

  @Test func `a proxy can ask for a digest before it opens a tunnel`() async throws {
    let (server, authority) = try secureServer()
    let gate = DigestGate("SHA-256", isProxy: true)
    let proxy = try ScriptedServer.proxy { request in
      let verdict = gate.judge(request)
      return verdict.isAdmitted ? nil : verdict.challenge
    }
    let session = try session(through: proxy, [:], ProxyOnlyDelegate(), authority: authority)
    #expect(try await session.data(from: url("https://localhost:\(server.port)/")).0 == Data("woof".utf8))
    #expect(server.requests.allSatisfy { $0.field("proxy-authorization") == nil })
  }

  @Test func `a refused tunnel is an error, as it is not the server's response`() async throws {
    let proxy = try ScriptedServer.proxyOfAda()
    let error = await #expect(throws: URLError.self) {
      try await session(through: proxy).data(from: url("https://dogs.test/"))
    }
    #expect(error?.code == .userAuthenticationRequired)
  }

  @Test func `a tunnel that cannot be opened is an error`() async throws {
    let proxy = try ScriptedServer { try $0.respondToAll("502 Bad Gateway", body: "no such dog") }
    let error = await #expect(throws: URLError.self) {
      try await session(through: proxy).data(from: url("https://dogs.test/"))
    }
    #expect(error?.code == .cannotConnectToHost)
  }

  @Test func `a proxy's challenge from a server behind a tunnel is ignored`() async throws {
    let authority = try ServerCertificate()
    let server = try ScriptedServer(tls: ServerCertificate(authority: authority)) {
      try $0.respondToAll("407 No", ["Proxy-Authenticate: Basic realm=\"Kennel\""])
    }
    let delegate = ProxyOnlyDelegate()
    let proxy = try ScriptedServer.proxy()
    let session = try session(through: proxy, [:], delegate, authority: authority)
    #expect(try await session.data(from: url("https://localhost:\(server.port)/")).1.status == 407)
    #expect(delegate.spaces.isEmpty)
  }

  // MARK: What is told of it

  @Test(arguments: [true, false]) func `metrics show whether there was a proxy`(isProxied: Bool) async throws {
    let proxy = try ScriptedServer.proxy()
    let server = try ScriptedServer { try $0.respondToAll() }
    let delegate = RecordingDelegate()
    let exceptions: [String: any Sendable] = isProxied ? [:] : ["ExceptionsList": ["127.0.0.1"]]
    try session(through: proxy, exceptions, delegate).dataTask(with: server.address()).resume()
    await delegate.completion.wait()
    #expect(delegate.metrics?.transactionMetrics.map(\.isProxyConnection) == [isProxied])
  }
}

/// Signs in at proxies, and leaves everything else to the system.
private final class ProxyOnlyDelegate: NSObject, URLSessionTaskDelegate {
  private let delegate = ChallengeDelegate(persistence: .forSession)

  var spaces: [URLProtectionSpace] { delegate.challenges.map(\.protectionSpace) }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
    guard challenge.protectionSpace.authenticationMethod != NSURLAuthenticationMethodServerTrust else {
      return (.performDefaultHandling, nil)
    }
    return await delegate.urlSession(session, task: task, didReceive: challenge)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import URLLoading

@testable import TestKit

@Suite(.timeLimit(.minutes(1))) struct ConfigurationFindings {
  /// A server whose one resource is fresh for a while or not, and has a validator.
  private func versioned(_ control: String) throws -> ScriptedServer {
    try ScriptedServer { connection in
      while let request = try connection.readRequest() {
        let fields = ["Cache-Control: \(control)", "ETag: \"1\""]
        if request.field("if-none-match") == "\"1\"" {
          try connection.send("HTTP/1.1 304 Not Modified\r\n\(fields.joined(separator: "\r\n"))\r\n\r\n")
        } else {
          try connection.respond("200 OK", fields, body: "woof")
        }
      }
    }
  }

  private func cached() -> URLSession {
    freshSession { $0.urlCache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0) }
  }

  @Test func `a fresh response is not requested again`() async throws {
    let server = try versioned("max-age=60")
    let session = cached()
    for _ in 0..<3 { #expect(try await session.data(from: server.address()).0 == Data("woof".utf8)) }
    #expect(server.requestCount == 1)
  }

  @Test func `a response with a validator is validated and used again`() async throws {
    let server = try versioned("no-cache")
    let session = cached()
    for _ in 0..<3 {
      let (data, response) = try await session.data(from: server.address())
      #expect(data == Data("woof".utf8))
      #expect(response.status == 200)
    }
    #expect(server.requests.map { $0.field("if-none-match") } == [nil, "\"1\"", "\"1\""])
  }

  @Test func `the policy of a request decides about the cache`() async throws {
    let server = try versioned("max-age=60")
    let session = cached()
    var request = URLRequest(url: try server.address())
    request.cachePolicy = .returnCacheDataDontLoad
    let missing = request
    let error = await #expect(throws: URLError.self) { try await session.data(for: missing) }
    #expect(error?.code == .resourceUnavailable)
    request.cachePolicy = .reloadIgnoringLocalCacheData
    for _ in 0..<2 { _ = try await session.data(for: request) }
    #expect(server.requestCount == 2)
    request.cachePolicy = .returnCacheDataDontLoad
    #expect(try await session.data(for: request).0 == Data("woof".utf8))
    request.cachePolicy = .reloadRevalidatingCacheData
    #expect(try await session.data(for: request).0 == Data("woof".utf8))
    #expect(server.requests.last?.field("if-none-match") == "\"1\"")
  }

  @Test func `a response stored by hand is not served to a request that ignores the cache`() async throws {
    let server = try versioned("no-store")
    let cache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0)
    let session = freshSession { $0.urlCache = cache }
    let url = try server.address()
    let head = URLResponse(url: url, mimeType: nil, expectedContentLength: 3, textEncodingName: nil)
    cache.storeCachedResponse(CachedURLResponse(response: head, data: Data("old".utf8)), for: URLRequest(url: url))
    var request = URLRequest(url: url)
    request.cachePolicy = .reloadIgnoringLocalCacheData
    #expect(try await session.data(for: request).0 == Data("woof".utf8))
  }

  @Test func `the stored response of a GET serves a HEAD, without content`() async throws {
    let server = try versioned("max-age=60")
    let session = cached()
    var request = URLRequest(url: try server.address())
    _ = try await session.data(for: request)
    request.httpMethod = "HEAD"
    let (data, response) = try await session.data(for: request)
    #expect(data.isEmpty)
    #expect(response.status == 200)
    #expect(server.requestCount == 1)
  }

  @Test func `a session waits for an unreachable server, and reports that`() async throws {
    let nobody = try LocalListener()
    let url = try #require(URL(string: nobody.url()))
    let delegate = WaitingDelegate()
    let session = freshSession(delegate) { $0.waitsForConnectivity = true }
    let task = session.dataTask(with: url)
    task.resume()
    await delegate.isWaiting.wait()
    #expect(task.state == .running)
    task.cancel()
    await delegate.completion.wait()
  }

  @Test func `a proxy of the configuration is used`() async throws {
    let proxy = try ScriptedServer { try $0.respondToAll(body: "by proxy") }
    let session = freshSession {
      $0.connectionProxyDictionary = ["HTTPEnable": 1, "HTTPProxy": "127.0.0.1", "HTTPPort": proxy.port]
    }
    let url = try #require(URL(string: "http://dogs.test/1"))
    #expect(try await session.data(from: url).0 == Data("by proxy".utf8))
    #expect(proxy.requests.first?.target == "http://dogs.test/1")
  }

  @Test func `a file of the configuration contains the authorities`() async throws {
    let authority = try ServerCertificate()
    let folder = try TemporaryFolder()
    try folder.write(authority.pem, to: "authority.pem")
    let server = try ScriptedServer(tls: ServerCertificate(authority: authority)) { try $0.respondToAll(body: "woof") }
    let session = freshSession { $0.certificateAuthorityFile = URL(fileURLWithPath: folder.path("authority.pem")) }
    let url = try #require(URL(string: server.url(scheme: "https")))
    #expect(try await session.data(from: url).0 == Data("woof".utf8))
  }

  @Test func `the session's delegate decides on a server's certificate`() async throws {
    let authority = try ServerCertificate()
    let server = try ScriptedServer(tls: ServerCertificate(authority: authority)) { try $0.respondToAll(body: "woof") }
    let url = try #require(URL(string: server.url(scheme: "https")))
    let trusting = JudgingDelegate(accepts: true)
    #expect(try await freshSession(trusting).data(from: url).0 == Data("woof".utf8))
    #expect(trusting.methods.allSatisfy { $0 == NSURLAuthenticationMethodServerTrust })
    #expect(!trusting.methods.isEmpty)
    let error = await #expect(throws: URLError.self) {
      try await freshSession(JudgingDelegate(accepts: false)).data(from: url)
    }
    #expect(error?.code == .cancelled)
  }

  @Test func `one connection to a host serves requests one after another`() async throws {
    let active = Mutex((now: 0, most: 0))
    let server = try ScriptedServer { connection in
      active.withLock { state in
        state.now += 1
        state.most = max(state.most, state.now)
      }
      defer { active.withLock { $0.now -= 1 } }
      try connection.respondToAll(body: "woof")
    }
    let session = freshSession { $0.httpMaximumConnectionsPerHost = 1 }
    let url = try server.address()
    try await withThrowingTaskGroup { group in
      for _ in 0..<12 { group.addTask { _ = try await session.data(from: url) } }
      try await group.waitForAll()
    }
    #expect(active.withLock { $0.most } == 1)
  }
}

/// Says when a task waits.
private final class WaitingDelegate: NSObject, URLSessionTaskDelegate {
  let isWaiting = Gate()
  let completion = Gate()

  func urlSession(_ session: URLSession, taskIsWaitingForConnectivity task: URLSessionTask) { isWaiting.open() }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    completion.open()
  }
}

/// Accepts certificates, or does not.
private final class JudgingDelegate: NSObject, URLSessionDelegate {
  private let accepts: Bool
  private let asked = Mutex<[String]>([])

  var methods: [String] { asked.withLock { $0 } }

  init(accepts: Bool) { self.accepts = accepts }

  func urlSession(
    _ session: URLSession, didReceive challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
    asked.withLock { $0.append(challenge.protectionSpace.authenticationMethod) }
    guard accepts, let trust = challenge.protectionSpace.serverTrust else {
      return (.cancelAuthenticationChallenge, nil)
    }
    return (.useCredential, URLCredential(trust: trust))
  }
}

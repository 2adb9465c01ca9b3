// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import URLLoading

@testable import TestKit

@Suite struct AuthenticationTests {
  private static let rex = URLCredential(user: "rex", password: "bone", persistence: .forSession)

  @Test func `a credential for the session is asked for once and then sent below its path`() async throws {
    let server = try ScriptedServer.guarded()
    let delegate = HandlerChallengeDelegate { _ in (.useCredential, Self.rex) }
    let session = freshSession(delegate)
    for path in ["/a/b", "/a/c", "/a/d/e"] { _ = try await session.data(from: server.address(path)) }
    #expect(delegate.calls.load(ordering: .relaxed) == 1)
    #expect(server.requestCount == 4)
  }

  @Test func `concurrent challenges of one space ask once`() async throws {
    let server = try ScriptedServer.guarded()
    let delegate = AsyncChallengeDelegate()
    let session = freshSession(delegate) { $0.httpMaximumConnectionsPerHost = 20 }
    let url = try server.address()
    try await withThrowingTaskGroup(of: Int?.self) { group in
      for _ in 0..<20 { group.addTask { try await session.data(from: url).1.status } }
      for try await status in group { #expect(status == 200) }
    }
    #expect(delegate.calls.load(ordering: .relaxed) == 1)
  }

  @Test func `a credential for one use is asked for each time`() async throws {
    let server = try ScriptedServer.guarded()
    let delegate = HandlerChallengeDelegate { _ in
      (.useCredential, URLCredential(user: "rex", password: "bone", persistence: .none))
    }
    let session = freshSession(delegate)
    for _ in 0..<2 { _ = try await session.data(from: server.address()) }
    #expect(delegate.calls.load(ordering: .relaxed) == 2)
  }

  @Test func `a wrong credential is asked for again with a higher count`() async throws {
    let server = try ScriptedServer.guarded()
    let counts = Mutex<[Int]>([])
    let delegate = HandlerChallengeDelegate { challenge in
      counts.withLock { $0.append(challenge.previousFailureCount) }
      let password = challenge.previousFailureCount == 2 ? "bone" : "wrong"
      return (.useCredential, URLCredential(user: "rex", password: password, persistence: .forSession))
    }
    let (_, response) = try await freshSession(delegate).data(from: server.address())
    #expect(response.status == 200)
    #expect(counts.withLock { $0 } == [0, 1, 2])
  }

  @Test func `the challenge describes what it asks for`() async throws {
    let server = try ScriptedServer.guarded()
    let seen = Mutex<URLAuthenticationChallenge?>(nil)
    let delegate = HandlerChallengeDelegate { challenge in
      seen.withLock { $0 = challenge }
      return (.useCredential, nil)
    }
    let (data, response) = try await freshSession(delegate).data(from: server.address())
    #expect(response.status == 401)
    #expect(data == Data("out".utf8))
    let space = try #require(seen.withLock { $0 }?.protectionSpace)
    #expect(space.realm == "Dogs")
    #expect(space.host == "127.0.0.1")
    #expect(space.port == server.port)
    #expect(space.authenticationMethod == NSURLAuthenticationMethodHTTPBasic)
    #expect((seen.withLock { $0 }?.failureResponse as? HTTPURLResponse)?.statusCode == 401)
  }

  @Test(arguments: [URLSession.AuthChallengeDisposition.performDefaultHandling, .rejectProtectionSpace])
  func `a challenge without an answer makes the refusal the result`(
    _ disposition: URLSession.AuthChallengeDisposition
  ) async throws {
    let server = try ScriptedServer.guarded()
    let delegate = HandlerChallengeDelegate { _ in (disposition, nil) }
    let (data, response) = try await freshSession(delegate).data(from: server.address())
    #expect(response.status == 401)
    #expect(data == Data("out".utf8))
  }

  @Test func `a cancelled challenge cancels the task`() async throws {
    let server = try ScriptedServer.guarded()
    let delegate = HandlerChallengeDelegate { _ in (.cancelAuthenticationChallenge, nil) }
    let error = await #expect(throws: URLError.self) {
      try await freshSession(delegate).data(from: server.address())
    }
    #expect(error?.code == .cancelled)
  }

  @Test func `the body of a refusal does not reach the data delegate before the decision`() async throws {
    let server = try ScriptedServer.guarded()
    let delegate = RecordingDelegate()
    let task = freshSession(AsyncChallengeDelegate()).dataTask(with: try server.address())
    task.delegate = delegate
    task.resume()
    await delegate.completion.wait()
    #expect(delegate.text == "in:")
    #expect(delegate.responses.map(\.status) == [200])
  }

  @Test func `a stored credential is proposed and taken by default`() async throws {
    let server = try ScriptedServer.guarded()
    let storage = URLCredentialStorage()
    storage.setDefaultCredential(
      Self.rex,
      for: URLProtectionSpace(
        host: "127.0.0.1", port: server.port, protocol: "http", realm: "Dogs",
        authenticationMethod: NSURLAuthenticationMethodHTTPBasic))
    let session = freshSession { $0.urlCredentialStorage = storage }
    #expect(try await session.data(from: server.address()).1.status == 200)
  }

  @Test func `the credential of a URL is used and not sent as part of it`() async throws {
    let server = try ScriptedServer.guarded()
    let url = try #require(URL(string: "http://rex:bone@127.0.0.1:\(server.port)/x"))
    #expect(try await freshSession().data(from: url).1.status == 200)
    #expect(server.requests.last?.target == "/x")
  }

  @Test func `Bearer is left alone`() async throws {
    let server = try ScriptedServer.guarded(#"Bearer realm="Dogs""#)
    let delegate = AsyncChallengeDelegate()
    #expect(try await freshSession(delegate).data(from: server.address()).1.status == 401)
    #expect(delegate.calls.load(ordering: .relaxed) == 0)
  }

  @Test(arguments: [#"Basic realm="Dogs""#, #"Digest realm="Dogs", nonce="1", qop="auth""#])
  func `credentials of certificates are neither sent nor kept as a name and a password`(challenge: String) async throws
  {
    let server = try ScriptedServer.guarded(challenge)
    let nowhere = URL(fileURLWithPath: "/nowhere.pem")
    let identity = ClientIdentity(certificateFile: nowhere, privateKeyFile: nowhere)
    let delegate = HandlerChallengeDelegate { _ in (.useCredential, URLCredential(identity: identity)) }
    let storage = URLCredentialStorage()
    let session = freshSession(delegate) { $0.urlCredentialStorage = storage }
    #expect(try await session.data(from: server.address()).1.status == 401)
    #expect(server.requests.map { $0.field("authorization") } == [nil])
    #expect(storage.allCredentials.isEmpty)
  }

  @Test func `an upload is sent again with the credential`() async throws {
    let server = try ScriptedServer.guarded()
    var request = URLRequest(url: try server.address())
    request.httpMethod = "POST"
    let (data, _) = try await freshSession(AsyncChallengeDelegate()).upload(for: request, from: Data("dog".utf8))
    #expect(data == Data("in:dog".utf8))
  }
}

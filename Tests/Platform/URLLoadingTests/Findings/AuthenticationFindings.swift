// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import URLLoading

@testable import TestKit

@Suite(.timeLimit(.minutes(1))) struct AuthenticationFindings {
  private let ada = URLCredential(user: "ada", password: "1", persistence: .forSession)

  private func space(of server: ScriptedServer) -> URLProtectionSpace {
    URLProtectionSpace(
      host: "127.0.0.1", port: server.port, protocol: "http", realm: "Dogs & Cats",
      authenticationMethod: NSURLAuthenticationMethodHTTPBasic)
  }

  private func post(_ server: ScriptedServer) throws -> URLRequest {
    var request = URLRequest(url: try server.address())
    request.httpMethod = "POST"
    return request
  }

  @Test func `an unanswered refusal is the result`() async throws {
    let server = try ScriptedServer.ofAda()
    let (data, response) = try await freshSession().data(from: server.address())
    #expect(response.status == 401)
    #expect(data == Data("unauthorized".utf8))
  }

  @Test func `a wrong Authorization field of the request gives the refusal`() async throws {
    let server = try ScriptedServer.ofAda()
    var request = URLRequest(url: try server.address())
    request.setValue("Basic eDp5", forHTTPHeaderField: "Authorization")
    let (_, response) = try await freshSession().data(for: request)
    #expect(response.status == 401)
  }

  @Test func `the argument's delegate is asked by data, upload, download and bytes`() async throws {
    let server = try ScriptedServer.ofAda()
    let delegate = ChallengeDelegate()
    let session = freshSession()
    let url = try server.address()
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("upload-\(UUID().uuidString)")
    try Data("dog".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(try await session.data(from: url, delegate: delegate).1.status == 200)
    #expect(try await session.upload(for: post(server), from: Data("dog".utf8), delegate: delegate).1.status == 200)
    #expect(try await session.upload(for: post(server), fromFile: file, delegate: delegate).1.status == 200)
    let (downloaded, response) = try await session.download(from: url, delegate: delegate)
    #expect(response.status == 200)
    #expect(try Data(contentsOf: downloaded) == Data("photo".utf8))
    try FileManager.default.removeItem(at: downloaded)
    #expect(try await session.bytes(from: url, delegate: delegate).1.status == 200)
    #expect(delegate.challenges.count == 5)
    #expect(server.requests.filter { $0.method == "POST" }.allSatisfy { $0.text == "dog" })
  }

  @Test func `the argument's delegate is asked before the session's`() async throws {
    let server = try ScriptedServer.ofAda()
    let (ofTask, ofSession) = (ChallengeDelegate(), ChallengeDelegate())
    let (_, response) = try await freshSession(ofSession).data(from: server.address(), delegate: ofTask)
    #expect(response.status == 200)
    #expect(ofTask.challenges.count == 1)
    #expect(ofSession.challenges.isEmpty)
  }

  @Test func `a challenge has the protection space and the number of failures`() async throws {
    let server = try ScriptedServer.ofAda()
    let delegate = ChallengeDelegate { challenge in
      let password = challenge.previousFailureCount < 2 ? "wrong" : "1"
      return (.useCredential, URLCredential(user: "ada", password: password, persistence: .none))
    }
    _ = try await freshSession().data(from: server.address(), delegate: delegate)
    #expect(delegate.challenges.map(\.previousFailureCount) == [0, 1, 2])
    let space = try #require(delegate.challenges.first?.protectionSpace)
    #expect(space.realm == "Dogs & Cats")
    #expect(space.port == server.port)
    #expect((delegate.challenges.first?.failureResponse as? HTTPURLResponse)?.statusCode == 401)
  }

  @Test func `a delegate that always gives the same wrong password does not loop`() async throws {
    let server = try ScriptedServer.ofAda()
    let delegate = ChallengeDelegate(password: "wrong")
    let (_, response) = try await freshSession().data(from: server.address(), delegate: delegate)
    #expect(response.status == 401)
    #expect(server.requestCount < 50)
  }

  @Test func `cancelling a challenge cancels the task and leaves the refusal on it`() async throws {
    let server = try ScriptedServer.ofAda()
    let delegate = ChallengeDelegate { _ in (.cancelAuthenticationChallenge, nil) }
    let error = await #expect(throws: URLError.self) {
      try await freshSession().data(from: server.address(), delegate: delegate)
    }
    #expect(error?.code == .cancelled)
  }

  @Test(arguments: [URLSession.AuthChallengeDisposition.performDefaultHandling, .rejectProtectionSpace, .useCredential])
  func `any other disposition without a credential gives the refusal`(
    disposition: URLSession.AuthChallengeDisposition
  ) async throws {
    let server = try ScriptedServer.ofAda()
    let delegate = ChallengeDelegate { _ in (disposition, nil) }
    let (_, response) = try await freshSession().data(from: server.address(), delegate: delegate)
    #expect(response.status == 401)
  }

  @Test func `a rejected space leaves the next one the server offers`() async throws {
    let server = try ScriptedServer { connection in
      while let request = try connection.readRequest() {
        let offers = [
          "WWW-Authenticate: Digest realm=\"D\", nonce=\"1\", qop=\"auth\"", "WWW-Authenticate: Basic realm=\"B\"",
        ]
        let isAda = request.field("authorization") == "Basic YWRhOjE="
        try connection.respond(isAda ? "200 OK" : "401 Unauthorized", isAda ? [] : offers)
      }
    }
    let delegate = ChallengeDelegate { challenge in
      guard challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodHTTPBasic else {
        return (.rejectProtectionSpace, nil)
      }
      return (.useCredential, URLCredential(user: "ada", password: "1", persistence: .none))
    }
    let (_, response) = try await freshSession().data(from: server.address(), delegate: delegate)
    #expect(response.status == 200)
    #expect(delegate.challenges.map(\.protectionSpace.realm) == ["D", "B"])
  }

  @Test func `a credential for the session is asked for once and then sent unasked`() async throws {
    let server = try ScriptedServer.ofAda()
    let delegate = ChallengeDelegate(persistence: .forSession)
    let session = freshSession()
    for _ in 0..<5 { #expect(try await session.data(from: server.address(), delegate: delegate).1.status == 200) }
    #expect(delegate.challenges.count == 1)
    #expect(server.requestCount == 6)
  }

  @Test func `a credential for one use is asked for each time`() async throws {
    let server = try ScriptedServer.ofAda()
    let delegate = ChallengeDelegate(persistence: .none)
    let session = freshSession()
    for _ in 0..<3 { _ = try await session.data(from: server.address(), delegate: delegate) }
    #expect(delegate.challenges.count == 3)
  }

  @Test func `concurrent challenges of one space ask once`() async throws {
    let server = try ScriptedServer.ofAda()
    let delegate = ChallengeDelegate(persistence: .forSession)
    let session = freshSession()
    let url = try server.address()
    try await withThrowingTaskGroup { group in
      for _ in 0..<20 {
        group.addTask {
          let (_, response) = try await session.data(from: url, delegate: delegate)
          #expect(response.status == 200)
        }
      }
      try await group.waitForAll()
    }
    #expect(delegate.challenges.count == 1)
  }

  @Test func `many authenticated requests leave one entry in the storage`() async throws {
    let server = try ScriptedServer.ofAda()
    let storage = URLCredentialStorage()
    let session = freshSession { $0.urlCredentialStorage = storage }
    let delegate = ChallengeDelegate(persistence: .forSession)
    for _ in 0..<20 { _ = try await session.data(from: server.address(), delegate: delegate) }
    #expect(storage.allCredentials.count == 1)
    #expect(storage.credentials(for: space(of: server))?["ada"]?.password == "1")
  }

  @Test func `a credential in the storage is used without asking`() async throws {
    let server = try ScriptedServer.ofAda()
    let storage = URLCredentialStorage()
    storage.setDefaultCredential(ada, for: space(of: server))
    let session = freshSession { $0.urlCredentialStorage = storage }
    #expect(try await session.data(from: server.address()).1.status == 200)
  }

  @Test func `a challenge proposes the credential of the storage`() async throws {
    let server = try ScriptedServer.ofAda()
    let storage = URLCredentialStorage()
    storage.setDefaultCredential(ada, for: space(of: server))
    let session = freshSession { $0.urlCredentialStorage = storage }
    let delegate = ChallengeDelegate {
      ($0.proposedCredential == nil ? .cancelAuthenticationChallenge : .useCredential, $0.proposedCredential)
    }
    #expect(try await session.data(from: server.address(), delegate: delegate).1.status == 200)
  }

  @Test func `the content of a refusal does not reach the reader of the response`() async throws {
    let server = try ScriptedServer.ofAda(body: "photo", refusal: "unauthorized")
    let storage = URLCredentialStorage()
    storage.setDefaultCredential(ada, for: space(of: server))
    let delegate = RecordingDelegate()
    freshSession(delegate) { $0.urlCredentialStorage = storage }.dataTask(with: try server.address()).resume()
    await delegate.completion.wait()
    #expect(delegate.text == "photo")
    #expect(delegate.responses.map(\.status) == [200])
  }

  @Test func `a digest challenge is met`() async throws {
    let server = try ScriptedServer { connection in
      while let request = try connection.readRequest() {
        if request.field("authorization")?.hasPrefix("Digest username=\"ada\"") == true {
          try connection.respond(body: "photo")
        } else {
          try connection.respond(
            "401 Unauthorized",
            ["WWW-Authenticate: Digest realm=\"Dogs\", nonce=\"abc\", qop=\"auth\", algorithm=SHA-256"])
        }
      }
    }
    let (data, _) = try await freshSession().data(from: server.address(), delegate: ChallengeDelegate())
    #expect(data == Data("photo".utf8))
  }
}

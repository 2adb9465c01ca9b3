// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import URLLoading

@Suite(.timeLimit(.minutes(1))) struct DigestTests {
  private func server(_ gate: DigestGate) throws -> ScriptedServer {
    try ScriptedServer { try $0.respondToAll(admittedBy: gate) }
  }

  private func post(_ server: ScriptedServer, _ text: String) throws -> URLRequest {
    var request = URLRequest(url: try server.address("/dogs?name=rex"))
    request.httpMethod = "POST"
    request.httpBody = Data(text.utf8)
    return request
  }

  @Test(arguments: ["MD5", "SHA-256", "MD5-sess", "SHA-256-sess"])
  func `a server that verifies a digest accepts it`(algorithm: String) async throws {
    let gate = DigestGate(algorithm)
    let server = try server(gate)
    let delegate = ChallengeDelegate()
    let (data, response) = try await freshSession().data(for: post(server, "dog"), delegate: delegate)
    #expect(response.status == 200)
    #expect(String(decoding: data, as: UTF8.self) == "in:dog")
    #expect(delegate.challenges.map(\.protectionSpace.authenticationMethod) == [NSURLAuthenticationMethodHTTPDigest])
    #expect(gate.admittedCount == 1)
  }

  @Test(arguments: [1, 2]) func `a stale nonce is met anew without asking`(count: Int) async throws {
    let gate = DigestGate("SHA-256", staleCount: count)
    let server = try server(gate)
    let delegate = ChallengeDelegate()
    let (data, _) = try await freshSession().data(for: post(server, "dog"), delegate: delegate)
    #expect(String(decoding: data, as: UTF8.self) == "in:dog")
    #expect(delegate.challenges.count == 1)
  }

  @Test func `a server with only stale nonces is given up`() async throws {
    let server = try server(DigestGate("SHA-256", staleCount: .max))
    let delegate = ChallengeDelegate { challenge in
      guard challenge.previousFailureCount < 2 else { return (.performDefaultHandling, nil) }
      return (.useCredential, URLCredential(user: "ada", password: "1", persistence: .none))
    }
    let (_, response) = try await freshSession().data(from: server.address(), delegate: delegate)
    #expect(response.status == 401)
    // One to learn of the challenge; for either credential, one without it and one for each of three nonces.
    #expect(server.requestCount == 9)
  }

  @Test func `a wrong password is asked for again`() async throws {
    let server = try server(DigestGate("SHA-256"))
    let delegate = ChallengeDelegate { challenge in
      let password = challenge.previousFailureCount == 0 ? "wrong" : "1"
      return (.useCredential, URLCredential(user: "ada", password: password, persistence: .none))
    }
    let (data, _) = try await freshSession().data(from: server.address(), delegate: delegate)
    #expect(String(decoding: data, as: UTF8.self) == "in:")
    #expect(delegate.challenges.map(\.previousFailureCount) == [0, 1])
  }

  @Test func `a final refusal is the result, with its content`() async throws {
    let server = try server(DigestGate("MD5"))
    let delegate = ChallengeDelegate { challenge in
      guard challenge.previousFailureCount == 0 else { return (.performDefaultHandling, nil) }
      return (.useCredential, URLCredential(user: "ada", password: "wrong", persistence: .none))
    }
    let (data, response) = try await freshSession().data(from: server.address(), delegate: delegate)
    #expect(response.status == 401)
    #expect(String(decoding: data, as: UTF8.self) == "a wrong password")
  }

  @Test func `a credential for the session is asked for once`() async throws {
    let gate = DigestGate("SHA-256")
    let server = try server(gate)
    let delegate = ChallengeDelegate(persistence: .forSession)
    let session = freshSession()
    for _ in 0..<3 { #expect(try await session.data(from: server.address(), delegate: delegate).1.status == 200) }
    #expect(delegate.challenges.count == 1)
    #expect(gate.admittedCount == 3)
  }

  @Test func `an upload from a file is sent with the digest`() async throws {
    let server = try server(DigestGate("SHA-256"))
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("digest-\(UUID().uuidString)")
    try Data("dog".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    var request = URLRequest(url: try server.address())
    request.httpMethod = "PUT"
    let (data, _) = try await freshSession().upload(for: request, fromFile: file, delegate: ChallengeDelegate())
    #expect(String(decoding: data, as: UTF8.self) == "in:dog")
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import URLLoading

/// Asks who is there, and answers with what it is told.
private final class GuardedProtocol: URLProtocol, URLAuthenticationChallengeSender, @unchecked Sendable {  // no state
  override class func canInit(with request: URLRequest) -> Bool { request.url?.host == "guarded.test" }

  override func startLoading() {
    let space = URLProtectionSpace(
      host: "guarded.test", port: 80, protocol: "http", realm: "dogs",
      authenticationMethod: NSURLAuthenticationMethodHTTPBasic)
    let challenge = URLAuthenticationChallenge(
      protectionSpace: space, proposedCredential: nil, previousFailureCount: 0, failureResponse: nil, error: nil,
      sender: self)
    client?.urlProtocol(self, didReceive: challenge)
  }

  func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {
    respond(with: "\(credential.user ?? "?"), \(challenge.protectionSpace.realm ?? "?")")
  }

  func continueWithoutCredential(for challenge: URLAuthenticationChallenge) { respond(with: "without") }

  func performDefaultHandling(for challenge: URLAuthenticationChallenge) { respond(with: "default") }

  func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) { respond(with: "rejected") }

  func cancel(_ challenge: URLAuthenticationChallenge) {
    client?.urlProtocol(self, didFailWithError: URLError(.userCancelledAuthentication))
  }

  private func respond(with text: String) {
    guard let client, let url = request.url,
      let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
    else { return }
    client.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client.urlProtocol(self, didLoad: Data(text.utf8))
    client.urlProtocolDidFinishLoading(self)
  }
}

@Suite(.timeLimit(.minutes(1))) struct InterceptedChallengeTests {
  private let session = freshSession { $0.protocolClasses = [GuardedProtocol.self] }

  private func response(_ delegate: (any URLSessionTaskDelegate)?) async throws -> String {
    let url = try #require(URL(string: "http://guarded.test/"))
    return String(decoding: try await session.data(from: url, delegate: delegate).0, as: UTF8.self)
  }

  private func response(
    _ disposition: URLSession.AuthChallengeDisposition, user: String? = nil
  ) async throws -> String {
    let delegate = ChallengeDelegate { _ in
      (disposition, user.map { URLCredential(user: $0, password: "1", persistence: .none) })
    }
    defer { #expect(delegate.challenges.count == 1) }
    return try await response(delegate)
  }

  @Test func `the challenge of a protocol reaches the delegate, and its decision reaches the sender`() async throws {
    #expect(try await response(.useCredential, user: "ada") == "ada, dogs")
    #expect(try await response(.useCredential) == "without")
    #expect(try await response(.performDefaultHandling) == "default")
    #expect(try await response(.rejectProtectionSpace) == "rejected")
  }

  @Test func `the sender learns that the delegate cancels`() async throws {
    let error = await #expect(throws: URLError.self) { try await response(.cancelAuthenticationChallenge) }
    #expect(error?.code == .userCancelledAuthentication)
  }

  @Test func `without a delegate the sender gets the default handling`() async throws {
    #expect(try await response(nil) == "default")
  }
}

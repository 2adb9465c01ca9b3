// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import URLLoading

/// Has no method at all.
final class SilentDelegate: NSObject, URLSessionTaskDelegate {}

extension ScriptedServer {
  /// A server that lets in `rex` with `bone`, and refuses others with a body.
  static func guarded(_ challenge: String = #"Basic realm="Dogs""#) throws -> ScriptedServer {
    try ScriptedServer { connection in
      while let request = try connection.readRequest() {
        if request.field("authorization") == "Basic cmV4OmJvbmU=" {
          try connection.respond(body: "in:\(request.text)")
        } else {
          try connection.respond("401 Who", ["WWW-Authenticate: \(challenge)"], body: "out")
        }
      }
    }
  }
}

@Suite struct DelegateFormTests {
  @Test func `a delegate with the async form is called`() async throws {
    let server = try ScriptedServer.guarded()
    let delegate = AsyncChallengeDelegate()
    let (data, response) = try await freshSession().data(from: server.address(), delegate: delegate)
    #expect(response.status == 200)
    #expect(data == Data("in:".utf8))
    #expect(delegate.calls.load(ordering: .relaxed) == 1)
  }

  @Test func `a delegate with the completion handler is called`() async throws {
    let server = try ScriptedServer.guarded()
    let delegate = HandlerChallengeDelegate { _ in
      (.useCredential, URLCredential(user: "rex", password: "bone", persistence: .none))
    }
    let (_, response) = try await freshSession().data(from: server.address(), delegate: delegate)
    #expect(response.status == 200)
    #expect(delegate.calls.load(ordering: .relaxed) == 1)
  }

  @Test func `the session's delegate is called for methods that the task's own lacks`() async throws {
    let server = try ScriptedServer.guarded()
    let ofSession = AsyncChallengeDelegate()
    let session = freshSession(ofSession)
    for _ in 0..<2 {
      let (_, response) = try await session.data(from: server.address(), delegate: SilentDelegate())
      #expect(response.status == 200)
    }
    #expect(ofSession.calls.load(ordering: .relaxed) == 1)
  }

  @Test func `the task's own delegate has precedence over the session's`() async throws {
    let server = try ScriptedServer.guarded()
    let ofSession = AsyncChallengeDelegate()
    let own = AsyncChallengeDelegate()
    _ = try await freshSession(ofSession).data(from: server.address(), delegate: own)
    #expect(own.calls.load(ordering: .relaxed) == 1)
    #expect(ofSession.calls.load(ordering: .relaxed) == 0)
  }

  @Test func `without a delegate the refusal is the result`() async throws {
    let server = try ScriptedServer.guarded()
    for delegate in [nil, SilentDelegate()] {
      let (data, response) = try await freshSession().data(from: server.address(), delegate: delegate)
      #expect(response.status == 401)
      #expect(data == Data("out".utf8))
    }
  }

  @Test func `a form that another delegate calls forwards to the existing form`() async throws {
    let delegate = AsyncChallengeDelegate()
    let session = freshSession()
    let task = session.dataTask(with: URLRequest(url: try #require(URL(string: "http://127.0.0.1/"))))
    let challenge = URLAuthenticationChallenge(
      protectionSpace: URLProtectionSpace(
        host: "h", port: 1, protocol: "http", realm: nil, authenticationMethod: NSURLAuthenticationMethodHTTPBasic),
      proposedCredential: nil, previousFailureCount: 0, failureResponse: nil, error: nil, sender: NobodySender())
    let user = await withCheckedContinuation { continuation in
      delegate.urlSession(session, task: task, didReceive: challenge) { continuation.resume(returning: $1?.user) }
    }
    #expect(user == "rex")
    let handler = HandlerChallengeDelegate { _ in (.cancelAuthenticationChallenge, nil) }
    #expect(await handler.urlSession(session, task: task, didReceive: challenge).0 == .cancelAuthenticationChallenge)
    #expect(
      await SilentDelegate().urlSession(session, task: task, didReceive: challenge).0 == .performDefaultHandling)
  }
}

final class NobodySender: NSObject, URLAuthenticationChallengeSender {
  func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
  func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
  func cancel(_ challenge: URLAuthenticationChallenge) {}
  func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
  func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import URLLoading

/// Replies to challenges as a test says, by the async form of the method, and notes what it was told.
final class ChallengeDelegate: NSObject, URLSessionTaskDelegate {
  typealias Reply = (URLSession.AuthChallengeDisposition, URLCredential?)

  private let reply: @Sendable (URLAuthenticationChallenge) async -> Reply
  private let state = Mutex<(challenges: [URLAuthenticationChallenge], events: [String])>(([], []))

  init(_ reply: @escaping @Sendable (URLAuthenticationChallenge) async -> Reply) {
    self.reply = reply
  }

  /// Signs in as Ada.
  convenience init(password: String = "1", persistence: URLCredential.Persistence = .none) {
    self.init { _ in (.useCredential, URLCredential(user: "ada", password: password, persistence: persistence)) }
  }

  var challenges: [URLAuthenticationChallenge] { state.withLock { $0.challenges } }
  var events: [String] { state.withLock { $0.events } }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
    state.withLock { $0.challenges.append(challenge) }
    return await reply(challenge)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest
  ) async -> URLRequest? {
    note("redirect")
    return request
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    note("sent \(totalBytesSent) of \(totalBytesExpectedToSend)")
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics) {
    note("metrics")
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    note("completed")
  }

  private func note(_ event: String) { state.withLock { $0.events.append(event) } }
}

extension ScriptedServer {
  /// Lets nobody but Ada in, whose password is `1`; others get a refusal with content.
  static func ofAda(body: String = "photo", refusal: String = "unauthorized") throws -> ScriptedServer {
    try ScriptedServer { connection in
      while let request = try connection.readRequest() {
        if request.field("authorization") == "Basic YWRhOjE=" {
          try connection.respond(body: body)
        } else {
          try connection.respond("401 Unauthorized", ["WWW-Authenticate: Basic realm=\"Dogs & Cats\""], body: refusal)
        }
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import URLLoading

/// Replies to challenges in the async form, as the WWDC session does it.
final class AsyncChallengeDelegate: NSObject, URLSessionTaskDelegate {
  let calls = Atomic<Int>(0)

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
    calls.add(1, ordering: .relaxed)
    guard challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodHTTPBasic else {
      return (.performDefaultHandling, nil)
    }
    return (.useCredential, URLCredential(user: "rex", password: "bone", persistence: .forSession))
  }
}

/// Replies to challenges with the completion handler, and counts.
final class HandlerChallengeDelegate: NSObject, URLSessionTaskDelegate {
  let calls = Atomic<Int>(0)
  let reply: @Sendable (URLAuthenticationChallenge) -> (URLSession.AuthChallengeDisposition, URLCredential?)

  init(
    _ reply: @escaping @Sendable (URLAuthenticationChallenge) -> (URLSession.AuthChallengeDisposition, URLCredential?)
  ) {
    self.reply = reply
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    calls.add(1, ordering: .relaxed)
    let (disposition, credential) = reply(challenge)
    completionHandler(disposition, credential)
  }
}

/// Replies to challenges of certificates.
final class TrustDelegate: NSObject, URLSessionDelegate {
  let reply: @Sendable (ServerTrust) -> (URLSession.AuthChallengeDisposition, URLCredential?)

  init(_ reply: @escaping @Sendable (ServerTrust) -> (URLSession.AuthChallengeDisposition, URLCredential?)) {
    self.reply = reply
  }

  func urlSession(
    _ session: URLSession, didReceive challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
    guard let trust = challenge.protectionSpace.serverTrust else { return (.performDefaultHandling, nil) }
    return reply(trust)
  }
}

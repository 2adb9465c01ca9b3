// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import FoundationNetworking

/// The methods by which a delegate hears of a session as a whole.
///
/// Every method is called on the session's `delegateQueue`, one after the other. A method with a result has two forms,
/// one with a completion handler and one that is `async`: implement either. An `async` form runs where its isolation
/// says. Methods that are not implemented count as absent: the next delegate is asked, then the session's default holds.
public protocol URLSessionDelegate: NSObjectProtocol, Sendable {
  /// The session has been invalidated and its last task has ended; nothing is called afterwards.
  ///
  /// - Parameter error: `nil`, for a session ends only because its owner asked for it.
  func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?)

  /// A connection wants its server's certificate judged, or the client's certificate.
  func urlSession(
    _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)

  /// A connection wants its server's certificate judged, or the client's certificate.
  func urlSession(
    _ session: URLSession, didReceive challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?)

  /// All messages of a background session have been delivered. Apple's systems only: never called here.
  func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession)
}

/// A delegate's decision about an authentication challenge, with the credential if it gives one.
struct AuthenticationReply: Sendable {
  var disposition: URLSession.AuthChallengeDisposition
  var credential: URLCredential?
}

// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization
public import URLLoading

/// Replies to a service's challenge with a credential that somebody is asked for: the delegate of one task.
///
/// Delegates that share a client share its credential, and somebody is asked once for all of them. Of other challenges,
/// as of a server's certificate, nothing changes.
public final class AuthenticationDelegate: NSObject, URLSessionTaskDelegate {
  private struct State {
    /// The credential that the task was last sent with; `nil` if none.
    var sent: Credential?
    var hasReplied = false
    /// `true` while the task waits for a credential.
    var isWaiting = false
    /// `true` after the task has ended.
    var hasEnded = false
    var ending: WoofError?
  }

  private let desk: SignInDesk
  private let service: ServiceOrigin?
  private let endingCount: Int
  /// The only account whose credential is given; `nil` for any.
  private let account: String?
  private let state: Mutex<State>

  /// Makes a delegate for a task of a session that no client is in charge of.
  ///
  /// - Parameters:
  ///   - service: The address of the service. Nobody else is given a credential.
  ///   - signIn: The source of the credential, and the store that keeps it.
  public convenience init(for service: URL, signIn: SignIn) {
    let origin = ServiceOrigin(service)
    self.init(desk: SignInDesk(signIn, service: origin), service: origin, sent: nil)
  }

  /// - Parameter service: The address of the service; `nil` to give nobody a credential.
  init(desk: SignInDesk, service: ServiceOrigin?, sent: Credential?, account: String? = nil) {
    self.account = account
    self.desk = desk
    self.service = service
    endingCount = desk.endingCount
    state = Mutex(State(sent: sent))
    super.init()
  }

  /// The reason for which the task got no credential after somebody was asked for it; `nil` if there is none. The task
  /// itself fails with `URLError.cancelled`.
  public var failure: WoofError? { state.withLock { $0.ending } }

  /// The credential that the task got from a challenge, if no other challenge came after it.
  var accepted: Credential? { state.withLock { $0.hasReplied ? $0.sent : nil } }

  /// Replies to a challenge for a name and a password; others get what is usual.
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
    let space = challenge.protectionSpace
    guard space.authenticationMethod == NSURLAuthenticationMethodHTTPBasic else {
      return (.performDefaultHandling, nil)
    }
    guard !space.isProxy(), let service, service.matches(host: space.host, port: space.port) else {
      return (.rejectProtectionSpace, nil)
    }
    let rejected = state.withLock { state in
      state.hasReplied = false
      state.isWaiting = true
      return state.sent
    }
    defer { state.withLock { $0.isWaiting = false } }
    do {
      let credential = try await desk.credential(
        for: ObjectIdentifier(self), insteadOf: rejected, since: endingCount, realm: space.realm ?? "",
        isWanted: { state.withLock { !$0.hasEnded } })
      guard let credential else { return (.rejectProtectionSpace, nil) }
      if let account, credential.name != account { throw WoofError(wanting: account, insteadOf: credential.name) }
      state.withLock { state in
        state.sent = credential
        state.hasReplied = true
      }
      return (.useCredential, URLCredential(user: credential.name, password: credential.password, persistence: .none))
    } catch is CancellationError {
      return (.cancelAuthenticationChallenge, nil)
    } catch {
      let ending = error as? WoofError ?? WoofError(.signInCancelled, "Nobody signed in.", cause: error)
      state.withLock { $0.ending = ending }
      return (.cancelAuthenticationChallenge, nil)
    }
  }

  /// Has nobody asked any longer for a task that has ended, unless others wait for the reply too.
  public func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let isWaiting = state.withLock { state in
      state.hasEnded = true
      return state.isWaiting
    }
    guard isWaiting else { return }
    Task { await desk.leave(ObjectIdentifier(self)) }
  }
}

extension WoofError {
  /// Another account is signed in than the one for which something was to be done.
  init(wanting account: String, insteadOf name: String) {
    self.init(
      .otherAccount, "\(name) is signed in, and this belongs to \(account): sign out, and sign in as \(account).")
  }
}

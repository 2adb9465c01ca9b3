// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// The negotiation of trust between one task and its servers: what their certificates are worth, and which certificate
/// of the client's they get.
///
/// A value: whoever keeps it makes the handshakes and asks the delegate. What one task has decided for its session is in
/// the ``TrustMemory``.
struct TrustNegotiation: Sendable {
  /// The decision about the client's certificate for one server.
  struct IdentityDecision: Sendable {
    let origin: Origin
    /// `nil` for nothing: the server may do without.
    var identity: TransferIdentity?
    /// `true` if the session remembers it for all tasks.
    var isForSession = false
  }

  /// The way to go on with a handshake after a decision about the client's certificate.
  enum Continuation: Hashable, Sendable {
    /// The handshake that waits goes on with this one; `nil` for none.
    case identify(TransferIdentity?)
    /// Another connection is made: this one may be used by others, who were not given the certificate.
    case reconnect
  }

  /// `true` from when a handshake that waited goes on until something comes of it.
  private var hasJudged = false
  private var decision: IdentityDecision?

  init() {}

  /// The trust of the next exchange with a server. Where a delegate may want to judge certificates, the handshake waits
  /// with one that nobody has judged yet.
  ///
  /// - Parameters:
  ///   - settings: The trust that the session is configured with.
  ///   - mayAsk: `true` if a delegate may be asked.
  func trust(
    of origin: Origin, from settings: TransferTrust, knowing memory: TrustMemory, mayAsk: Bool
  ) -> TransferTrust {
    var trust = settings
    if trust.identity == nil { setIdentity(of: &trust, for: origin, memory, mayAsk) }
    switch memory.judgement(of: origin) ?? (mayAsk ? .undecided : nil) {
    case .undecided: trust.asks = true
    case .accepted(let leaf):
      trust.acceptedLeaf = leaf
      trust.asks = mayAsk
    case .asUsual, nil: break
    }
    return trust
  }

  /// A certificate that the delegate has given for one server is shown to no other, and where it is for one task only,
  /// on connections of its own.
  private func setIdentity(of trust: inout TransferTrust, for origin: Origin, _ memory: TrustMemory, _ mayAsk: Bool) {
    if let decision, decision.origin == origin {
      if decision.isForSession {
        trust.givenIdentity = decision.identity
      } else {
        trust.identity = decision.identity
      }
    } else if let remembered = memory.identity(for: origin) {
      trust.givenIdentity = remembered
    } else {
      trust.asksForIdentity = mayAsk
    }
  }

  // MARK: The server's certificate

  /// Remembers the delegate's reply to the question about a server's certificate.
  ///
  /// - Parameters:
  ///   - digest: The SHA-256 digest of the certificate.
  ///   - verdict: The verdict of the system, which counts unless the delegate accepts the certificate itself.
  /// - Returns: `false` if the task is cancelled by the reply.
  func judge(
    _ reply: ChallengeReply, about digest: Data, _ verdict: TransferTrustEvaluation.Verdict, of origin: Origin,
    in memory: TrustMemory
  ) -> Bool {
    switch reply {
    case .use(let credential) where credential?.acceptedLeaf == digest:
      memory.remember(.accepted(digest), for: origin)
    case .use, .performDefault, .rejectSpace:
      memory.remember(verdict == .trusted ? .accepted(digest) : .asUsual, for: origin)
    case .cancel: return false
    }
    return true
  }

  /// Lets the handshake that waits for a judgement go on: returns `true` if the certificate is accepted.
  mutating func proceed(with digest: Data, of origin: Origin, knowing memory: TrustMemory) -> Bool {
    hasJudged = true
    guard case .accepted(digest) = memory.judgement(of: origin) else { return false }
    return true
  }

  // MARK: The client's certificate

  /// Remembers the delegate's reply to the question for the client's certificate.
  ///
  /// - Returns: The decision; `nil` if the task is cancelled by the reply.
  func decide(_ reply: ChallengeReply, for origin: Origin, in memory: TrustMemory) -> IdentityDecision? {
    var decision = IdentityDecision(origin: origin, identity: nil)
    switch reply {
    case .cancel: return nil
    case .use(let credential):
      decision.identity = credential?.clientIdentity.map(TransferIdentity.init)
      if let identity = decision.identity, credential?.persistence != URLCredential.Persistence.none {
        memory.remember(identity, for: origin)
        decision.isForSession = true
      }
    case .performDefault, .rejectSpace: break
    }
    return decision
  }

  /// Settles the client's certificate for a server, before the next handshake or during the one that waits.
  mutating func settle(_ decision: IdentityDecision) { self.decision = decision }

  /// Lets the handshake that waits for the client's certificate go on.
  mutating func proceed() -> Continuation {
    guard let decision, decision.identity != nil, !decision.isForSession else {
      hasJudged = true
      return .identify(decision?.identity)
    }
    return .reconnect
  }

  // MARK: Outcomes

  /// The handshake has succeeded: a response has come.
  mutating func succeed() { hasJudged = false }

  /// Returns `true` if another connection is made, once, because the server has not waited for the judgement.
  ///
  /// - Parameter method: The method of the request, which may have been sent already.
  mutating func retries(after error: TransferError, method: String) -> Bool {
    guard hasJudged, !error.isAlert, [.networkConnectionLost, .secureConnectionFailed].contains(error.urlErrorCode)
    else { return false }
    hasJudged = false
    if case .handshaking = error.phase { return true }
    return Transfer.isIdempotent(method)
  }
}

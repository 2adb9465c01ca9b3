// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

extension Load {
  /// Whom the next exchange trusts. Where a delegate may want to judge certificates, the handshake waits with one that
  /// nobody has judged yet.
  func trustToSend(_ scheme: String, _ url: URL) -> TransferTrust {
    var trust = core.settings.transferTrust
    guard scheme == "https", let origin = Origin(url) else { return trust }
    setIdentity(of: &trust, for: origin)
    switch core.trust.judgement(of: origin) ?? firstJudgement {
    case .undecided: trust.asks = true
    case .accepted(let leaf):
      trust.acceptedLeaf = leaf
      trust.asks = !trustQuestionsMayBeAsked.isEmpty
    case .asUsual, nil: break
    }
    return trust
  }

  /// A certificate that the delegate has given for one server is shown to no other, and where it is for one task only,
  /// on connections of its own.
  private func setIdentity(of trust: inout TransferTrust, for origin: Origin) {
    guard trust.identity == nil else { return }
    if let identityAnswer, identityAnswer.origin == origin {
      if identityAnswer.isForSession {
        trust.givenIdentity = identityAnswer.identity
      } else {
        trust.identity = identityAnswer.identity
      }
    } else if let remembered = core.trust.identity(for: origin) {
      trust.givenIdentity = remembered
    } else {
      trust.asksForIdentity = !trustQuestionsMayBeAsked.isEmpty
    }
  }

  private var firstJudgement: TrustMemory.Judgement? { trustQuestionsMayBeAsked.isEmpty ? nil : .undecided }

  private var trustQuestionsMayBeAsked: [any URLSessionDelegate] {
    listeners(.sessionChallenge, (any URLSessionDelegate).self)
      + listeners(.taskChallenge, (any URLSessionTaskDelegate).self)
  }

  /// The server's certificate waits for a judgement: one of the tasks that wait for it asks.
  func judge(_ evaluation: TransferTrustEvaluation) {
    guard let url = request.url, let origin = Origin(url), let leaf = evaluation.certificates.first else {
      return fail(.serverCertificateUntrusted)
    }
    let digest = TransferTrust.digest(ofCertificate: leaf)
    let space = ServerTrustSpace(origin, ServerTrust(evaluation))
    core.challenges.begin(self, in: ProtectionSpaceIdentity(space)) { load in
      if load.core.trust.hasJudged(digest, of: origin) {
        load.core.challenges.leave(load)
        return load.shakeHands(with: digest, of: origin)
      }
      load.ask(load.trustQuestions(URLAuthenticationChallenge(of: space))) { load, answer in
        switch answer?.disposition ?? .performDefaultHandling {
        case .useCredential where answer?.credential?.acceptedLeaf == digest:
          load.core.trust.remember(.accepted(digest), for: origin)
        case .useCredential, .performDefaultHandling, .rejectProtectionSpace:
          load.core.trust.remember(evaluation.verdict == .trusted ? .accepted(digest) : .asUsual, for: origin)
        case .cancelAuthenticationChallenge: return load.fail(.cancelled)
        }
        load.core.challenges.answered(by: load, isShared: true)
        load.shakeHands(with: digest, of: origin)
      }
    }
  }

  /// Goes on with the handshake that waits for the judgement, or makes another one where it could not wait.
  private func shakeHands(with digest: Data, of origin: Origin) {
    guard let transfer else { return exchange() }
    hasJudged = true
    if case .accepted(digest) = core.trust.judgement(of: origin) {
      transfer.judge(accepting: true)
    } else {
      transfer.judge(accepting: false)
    }
  }

  /// Makes another connection, once, where the server has not waited for the judgement: `false` where that was not so.
  func shakeHandsAgain(after error: TransferError) -> Bool {
    guard hasJudged, !error.isAlert, [.networkConnectionLost, .secureConnectionFailed].contains(error.urlErrorCode)
    else { return false }
    hasJudged = false
    if case .handshaking = error.phase {} else if !Transfer.isIdempotent(request.httpMethod ?? "GET") { return false }
    exchange()
    return true
  }

  /// The server wants to see the client's certificate: one of the tasks that it wants it from asks.
  ///
  /// - Parameter authorities: The names of those that the server takes it from, in DER form.
  func askForIdentity(of authorities: [Data]) {
    guard let url = request.url, let origin = Origin(url) else { return fail(.clientCertificateRequired) }
    let space = ClientCertificateSpace(origin, authorities)
    core.challenges.begin(self, in: ProtectionSpaceIdentity(space)) { load in
      if let known = load.core.trust.identity(for: origin) {
        load.core.challenges.leave(load)
        return load.identify(IdentityAnswer(origin: origin, identity: known, isForSession: true))
      }
      load.ask(load.trustQuestions(URLAuthenticationChallenge(of: space))) { load, answer in
        var chosen = IdentityAnswer(origin: origin, identity: nil, isForSession: false)
        switch answer?.disposition {
        case .cancelAuthenticationChallenge: return load.fail(.cancelled)
        case .useCredential:
          chosen.identity = answer?.credential?.clientIdentity.map(TransferIdentity.init)
          if let identity = chosen.identity, answer?.credential?.persistence != URLCredential.Persistence.none {
            load.core.trust.remember(identity, for: origin)
            chosen.isForSession = true
          }
        case .performDefaultHandling, .rejectProtectionSpace, nil: break
        }
        load.core.challenges.answered(by: load, isShared: chosen.isForSession)
        load.identify(chosen)
      }
    }
  }

  /// Goes on with the handshake that waits for the answer, or makes another one where it could not wait.
  ///
  /// An identity that is for this task only is shown on another connection, too: this one may be used by others.
  private func identify(_ answer: IdentityAnswer) {
    identityAnswer = answer
    guard let transfer else { return exchange() }
    guard answer.identity == nil || answer.isForSession else {
      return abandon(transfer) { [weak self] in self?.exchange() }
    }
    hasJudged = true
    transfer.identify(as: answer.identity)
  }

  /// Each delegate is asked by its method for sessions first, then by the one for tasks.
  private func trustQuestions(_ challenge: URLAuthenticationChallenge) -> [DelegateQuestion<AuthenticationAnswer>] {
    let session = session
    let ofSession = listeners(.sessionChallenge, (any URLSessionDelegate).self).map { delegate in
      DelegateQuestion<AuthenticationAnswer>(method: .sessionChallenge, delegate: delegate) { completion in
        delegate.urlSession(session, didReceive: challenge) {
          completion(AuthenticationAnswer(disposition: $0, credential: $1))
        }
      } asynchronous: {
        let (disposition, credential) = await delegate.urlSession(session, didReceive: challenge)
        return AuthenticationAnswer(disposition: disposition, credential: credential)
      }
    }
    let ofTask = challengeQuestions(challenge)
    let own = task.delegate
    return ofSession.filter { $0.delegate === own } + ofTask.filter { $0.delegate === own }
      + ofSession.filter { $0.delegate !== own } + ofTask.filter { $0.delegate !== own }
  }
}

/// The delegate's reply for a server that asks for the client's certificate.
struct IdentityAnswer: Sendable {
  let origin: Origin
  /// `nil` for nothing: the server may do without.
  var identity: TransferIdentity?
  /// `true` if the session remembers it for all tasks.
  var isForSession: Bool
}

extension URLAuthenticationChallenge {
  /// Makes a challenge that asks a delegate about certificates.
  fileprivate convenience init(of space: URLProtectionSpace) {
    self.init(
      protectionSpace: space, proposedCredential: nil, previousFailureCount: 0, failureResponse: nil, error: nil,
      sender: ChallengeSender.unused)
  }
}

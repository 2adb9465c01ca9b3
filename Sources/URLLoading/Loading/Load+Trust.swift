import Foundation
import FoundationNetworking

extension Load {
  /// Whom the next exchange trusts. Where a delegate may want to judge certificates, one that nobody has judged yet
  /// makes the handshake fail.
  func trustToSend(_ scheme: String, _ url: URL) -> TransferTrust {
    guard scheme == "https", let origin = Origin(url),
      let judgement = core.trust.judgement(of: origin) ?? firstJudgement
    else { return trust }
    var trust = trust
    switch judgement {
    case .undecided: trust.asks = true
    case .accepted(let leaf):
      trust.acceptedLeaf = leaf
      trust.asks = !trustQuestionsMayBeAsked.isEmpty
    case .asUsual: break
    }
    return trust
  }

  private var firstJudgement: TrustMemory.Judgement? { trustQuestionsMayBeAsked.isEmpty ? nil : .undecided }

  private var trustQuestionsMayBeAsked: [any URLSessionDelegate] {
    listeners(.sessionChallenge, (any URLSessionDelegate).self)
      + listeners(.taskChallenge, (any URLSessionTaskDelegate).self)
  }

  /// The server's certificate waits for a judgement.
  func judge(_ evaluation: TransferTrustEvaluation) {
    guard let url = request.url, let origin = Origin(url), let leaf = evaluation.certificates.first else {
      return fail(.serverCertificateUntrusted)
    }
    let serverTrust = ServerTrust(evaluation)
    let challenge = URLAuthenticationChallenge(
      protectionSpace: ServerTrustSpace(origin, serverTrust), proposedCredential: nil, previousFailureCount: 0,
      failureResponse: nil, error: nil, sender: ChallengeSender.unused)
    ask(trustQuestions(challenge)) { load, answer in
      let disposition = answer?.disposition ?? .performDefaultHandling
      switch disposition {
      case .useCredential where answer?.credential != nil:
        load.core.trust.remember(.accepted(TrustMemory.digest(of: leaf)), for: origin)
      case .useCredential, .performDefaultHandling, .rejectProtectionSpace:
        load.core.trust.remember(
          evaluation.verdict == .trusted ? .accepted(TrustMemory.digest(of: leaf)) : .asUsual, for: origin)
      case .cancelAuthenticationChallenge: return load.fail(.cancelled)
      }
      load.exchange()
    }
  }

  /// The server wants to see the client's certificate.
  func askForIdentity() -> Bool {
    guard trust.identity == nil, let url = request.url, let origin = Origin(url) else { return false }
    let space = URLProtectionSpace(
      host: origin.host, port: origin.port, protocol: origin.scheme, realm: nil,
      authenticationMethod: NSURLAuthenticationMethodClientCertificate)
    let challenge = URLAuthenticationChallenge(
      protectionSpace: space, proposedCredential: nil, previousFailureCount: 0, failureResponse: nil, error: nil,
      sender: ChallengeSender.unused)
    let questions = trustQuestions(challenge)
    guard !questions.isEmpty else { return false }
    ask(questions) { load, answer in
      guard answer?.disposition == .useCredential, let identity = answer?.credential?.clientIdentity else {
        return load.fail(
          answer?.disposition == .cancelAuthenticationChallenge ? .cancelled : .clientCertificateRequired)
      }
      load.trust.identity = TransferIdentity(identity)
      load.exchange()
    }
    return true
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

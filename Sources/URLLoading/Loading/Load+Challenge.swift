import Foundation
import FoundationNetworking

extension Load {
  /// The server asks who is there.
  func challenge(_ head: TransferHead) {
    let lines = head.headers.filter { HTTPFields.namesAreEqual($0.name, "WWW-Authenticate") }.map(\.value)
    guard let response = makeResponse(head) else { return fail(.badServerResponse) }
    meet(ServerChallenge(lines: lines, response: response))
  }

  /// Finds a credential for a challenge: one the session has learnt, one the delegate gives, or none.
  func meet(_ challenge: ServerChallenge) {
    guard let url = request.url, let offer = challenge.offer(without: authentication.rejected),
      let space = offer.protectionSpace(of: url)
    else { return accept(challenge.response) }
    let identity = ProtectionSpaceIdentity(space)
    let wasBasic = authentication.offer?.scheme == .basic
    let refused = authentication.attempts.challenged(in: identity)
    if let refused, wasBasic, offer.scheme == .digest, authentication.hasUsedURL {
      return answer(challenge, with: refused, for: offer, in: identity)
    }
    authentication.stop()
    if let refused { core.credentials.forget(refused, in: identity) }
    guard !authentication.attempts.areExhausted else { return accept(challenge.response) }
    if let learnt = core.credentials.remembered(in: identity, otherThan: refused) {
      return answer(challenge, with: learnt.credential, for: offer, in: identity)
    }
    let asking = Asking(challenge: challenge, offer: offer, space: space, identity: identity, refused: refused)
    core.challenges.begin(self, in: identity) { load in
      if let learnt = load.core.credentials.remembered(in: identity, otherThan: refused) {
        load.core.challenges.leave(load)
        return load.answer(challenge, with: learnt.credential, for: offer, in: identity)
      }
      load.ask(asking)
    }
  }

  private struct Asking: Sendable {
    let challenge: ServerChallenge
    let offer: AuthenticationOffer
    let space: URLProtectionSpace
    let identity: ProtectionSpaceIdentity
    let refused: URLCredential?
  }

  private func ask(_ asking: Asking) {
    let proposed = proposal(for: asking)
    let challenge = URLAuthenticationChallenge(
      protectionSpace: asking.space, proposedCredential: proposed,
      previousFailureCount: authentication.attempts.failureCount, failureResponse: asking.challenge.response,
      error: nil,
      sender: ChallengeSender.unused)
    ask(challengeQuestions(challenge)) { load, answer in
      load.handle(answer ?? AuthenticationAnswer(disposition: .performDefaultHandling), to: asking, proposed)
    }
  }

  /// What the storage has for the space, unless that was just refused.
  private func proposal(for asking: Asking) -> URLCredential? {
    guard let storage = core.settings.credentialStorage else { return nil }
    let stored = storage.defaultCredential(for: asking.space) ?? storage.credentials(for: asking.space)?.values.first
    if let stored, let refused = asking.refused, stored.saysSame(as: refused) { return nil }
    return stored
  }

  func challengeQuestions(_ challenge: URLAuthenticationChallenge) -> [DelegateQuestion<AuthenticationAnswer>] {
    let (session, task) = (session, task)
    return listeners(.taskChallenge, (any URLSessionTaskDelegate).self).map { delegate in
      DelegateQuestion(method: .taskChallenge, delegate: delegate) { completion in
        delegate.urlSession(session, task: task, didReceive: challenge) {
          completion(AuthenticationAnswer(disposition: $0, credential: $1))
        }
      } asynchronous: {
        let (disposition, credential) = await delegate.urlSession(session, task: task, didReceive: challenge)
        return AuthenticationAnswer(disposition: disposition, credential: credential)
      }
    }
  }

  private func handle(_ answer: AuthenticationAnswer, to asking: Asking, _ proposed: URLCredential?) {
    var credential: URLCredential?
    switch answer.disposition {
    case .useCredential: credential = answer.credential
    case .performDefaultHandling: credential = proposed
    case .cancelAuthenticationChallenge:
      core.challenges.leave(self)
      return fail(.cancelled)
    case .rejectProtectionSpace:
      core.challenges.leave(self)
      authentication.rejected.insert(asking.offer.scheme)
      return meet(asking.challenge)
    }
    guard let credential else {
      core.challenges.leave(self)
      return accept(asking.challenge.response)
    }
    if credential.persistence != .none, let url = request.url {
      core.credentials.remember(credential, for: asking.offer, in: asking.identity, at: url)
      core.settings.credentialStorage?.set(credential, for: asking.space)
    }
    core.challenges.answered(by: self, isShared: credential.persistence != .none)
    self.answer(asking.challenge, with: credential, for: asking.offer, in: asking.identity)
  }

  private func answer(
    _ challenge: ServerChallenge, with credential: URLCredential, for offer: AuthenticationOffer,
    in space: ProtectionSpaceIdentity
  ) {
    authentication.use(credential, for: offer, in: space)
    sentBefore = 0
    discard { $0.exchange() }
  }
}

/// A refusal, and the ways it offers to be lifted.
struct ServerChallenge: Sendable {
  let lines: [String]
  let response: HTTPURLResponse

  /// The best way that has not been rejected.
  func offer(without rejected: Set<AuthenticationOffer.Scheme>) -> AuthenticationOffer? {
    AuthenticationOffer.offers(in: lines).first { !rejected.contains($0.scheme) }
  }
}

/// The sender of challenges that are answered by what the delegate returns, as all of a session are.
final class ChallengeSender: NSObject, URLAuthenticationChallengeSender {
  static let unused = ChallengeSender()

  func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
  func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
  func cancel(_ challenge: URLAuthenticationChallenge) {}
  func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
  func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
}

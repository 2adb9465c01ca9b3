// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

extension Load {
  /// The server, or a proxy that sees the request, asks who is there.
  func challenge(_ head: TransferHead, by party: AuthenticationParty) {
    guard let response = makeResponse(head) else { return fail(.badServerResponse) }
    meet(ServerChallenge(head, by: party, response: response))
  }

  /// Finds a credential for a challenge: one the session has learnt, one the delegate gives, or none.
  func meet(_ challenge: ServerChallenge) {
    let party = challenge.party
    guard let url = request.url, let offer = challenge.offer(without: self[toldTo: party].rejected),
      let space = party.protectionSpace(for: offer, at: url)
    else { return giveUp(challenge) }
    let identity = ProtectionSpaceIdentity(space)
    let wasBasic = self[toldTo: party].offer?.scheme == .basic
    let refused = self[toldTo: party].attempts.challenged(in: identity)
    if case .server = party, let refused, wasBasic, offer.scheme == .digest, authentication.hasUsedGiven {
      return answer(challenge, with: refused, for: offer, in: identity)
    }
    self[toldTo: party].stop()
    if let refused { core.credentials.forget(refused, in: identity) }
    guard !self[toldTo: party].attempts.areExhausted else { return giveUp(challenge) }
    if let given = takeGiven(to: party), refused.map({ !given.saysSame(as: $0) }) ?? true {
      core.credentials.remember(given, for: offer, inProxy: identity)
      return answer(challenge, with: given, for: offer, in: identity)
    }
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

  /// Takes the credential that the configuration or the environment gives for a proxy; `nil` if there is none, or it
  /// was taken before.
  private func takeGiven(to party: AuthenticationParty) -> URLCredential? {
    guard case .proxy(let proxy) = party, let given = proxy.credential, !proxyAuthentication.hasUsedGiven else {
      return nil
    }
    proxyAuthentication.noteGiven()
    return URLCredential(user: given.user, password: given.password, persistence: .forSession)
  }

  /// The refusal is the answer, where it is the server's or stands in its place.
  private func giveUp(_ challenge: ServerChallenge) {
    guard let failure = challenge.failure else { return accept(challenge.response) }
    finish(failure.urlError(failing: failingURL))
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
      previousFailureCount: self[toldTo: asking.challenge.party].attempts.failureCount,
      failureResponse: asking.challenge.response, error: nil, sender: ChallengeSender.unused)
    ask(challengeQuestions(challenge)) { load, answer in
      load.handle(answer ?? AuthenticationAnswer(disposition: .performDefaultHandling), to: asking, proposed)
    }
  }

  /// Returns the credential that the storage has for the space; `nil` if there is none, or it was just refused.
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
      self[toldTo: asking.challenge.party].rejected.insert(asking.offer.scheme)
      return meet(asking.challenge)
    }
    guard let credential, !credential.isOfCertificates else {
      core.challenges.leave(self)
      return giveUp(asking.challenge)
    }
    remember(credential, for: asking)
    core.challenges.answered(by: self, isShared: credential.persistence != .none)
    self.answer(asking.challenge, with: credential, for: asking.offer, in: asking.identity)
  }

  private func remember(_ credential: URLCredential, for asking: Asking) {
    guard credential.persistence != .none, let url = request.url else { return }
    switch asking.challenge.party {
    case .server: core.credentials.remember(credential, for: asking.offer, in: asking.identity, at: url)
    case .proxy: core.credentials.remember(credential, for: asking.offer, inProxy: asking.identity)
    }
    core.settings.credentialStorage?.set(credential, for: asking.space)
  }

  private func answer(
    _ challenge: ServerChallenge, with credential: URLCredential, for offer: AuthenticationOffer,
    in space: ProtectionSpaceIdentity
  ) {
    self[toldTo: challenge.party].use(credential, for: offer, in: space)
    sent = SentContent()
    if challenge.failure == nil { discard { $0.exchange() } } else { exchange() }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// The questions on the way to a response: whether a redirect is followed, who the client is, and whether the server is
/// trusted. ``LoadRequest`` decides, delegates are asked.
extension Load {
  /// Asks the first delegate that has the method, on the delegate queue, and goes on with its reply on the loop: `nil`
  /// where none has it. With nobody to ask, it goes on at once.
  func ask<Reply: Sendable>(
    _ questions: [DelegateQuestion<Reply>], then: @escaping @Sendable (Load, Reply?) -> Void
  ) {
    guard !questions.isEmpty else { return then(self, nil) }
    let once = OnlyOnce<Reply?> { [weak self] reply in
      guard let self else { return }
      core.pool.perform {
        guard !self.isOver else { return }
        then(self, reply)
      }
    }
    let queue = core.delegateQueue
    queue.enqueue { DelegateAsking(questions: questions[...], queue: queue, reply: once).put() }
  }

  /// The date before which the task was not to begin has come.
  func beginDelayed() {
    ask(audience.questions(aboutDelayed: request.current)) { load, reply in
      switch reply?.disposition {
      case .cancel: return load.fail(.cancelled)
      case .useNewRequest:
        guard let request = reply?.request else { break }
        load.request.replace(by: request)
        return load.restart()
      case .continueLoading, nil: break
      }
      load.start()
    }
  }

  // MARK: Redirects

  /// The response leads elsewhere, if the delegate agrees.
  func redirect(_ head: TransferHead) {
    switch request.chain.outcome(status: head.status, HTTPFields(head.headers)) {
    case .deliver: accept(head)
    case .fail(let code): fail(code)
    case .follow(let redirection):
      guard let response = makeResponse(head) else { return fail(.badServerResponse) }
      ask(audience.questions(about: response, to: redirection.request)) { load, reply in
        let next: URLRequest? = reply ?? redirection.request
        guard let next else { return load.accept(response) }
        load.discard { load in
          load.request.follow(next, keepsBody: redirection.keepsBody)
          load.restart()
        }
      }
    }
  }

  /// A `URLProtocol` leads elsewhere, if the delegate agrees.
  func redirect(_ response: URLResponse, to next: URLRequest) {
    if case .fail(let code) = request.chain.outcomeOfInterception() { return fail(code) }
    guard let http = response as? HTTPURLResponse else { return follow(next, keepsBody: true) }
    ask(audience.questions(about: http, to: next)) { load, reply in
      let chosen: URLRequest? = reply ?? next
      guard var next = chosen else { return load.accept(http) }
      // An upload that a GET takes the place of is not sent with it, even where the protocol copied its request.
      let isGet = ["GET", "HEAD"].contains(next.httpMethod)
      if isGet, !load.request.body.content.isOfRequest { next.httpBodyStream = nil }
      load.follow(next, keepsBody: !isGet)
    }
  }

  private func follow(_ next: URLRequest, keepsBody: Bool) {
    request.follow(next, keepsBody: keepsBody)
    restart()
  }

  // MARK: Authentication

  /// The server, or a proxy that sees the request, asks for a credential.
  func challenge(_ head: TransferHead, by party: AuthenticationParty) {
    guard let response = makeResponse(head) else { return fail(.badServerResponse) }
    meet(ServerChallenge(head, by: party, response: response))
  }

  /// A proxy that was asked for a way to the server asks for a credential: `false` where the error is something else.
  func meetProxy(_ error: TransferError) -> Bool {
    guard case .tunnelRefused(let head) = error.cause, head.status == 407,
      let proxy = request.authentication.proxyServer, let url = request.current.url,
      let response = core.responses.response(of: head, from: url)
    else { return false }
    meet(ServerChallenge(head, by: .proxy(proxy), response: response, failure: error))
    return true
  }

  private func meet(_ challenge: ServerChallenge) {
    switch request.authentication.meet(challenge, at: request.current.url, knowing: core.credentials) {
    case .send: exchange(after: challenge)
    case .giveUp: giveUp(challenge)
    case .ask(let question): core.challenges.begin(self, in: question.identity) { load in load.ask(question) }
    }
  }

  /// Sends the request again, with a credential.
  private func exchange(after challenge: ServerChallenge) {
    request.body.progress = SentContent()
    if challenge.failure == nil { discard { $0.exchange() } } else { exchange() }
  }

  /// The refusal is the response, where it is the server's or stands in its place.
  private func giveUp(_ challenge: ServerChallenge) {
    guard let failure = challenge.failure else { return accept(challenge.response) }
    finish(failure.urlError(failing: failingURL))
  }

  private func ask(_ question: Authentication.Question) {
    if request.authentication.resume(question, knowing: core.credentials) {
      core.challenges.leave(self)
      return exchange(after: question.challenge)
    }
    let proposed = proposal(for: question)
    let challenge = URLAuthenticationChallenge(
      protectionSpace: question.space, proposedCredential: proposed, previousFailureCount: question.failureCount,
      failureResponse: question.challenge.response, error: nil, sender: ChallengeSender.unused)
    ask(audience.questions(about: challenge)) { load, reply in
      load.take(ChallengeReply(reply), to: question, proposed)
    }
  }

  /// Returns the credential that the storage has for the space; `nil` if there is none, or it was just refused.
  private func proposal(for question: Authentication.Question) -> URLCredential? {
    guard let storage = core.settings.credentialStorage else { return nil }
    let stored =
      storage.defaultCredential(for: question.space) ?? storage.credentials(for: question.space)?.values.first
    if let stored, let refused = question.refused, stored.saysSame(as: refused) { return nil }
    return stored
  }

  private func take(_ reply: ChallengeReply, to question: Authentication.Question, _ proposed: URLCredential?) {
    let url = request.current.url
    let outcome = request.authentication.take(
      reply, to: question, proposed: proposed, at: url, knowing: core.credentials)
    if case .send(let credential) = outcome {
      let isShared = credential.persistence != .none
      if isShared, url != nil { core.settings.credentialStorage?.set(credential, for: question.space) }
      core.challenges.resolved(by: self, isShared: isShared)
      return exchange(after: question.challenge)
    }
    core.challenges.leave(self)
    switch outcome {
    case .meetAgain: meet(question.challenge)
    case .giveUp: giveUp(question.challenge)
    case .cancel, .send: fail(.cancelled)
    }
  }

  /// A protocol's challenge: the delegate's reply goes to its sender.
  func pass(on challenge: URLAuthenticationChallenge) {
    ask(audience.questions(about: challenge)) { _, reply in
      guard let sender = challenge.sender else { return }
      switch ChallengeReply(reply) {
      case .use(let credential?): sender.use(credential, for: challenge)
      case .use(nil): sender.continueWithoutCredential(for: challenge)
      case .performDefault: sender.performDefaultHandling(for: challenge)
      case .cancel: sender.cancel(challenge)
      case .rejectSpace: sender.rejectProtectionSpaceAndContinue(with: challenge)
      }
    }
  }

  // MARK: Trust

  /// The server's certificate waits for a judgement: one of the tasks that wait for it asks.
  func judge(_ evaluation: TransferTrustEvaluation) {
    guard let origin = request.current.url.flatMap(Origin.init), let leaf = evaluation.certificates.first else {
      return fail(.serverCertificateUntrusted)
    }
    let digest = TransferTrust.digest(ofCertificate: leaf)
    let space = ServerTrustSpace(origin, ServerTrust(evaluation))
    core.challenges.begin(self, in: ProtectionSpaceIdentity(space)) { load in
      if load.core.trust.hasJudged(digest, of: origin) {
        load.core.challenges.leave(load)
        return load.shakeHands(with: digest, of: origin)
      }
      load.ask(load.audience.trustQuestions(URLAuthenticationChallenge(of: space))) { load, reply in
        let isJudged = load.request.trust.judge(
          ChallengeReply(reply), about: digest, evaluation.verdict, of: origin, in: load.core.trust)
        guard isJudged else { return load.fail(.cancelled) }
        load.core.challenges.resolved(by: load, isShared: true)
        load.shakeHands(with: digest, of: origin)
      }
    }
  }

  /// Goes on with the handshake that waits for the judgement, or makes another one where it could not wait.
  private func shakeHands(with digest: Data, of origin: Origin) {
    guard let transfer else { return exchange() }
    transfer.judge(accepting: request.trust.proceed(with: digest, of: origin, knowing: core.trust))
  }

  /// The server wants to see the client's certificate: one of the tasks that it wants it from asks.
  ///
  /// - Parameter authorities: The names of those that the server takes it from, in DER form.
  func askForIdentity(of authorities: [Data]) {
    guard let origin = request.current.url.flatMap(Origin.init) else { return fail(.clientCertificateRequired) }
    let space = ClientCertificateSpace(origin, authorities)
    core.challenges.begin(self, in: ProtectionSpaceIdentity(space)) { load in
      if let known = load.core.trust.identity(for: origin) {
        load.core.challenges.leave(load)
        return load.identify(
          TrustNegotiation.IdentityDecision(origin: origin, identity: known, isForSession: true))
      }
      load.ask(load.audience.trustQuestions(URLAuthenticationChallenge(of: space))) { load, reply in
        let decision = load.request.trust.decide(ChallengeReply(reply), for: origin, in: load.core.trust)
        guard let decision else { return load.fail(.cancelled) }
        load.core.challenges.resolved(by: load, isShared: decision.isForSession)
        load.identify(decision)
      }
    }
  }

  /// Goes on with the handshake that waits for the client's certificate, or makes another one where it could not wait.
  private func identify(_ decision: TrustNegotiation.IdentityDecision) {
    request.trust.settle(decision)
    guard let transfer else { return exchange() }
    switch request.trust.proceed() {
    case .identify(let identity): transfer.identify(as: identity)
    case .reconnect: abandon { $0.exchange() }
    }
  }
}

extension ChallengeReply {
  /// - Parameter reply: The reply of a delegate; `nil` if there was nobody to ask.
  init(_ reply: AuthenticationReply?) {
    self =
      switch reply?.disposition ?? .performDefaultHandling {
      case .useCredential: .use(reply?.credential)
      case .performDefaultHandling: .performDefault
      case .cancelAuthenticationChallenge: .cancel
      case .rejectProtectionSpace: .rejectSpace
      }
  }
}

extension URLAuthenticationChallenge {
  /// Makes a challenge that asks a delegate about certificates.
  fileprivate convenience init(of space: URLProtectionSpace) {
    self.init(
      protectionSpace: space, proposedCredential: nil, previousFailureCount: 0, failureResponse: nil, error: nil,
      sender: ChallengeSender.unused)
  }
}

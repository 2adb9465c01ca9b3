// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking

/// The authentication of one task, by its servers and by the proxy on the way to them: the credentials that it sends,
/// and its next step after a challenge.
///
/// A value: whoever keeps it sends the requests and asks the delegate. Credentials that other tasks of the session have
/// learnt come from its ``CredentialMemory``.
struct Authentication: Sendable {
  /// The next step after a challenge.
  enum Action: Sendable {
    /// The request is sent again, with a credential.
    case send
    /// The delegate is asked, as soon as no other task asks in the same space; see ``resume(_:knowing:)``.
    case ask(Question)
    /// The refusal is the outcome: it is the response, or the error in its place.
    case giveUp
  }

  /// The question for a delegate that follows from a challenge.
  struct Question: Sendable {
    let challenge: ServerChallenge
    let offer: AuthenticationOffer
    let space: URLProtectionSpace
    let identity: ProtectionSpaceIdentity
    /// The credential that the challenge refused; `nil` if none was sent.
    let refused: URLCredential?
    /// The number of credentials that were refused in the space before.
    let failureCount: Int
  }

  /// The next step after the delegate has replied.
  enum Outcome: Sendable {
    /// The request is sent again, with a credential.
    case send(URLCredential)
    /// The delegate does not use the scheme: the challenge is met once more, without it.
    case meetAgain
    case giveUp
    case cancel
  }

  /// The proxy on the way to the current server, as it is configured; `nil` if there is none.
  private(set) var proxyServer: TransferProxyServer?
  private var server = PartyAuthentication()
  private var proxy = PartyAuthentication()

  init() {}

  /// The credential that goes to the current server, and how it is sent; `nil` if none goes there.
  var sent: (credential: URLCredential, offer: AuthenticationOffer)? { server.use }

  // MARK: Sending

  /// Takes user and password of a URL as the first credential, unless there is one already.
  mutating func takeCredential(of url: URL) {
    guard server.use == nil, !server.hasUsedGiven, let user = url.user(percentEncoded: false),
      let password = url.password(percentEncoded: false)
    else { return }
    server.hasUsedGiven = true
    server.send(
      URLCredential(user: user, password: password, persistence: .none),
      for: AuthenticationOffer(scheme: .basic, realm: nil))
  }

  /// The value of the `Authorization` field that replaces the request's own; `nil` if none does.
  ///
  /// - Parameters:
  ///   - hasOwn: `true` if the request has such a field; nothing that was learnt replaces it.
  ///   - url: The URL of the request.
  ///   - memory: The credentials that the session has learnt.
  mutating func authorization(besides hasOwn: Bool, at url: URL?, knowing memory: CredentialMemory) -> String? {
    if server.use == nil, !hasOwn, let url, let remembered = memory.remembered(for: url) {
      server.send(remembered.credential, for: remembered.offer)
    }
    guard let (credential, offer) = server.use, offer.scheme == .basic else { return nil }
    return BasicAuthorization.fieldValue(credential, for: offer)
  }

  /// The user and the password for a digest challenge of the server; `nil` if none is expected.
  var digest: (user: String, password: String)? {
    guard let (credential, offer) = server.use, offer.scheme == .digest else { return nil }
    return (credential.user ?? "", credential.password ?? "")
  }

  /// Settles the proxy on the way to a server: with the credential that it gets, if any.
  mutating func proxy(_ configured: TransferProxyServer?, knowing memory: CredentialMemory) -> TransferProxy {
    if proxyServer != configured { proxy = PartyAuthentication() }
    proxyServer = configured
    guard var way = configured else { return .direct }
    if way.speaksHTTP { way.credential = proxyCredential(for: way, knowing: memory) }
    return .server(way)
  }

  /// Returns `true` if the proxy sees a request of the scheme, which is plain HTTP, and may respond to it.
  func isForwarded(scheme: String?) -> Bool { proxyServer?.speaksHTTP == true && scheme?.lowercased() == "http" }

  /// `true` if a credential goes to the proxy in place of a `Proxy-Authorization` field.
  var authenticatesToProxy: Bool { proxy.use != nil }

  /// The next request goes to another origin: the credentials of this one stay here.
  mutating func leaveOrigin() { server = PartyAuthentication() }

  private mutating func proxyCredential(
    for way: TransferProxyServer, knowing memory: CredentialMemory
  ) -> TransferProxyServer.Credential? {
    if proxy.use == nil, let known = memory.remembered(forProxy: way.host, way.port) {
      proxy.send(known.credential, for: known.offer)
    }
    guard let (sent, offer) = proxy.use, let user = sent.user, let password = sent.password else { return nil }
    if offer.scheme == .basic, BasicAuthorization.fieldValue(sent, for: offer) == nil { return nil }
    return TransferProxyServer.Credential(
      scheme: offer.scheme == .digest ? .digest : .basic, user: user, password: password)
  }
}

// MARK: - Challenges

extension Authentication {
  /// Finds a credential for a challenge: the one that came with the address, one that the session has learnt, or one that
  /// the delegate is asked for.
  ///
  /// - Parameter url: The URL of the request that was refused.
  mutating func meet(_ challenge: ServerChallenge, at url: URL?, knowing memory: CredentialMemory) -> Action {
    guard let url, let offer = challenge.offer(without: self[challenge.party].rejected),
      let space = challenge.party.protectionSpace(for: offer, at: url)
    else { return .giveUp }
    let identity = ProtectionSpaceIdentity(space)
    let wasBasic = self[challenge.party].use?.offer.scheme == .basic
    let refused = self[challenge.party].attempts.challenged(in: identity)
    if case .server = challenge.party, let refused, wasBasic, offer.scheme == .digest, server.hasUsedGiven {
      server.send(refused, for: offer)
      return .send
    }
    self[challenge.party].use = nil
    if let refused { memory.forget(refused, in: identity) }
    guard !self[challenge.party].attempts.areExhausted else { return .giveUp }
    if let given = takeGiven(to: challenge.party), refused.map({ !given.saysSame(as: $0) }) ?? true {
      memory.remember(given, for: offer, inProxy: identity)
      self[challenge.party].send(given, for: offer)
      return .send
    }
    let question = Question(
      challenge: challenge, offer: offer, space: space, identity: identity, refused: refused,
      failureCount: self[challenge.party].attempts.failureCount)
    return resume(question, knowing: memory) ? .send : .ask(question)
  }

  /// Returns `true` if the session has learnt a credential for the question meanwhile, which is sent; otherwise the
  /// delegate is to be asked.
  mutating func resume(_ question: Question, knowing memory: CredentialMemory) -> Bool {
    guard let learnt = memory.remembered(in: question.identity, otherThan: question.refused) else { return false }
    self[question.challenge.party].send(learnt.credential, for: question.offer)
    return true
  }

  /// Takes the delegate's reply to a question.
  ///
  /// - Parameters:
  ///   - proposed: The credential that was proposed to the delegate; `nil` if none was.
  ///   - url: The URL of the request that was refused.
  mutating func take(
    _ reply: ChallengeReply, to question: Question, proposed: URLCredential?, at url: URL?,
    knowing memory: CredentialMemory
  ) -> Outcome {
    let credential: URLCredential?
    switch reply {
    case .use(let given): credential = given
    case .performDefault: credential = proposed
    case .cancel: return .cancel
    case .rejectSpace:
      self[question.challenge.party].rejected.insert(question.offer.scheme)
      return .meetAgain
    }
    guard let credential, !credential.isOfCertificates else { return .giveUp }
    if credential.persistence != .none, let url {
      switch question.challenge.party {
      case .server: memory.remember(credential, for: question.offer, in: question.identity, at: url)
      case .proxy: memory.remember(credential, for: question.offer, inProxy: question.identity)
      }
    }
    self[question.challenge.party].send(credential, for: question.offer)
    return .send(credential)
  }

  /// Takes the credential that the configuration or the environment gives for a proxy; `nil` if there is none, or it
  /// was taken before.
  private mutating func takeGiven(to party: AuthenticationParty) -> URLCredential? {
    guard case .proxy(let way) = party, let given = way.credential, !proxy.hasUsedGiven else { return nil }
    proxy.hasUsedGiven = true
    return URLCredential(user: given.user, password: given.password, persistence: .forSession)
  }

  private subscript(party: AuthenticationParty) -> PartyAuthentication {
    get {
      switch party {
      case .server: server
      case .proxy: proxy
      }
    }
    set {
      switch party {
      case .server: server = newValue
      case .proxy: proxy = newValue
      }
    }
  }
}

/// The authentication by one party: the credential that it gets, the attempts and the rejected schemes.
private struct PartyAuthentication: Sendable {
  /// The credential of the exchange that is under way, or comes next, and how it is sent.
  var use: (credential: URLCredential, offer: AuthenticationOffer)?
  /// `true` if the credential that came with the address has been used: for a server, the one in its URL; for a proxy,
  /// the one in the configuration.
  var hasUsedGiven = false
  var attempts = AuthenticationAttempts()
  /// Schemes that the delegate does not want to use.
  var rejected: Set<AuthenticationOffer.Scheme> = []

  /// Sends a credential with the next exchange.
  mutating func send(_ credential: URLCredential, for offer: AuthenticationOffer) {
    use = (credential, offer)
    attempts.sends(credential)
  }
}

/// The reply of a delegate to a challenge.
enum ChallengeReply: Sendable {
  /// A credential; `nil` to go on without one.
  case use(URLCredential?)
  case performDefault
  case cancel
  /// The next scheme of the challenge is tried.
  case rejectSpace
}

/// The credentials that one task has tried: the last one, and the numbers of attempts and refusals.
struct AuthenticationAttempts: Sendable {
  /// The most credentials that one task tries; then the refusal is its response.
  static let maximalCount = 20

  /// The credential that was sent last.
  private(set) var sent: URLCredential?
  /// The number of times that a credential was refused in the current protection space.
  private(set) var failureCount = 0
  /// `true` if the task has made all the attempts it may make.
  var areExhausted: Bool { count >= Self.maximalCount }

  private var space: ProtectionSpaceIdentity?
  private var count = 0

  init() {}

  /// The task was challenged in a space: gives the credential that was refused by that, if any was.
  mutating func challenged(in space: ProtectionSpaceIdentity) -> URLCredential? {
    if self.space != space {
      self.space = space
      failureCount = 0
    }
    guard let refused = sent else { return nil }
    sent = nil
    failureCount += 1
    return refused
  }

  /// The task sends a credential.
  mutating func sends(_ credential: URLCredential) {
    sent = credential
    count += 1
  }
}

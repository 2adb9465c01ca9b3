// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import Testing

@testable import URLLoading

struct AuthenticationStateTests {
  private let memory = CredentialMemory()
  private let ada = URLCredential(user: "ada", password: "1", persistence: .forSession)
  private let bob = URLCredential(user: "bob", password: "2", persistence: .forSession)
  private static let basic = #"Basic realm="Dogs""#
  private static let digest = #"Digest realm="Dogs", nonce="n""#

  private func url(_ text: String = "http://a.test/photos/1") throws -> URL { try #require(URL(string: text)) }

  private func challenge(
    _ lines: [String] = [basic], by party: AuthenticationParty = .server, failure: TransferError? = nil
  ) throws -> ServerChallenge {
    let isProxy = if case .proxy = party { true } else { false }
    let head = TransferHead(
      status: isProxy ? 407 : 401, version: .http11,
      headers: lines.map { (isProxy ? "Proxy-Authenticate" : "WWW-Authenticate", $0) })
    let response = try #require(
      HTTPURLResponse(url: url(), statusCode: head.status, httpVersion: nil, headerFields: nil))
    return ServerChallenge(head, by: party, response: response, failure: failure)
  }

  private func question(_ action: Authentication.Action) throws -> Authentication.Question {
    guard case .ask(let question) = action else { throw Unexpected(what: "\(action)") }
    return question
  }

  private struct Unexpected: Error { let what: String }

  @Test func `a challenge that nothing is known of is put to the delegate`() throws {
    var state = Authentication()
    let question = try question(state.meet(challenge(), at: url(), knowing: memory))
    #expect(question.offer.scheme == .basic && question.refused == nil && question.failureCount == 0)
  }

  @Test func `the delegate's credential is sent, and remembered for the session`() throws {
    var state = Authentication()
    let question = try question(state.meet(challenge(), at: url(), knowing: memory))
    let outcome = try state.take(.use(ada), to: question, proposed: nil, at: url(), knowing: memory)
    guard case .send(let sent) = outcome else { throw Unexpected(what: "\(outcome)") }
    #expect(sent === ada && state.sent?.credential === ada)
    #expect(try memory.remembered(for: url())?.credential === ada)
    #expect(try state.authorization(besides: false, at: url(), knowing: memory) == "Basic YWRhOjE=")
  }

  @Test func `a credential for one task only is not remembered`() throws {
    var state = Authentication()
    let once = URLCredential(user: "ada", password: "1", persistence: .none)
    let question = try question(state.meet(challenge(), at: url(), knowing: memory))
    _ = try state.take(.use(once), to: question, proposed: nil, at: url(), knowing: memory)
    #expect(try memory.remembered(for: url()) == nil)
  }

  @Test func `a refused credential is forgotten, and counted`() throws {
    var state = Authentication()
    let first = try question(state.meet(challenge(), at: url(), knowing: memory))
    _ = try state.take(.use(ada), to: first, proposed: nil, at: url(), knowing: memory)
    let second = try question(state.meet(challenge(), at: url(), knowing: memory))
    #expect(second.refused === ada && second.failureCount == 1)
    #expect(try memory.remembered(for: url()) == nil && state.sent == nil)
  }

  @Test func `what another task has learnt is sent without a question`() throws {
    var state = Authentication()
    let question = try question(state.meet(challenge(), at: url(), knowing: memory))
    #expect(state.resume(question, knowing: memory) == false)
    memory.remember(bob, for: question.offer, in: question.identity, at: try url())
    #expect(state.resume(question, knowing: memory) && state.sent?.credential === bob)
  }

  @Test func `a credential that was just refused is not sent again`() throws {
    var state = Authentication()
    let first = try question(state.meet(challenge(), at: url(), knowing: memory))
    _ = try state.take(.use(ada), to: first, proposed: nil, at: url(), knowing: memory)
    let second = try question(state.meet(challenge(), at: url(), knowing: memory))
    memory.remember(ada, for: second.offer, in: second.identity, at: try url())
    #expect(state.resume(second, knowing: memory) == false)
  }

  @Test func `the default handling sends the proposed credential`() throws {
    var state = Authentication()
    let question = try question(state.meet(challenge(), at: url(), knowing: memory))
    let outcome = try state.take(.performDefault, to: question, proposed: bob, at: url(), knowing: memory)
    guard case .send(let sent) = outcome else { throw Unexpected(what: "\(outcome)") }
    #expect(sent === bob)
  }

  @Test(arguments: [ChallengeReply.performDefault, .use(nil)])
  func `without a credential the refusal is the response`(reply: ChallengeReply) throws {
    var state = Authentication()
    let question = try question(state.meet(challenge(), at: url(), knowing: memory))
    let outcome = try state.take(reply, to: question, proposed: nil, at: url(), knowing: memory)
    guard case .giveUp = outcome else { throw Unexpected(what: "\(outcome)") }
  }

  @Test func `a rejected scheme makes way for the next one`() throws {
    var state = Authentication()
    let both = try challenge([Self.basic, Self.digest])
    let first = try question(state.meet(both, at: url(), knowing: memory))
    #expect(first.offer.scheme == .digest)
    let outcome = try state.take(.rejectSpace, to: first, proposed: nil, at: url(), knowing: memory)
    guard case .meetAgain = outcome else { throw Unexpected(what: "\(outcome)") }
    #expect(try question(state.meet(both, at: url(), knowing: memory)).offer.scheme == .basic)
  }

  @Test func `after twenty credentials the refusal is the response`() throws {
    var state = Authentication()
    for index in 0..<20 {
      let question = try question(state.meet(challenge(), at: url(), knowing: memory))
      let next = URLCredential(user: "\(index)", password: "", persistence: .none)
      _ = try state.take(.use(next), to: question, proposed: nil, at: url(), knowing: memory)
    }
    guard case .giveUp = try state.meet(challenge(), at: url(), knowing: memory) else {
      throw Unexpected(what: "another attempt")
    }
  }

  @Test func `user and password of a URL go with the first request, and answer a digest`() throws {
    var state = Authentication()
    let url = try url("http://ada:1@a.test/")
    state.takeCredential(of: url)
    #expect(state.authorization(besides: false, at: url, knowing: memory) == "Basic YWRhOjE=")
    guard case .send = try state.meet(challenge([Self.digest]), at: url, knowing: memory) else {
      throw Unexpected(what: "no digest")
    }
    #expect(state.digest?.user == "ada" && state.digest?.password == "1")
  }

  @Test func `credentials stay at their origin`() throws {
    var state = Authentication()
    state.takeCredential(of: try url("http://ada:1@a.test/"))
    state.leaveOrigin()
    #expect(try state.authorization(besides: false, at: url("http://b.test/"), knowing: memory) == nil)
  }

  @Test func `what was learnt does not replace the request's own field`() throws {
    var state = Authentication()
    let question = try question(state.meet(challenge(), at: url(), knowing: memory))
    memory.remember(ada, for: question.offer, in: question.identity, at: try url())
    #expect(try state.authorization(besides: true, at: url(), knowing: memory) == nil)
    #expect(try state.authorization(besides: false, at: url(), knowing: memory) != nil)
  }

  @Test func `a proxy first gets the credential of the configuration, once`() throws {
    var state = Authentication()
    var proxy = TransferProxyServer(host: "p.test", port: 3128)
    proxy.credential = TransferProxyServer.Credential(user: "p", password: "q")
    _ = state.proxy(proxy, knowing: memory)
    let challenge = try challenge(by: .proxy(proxy))
    guard case .send = try state.meet(challenge, at: url(), knowing: memory) else { throw Unexpected(what: "asked") }
    #expect(state.authenticatesToProxy && state.sent == nil)
    #expect(try question(state.meet(challenge, at: url(), knowing: memory)).refused?.user == "p")
  }

  @Test func `another proxy does not get the credential of the one before`() throws {
    var state = Authentication()
    let first = TransferProxyServer(host: "p.test", port: 3128)
    _ = state.proxy(first, knowing: memory)
    let question = try question(state.meet(challenge(by: .proxy(first)), at: url(), knowing: memory))
    let once = URLCredential(user: "ada", password: "1", persistence: .none)
    _ = try state.take(.use(once), to: question, proposed: nil, at: url(), knowing: memory)
    guard case .server(let same) = state.proxy(first, knowing: memory) else { throw Unexpected(what: "direct") }
    #expect(same.credential?.user == "ada")
    guard case .server(let other) = state.proxy(TransferProxyServer(host: "q.test", port: 3128), knowing: memory) else {
      throw Unexpected(what: "direct")
    }
    #expect(other.credential == nil && !state.authenticatesToProxy)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import Testing

@testable import URLLoading

struct TrustNegotiationTests {
  private let memory = TrustMemory()
  private let origin: Origin
  private let leaf = Data([1, 2, 3])
  private let identity = TransferIdentity(certificate: .file(path: "/c"), key: .file(path: "/k"))

  init() throws {
    let url = try #require(URL(string: "https://a.test/"))
    origin = try #require(Origin(url))
  }

  private var digest: Data { TransferTrust.digest(ofCertificate: leaf) }

  private func trust(_ state: TrustNegotiation, mayAsk: Bool = true) -> TransferTrust {
    state.trust(of: origin, from: TransferTrust(), knowing: memory, mayAsk: mayAsk)
  }

  private var accepting: URLCredential {
    let evaluation = TransferTrustEvaluation(certificates: [leaf], verdict: .unknownAuthority)
    return URLCredential(trust: ServerTrust(evaluation))
  }

  private func showing(_ persistence: URLCredential.Persistence) -> URLCredential {
    let files = ClientIdentity(
      certificateFile: URL(fileURLWithPath: "/c"), privateKeyFile: URL(fileURLWithPath: "/k"))
    return URLCredential(identity: files, persistence: persistence)
  }

  @Test func `the handshake waits where somebody may be asked`() {
    let state = TrustNegotiation()
    #expect(trust(state).asks && trust(state).asksForIdentity)
    #expect(!trust(state, mayAsk: false).asks && !trust(state, mayAsk: false).asksForIdentity)
  }

  @Test func `a certificate that the delegate accepts is accepted by all tasks`() {
    var state = TrustNegotiation()
    #expect(state.judge(.use(accepting), about: digest, .unknownAuthority, of: origin, in: memory))
    #expect(state.proceed(with: digest, of: origin, knowing: memory) == true)
    #expect(trust(TrustNegotiation()).acceptedLeaf == digest)
  }

  @Test(arguments: [ChallengeReply.performDefault, .rejectSpace, .use(nil)])
  func `otherwise the system decides`(reply: ChallengeReply) {
    var state = TrustNegotiation()
    #expect(state.judge(reply, about: digest, .expired, of: origin, in: memory))
    #expect(state.proceed(with: digest, of: origin, knowing: memory) == false)
    #expect(state.judge(reply, about: digest, .trusted, of: origin, in: memory))
    #expect(state.proceed(with: digest, of: origin, knowing: memory) == true)
  }

  @Test func `a cancelled challenge decides nothing`() {
    let state = TrustNegotiation()
    #expect(!state.judge(.cancel, about: digest, .trusted, of: origin, in: memory))
    #expect(state.decide(.cancel, for: origin, in: memory) == nil)
    #expect(memory.judgement(of: origin) == nil)
  }

  @Test func `an identity for the session goes on with this handshake, and to all tasks`() throws {
    var state = TrustNegotiation()
    state.settle(try #require(state.decide(.use(showing(.forSession)), for: origin, in: memory)))
    #expect(state.proceed() == .identify(identity))
    #expect(trust(state).givenIdentity == identity && trust(TrustNegotiation()).givenIdentity == identity)
  }

  @Test func `an identity for one task needs a connection of its own`() throws {
    var state = TrustNegotiation()
    state.settle(try #require(state.decide(.use(showing(.none)), for: origin, in: memory)))
    #expect(state.proceed() == .reconnect)
    #expect(trust(state).identity == identity && trust(TrustNegotiation()).givenIdentity == nil)
  }

  @Test func `without an identity the handshake goes on with none`() throws {
    var state = TrustNegotiation()
    state.settle(try #require(state.decide(.performDefault, for: origin, in: memory)))
    #expect(state.proceed() == .identify(nil) && !trust(state).asksForIdentity)
  }

  @Test func `a lost handshake is made once more after a judgement`() {
    var state = TrustNegotiation()
    var error = TransferError(phase: .handshaking, message: "", report: TransferReport())
    error.code = 35  // CURLE_SSL_CONNECT_ERROR
    #expect(state.retries(after: error, method: "POST") == false)
    _ = state.proceed(with: digest, of: origin, knowing: memory)
    #expect(state.retries(after: error, method: "POST") == true)
    #expect(state.retries(after: error, method: "POST") == false)
    _ = state.proceed(with: digest, of: origin, knowing: memory)
    state.succeed()
    #expect(state.retries(after: error, method: "GET") == false)
    _ = state.proceed(with: digest, of: origin, knowing: memory)
    error.phase = .waiting
    #expect(state.retries(after: error, method: "POST") == false)
  }
}

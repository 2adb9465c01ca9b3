// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import URLLoading

struct DigestRefusalsTests {
  private func outcome(
    _ refusals: inout DigestRefusals, _ status: Int, stale: Bool = false, server: Bool = true, proxy: Bool = true
  ) -> DigestRefusals.Outcome {
    let name = status == 401 ? "WWW-Authenticate" : "Proxy-Authenticate"
    let challenge = "Digest realm=\"Dogs\", nonce=\"n\"" + (stale ? ", stale=TRUE" : "")
    let head = TransferHead(status: status, version: .http11, headers: [(name, challenge)])
    return refusals.outcome(of: head, serverGetsDigest: server, proxyGetsDigest: proxy)
  }

  @Test(arguments: [401, 407])
  func `libcurl replies to the first refusal, the second is the response`(status: Int) {
    var refusals = DigestRefusals()
    #expect(outcome(&refusals, status) == .withhold)
    #expect(outcome(&refusals, status) == .deliver)
  }

  @Test func `a digest that was too old is replaced twice, then the transfer ends`() {
    var refusals = DigestRefusals()
    for _ in 0..<3 { #expect(outcome(&refusals, 401, stale: true) == .withhold) }
    #expect(outcome(&refusals, 401, stale: true) == .end)
  }

  @Test func `the refusals of the proxy and of the server are counted apart`() {
    var refusals = DigestRefusals()
    #expect(outcome(&refusals, 407) == .withhold)
    #expect(outcome(&refusals, 401) == .withhold)
  }

  @Test func `without a digest every refusal is the response`() {
    var refusals = DigestRefusals()
    #expect(outcome(&refusals, 401, server: false) == .deliver)
    #expect(outcome(&refusals, 407, proxy: false) == .deliver)
    #expect(outcome(&refusals, 200) == .deliver)
  }
}

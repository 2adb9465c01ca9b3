// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofHTTP

@Suite struct OpeningRuleTests {
  private func rule(
    isEncrypted: Bool = false, takesProxyHeader: Bool = false, isTrustedProxy: Bool = false
  ) -> OpeningRule {
    OpeningRule(
      isEncrypted: isEncrypted, takesProxyHeader: takesProxyHeader, isTrustedProxy: isTrustedProxy, limit: 7,
      limitPerAddress: 3)
  }

  /// The status and the limit that a peer is told; `nil` where the connection ends without a word, or does not end.
  private func told(_ step: OpeningRule.Step?) -> [Int]? {
    guard case .end(let violation?, _)? = step else { return nil }
    return [Int(violation.status.code)] + (violation.limit.map { [$0] } ?? [])
  }

  @Test func `a plain connection is served, and an encrypted one after its handshake`() {
    #expect(rule().step(after: .admitted) == .serve)
    #expect(rule(isEncrypted: true).step(after: .admitted) == .encrypt)
    #expect(rule(isEncrypted: true).step(after: .encrypted) == .serve)
    #expect(rule(isEncrypted: true).step(after: .failed) == .end(nil))
  }

  @Test func `the header of a proxy comes before the handshake`() {
    let rule = rule(isEncrypted: true, takesProxyHeader: true, isTrustedProxy: true)
    #expect(rule.endOfStranger == nil)
    #expect(rule.step(after: .admitted) == .takeProxyHeader)
    #expect(rule.stepAfterProxy(isCounted: true) == .encrypt)
  }

  @Test func `whoever is no trusted proxy is refused where connections come through one`() {
    #expect(told(rule(takesProxyHeader: true).endOfStranger) == [403])
    #expect(rule(isEncrypted: true, takesProxyHeader: true).endOfStranger == .end(nil, isStranger: true))
    #expect(rule().endOfStranger == nil)
  }

  @Test func `a connection that is one too many is told the limit`() {
    #expect(told(rule().step(after: .full)) == [503, 7])
    #expect(told(rule().step(after: .addressFull)) == [429, 3])
    #expect(told(rule(takesProxyHeader: true, isTrustedProxy: true).stepAfterProxy(isCounted: false)) == [429, 3])
  }

  @Test func `an encrypted connection is refused without a word`() {
    let rule = rule(isEncrypted: true, takesProxyHeader: true, isTrustedProxy: true)
    for step in [rule.step(after: .full), rule.step(after: .addressFull), rule.stepAfterProxy(isCounted: false)] {
      #expect(step == .end(nil))
    }
    #expect(rule.end(ofMalformedHeader: "no header") == .end(nil, isStranger: true))
  }

  @Test func `plain HTTP on an encrypted port is told so`() {
    #expect(told(rule(isEncrypted: true).step(after: .plainHTTP)) == [400])
  }

  @Test func `a connection that begins with no header of a proxy is one of a stranger`() {
    let step = rule(takesProxyHeader: true, isTrustedProxy: true).end(ofMalformedHeader: "no header")
    #expect(step == .end(HTTPViolation(400, "no header"), isStranger: true))
  }

  @Test func `connections count for their address, but not those of a trusted proxy`() throws {
    let address = try #require(IPAddress("192.0.2.1"))
    #expect(rule().countingKey(of: address) == address.countingKey)
    #expect(rule(isTrustedProxy: true).countingKey(of: address) == nil)
    #expect(rule().countingKey(of: nil) == nil)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TestKit
@testable import URLLoading

struct HTTPChallengeTests {
  @Test func `a challenge has a scheme and parameters`() {
    let challenges = HTTPChallenge.parse(["Basic realm=\"Dogs & Cats\", charset=\"UTF-8\""])
    #expect(challenges.count == 1)
    #expect(challenges.first?.scheme == "basic")
    #expect(challenges.first?.parameters == ["realm": "Dogs & Cats", "charset": "UTF-8"])
  }

  @Test func `one line can hold several challenges`() {
    let line = "Newauth realm=\"apps\", type=1, title=\"Login to \\\"apps\\\"\", Basic realm=\"simple\""
    let challenges = HTTPChallenge.parse([line])
    #expect(challenges.map(\.scheme) == ["newauth", "basic"])
    #expect(challenges.first?.parameters == ["realm": "apps", "type": "1", "title": "Login to \"apps\""])
    #expect(challenges.last?.parameters == ["realm": "simple"])
  }

  @Test func `several lines are read in their order`() {
    #expect(
      HTTPChallenge.parse(["Negotiate", "Bearer realm=a", "Basic realm=b"]).map(\.scheme) == [
        "negotiate", "bearer", "basic",
      ])
  }

  @Test func `a scheme can stand alone, or with a token in place of parameters`() {
    let challenges = HTTPChallenge.parse(["Negotiate, NTLM TlRMTVNTUAAC==, Basic realm=x"])
    #expect(challenges.map(\.scheme) == ["negotiate", "ntlm", "basic"])
    #expect(challenges.map(\.token68) == [nil, "TlRMTVNTUAAC==", nil])
  }

  @Test func `spaces around the equals sign are accepted`() {
    #expect(
      HTTPChallenge.parse(["Basic realm = \"x\" , charset= UTF-8"]).first?.parameters == [
        "realm": "x", "charset": "UTF-8",
      ])
  }

  @Test func `empty members of the list are accepted`() {
    #expect(
      HTTPChallenge.parse([", ,Basic realm=\"x\",,charset=y, ,"]).first?.parameters == ["realm": "x", "charset": "y"])
  }

  @Test func `a comma in a quoted string separates nothing`() {
    #expect(
      HTTPChallenge.parse(["Basic realm=\"a, Digest realm=b\""]).map(\.parameters) == [["realm": "a, Digest realm=b"]])
  }

  @Test func `the first of two parameters of a name counts`() {
    #expect(HTTPChallenge.parse(["Basic realm=a, REALM=b"]).first?.parameters == ["realm": "a"])
  }

  @Test func `a malformed challenge does not hide the next one`() {
    #expect(HTTPChallenge.parse(["@@@ junk, Basic realm=\"x\""]).map(\.scheme) == ["basic"])
    #expect(HTTPChallenge.parse(["Digest realm=\"a\" junk, Basic realm=\"x\""]).map(\.scheme) == ["digest", "basic"])
    #expect(HTTPChallenge.parse(["Weird @, Basic realm=\"x\""]).map(\.scheme) == ["weird", "basic"])
  }

  @Test func `a quoted string without an end affects only its line`() {
    #expect(HTTPChallenge.parse(["Basic realm=\"x", "Digest realm=\"y\""]).map(\.scheme) == ["basic", "digest"])
  }

  @Test func `the number of challenges of a response is limited`() {
    let line = Array(repeating: "Basic realm=x", count: 100).joined(separator: ", ")
    #expect(HTTPChallenge.parse([line]).count == HTTPChallenge.maximalCount)
  }

  @Test func `parsing ends, whatever a server writes`() {
    var generator = SeededGenerator(seed: 7)
    let seeds = [
      "Basic realm=\"a\\\"b\", charset=\"UTF-8\", Digest realm=\"x\", nonce=\"abc=\", qop=\"auth,auth-int\"",
      "Negotiate YWJj==, , NTLM, Basic realm = x",
    ]
    for _ in 0..<3000 {
      let mutated = Mutation.mutated(seeds.randomElement(using: &generator) ?? "", using: &generator)
      let challenges = HTTPChallenge.parse([mutated])
      #expect(challenges.count <= HTTPChallenge.maximalCount)
      #expect(challenges.allSatisfy { !$0.scheme.isEmpty })
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import Testing

@testable import URLLoading

struct AuthenticationOfferTests {
  @Test func `Digest comes before Basic`() {
    let offers = AuthenticationOffer.offers(in: ["Basic realm=\"b\"", "Digest realm=\"d\", nonce=\"1\", qop=\"auth\""])
    #expect(offers.map(\.scheme) == [.digest, .basic])
    #expect(offers.map(\.realm) == ["d", "b"])
  }

  @Test func `unsupported schemes are ignored`() {
    #expect(AuthenticationOffer.offers(in: ["Bearer realm=\"x\"", "Negotiate", "NTLM"]).isEmpty)
  }

  @Test func `a Digest of an unknown algorithm or protection is ignored`() {
    #expect(AuthenticationOffer.offers(in: ["Digest realm=x, nonce=y, algorithm=SHA-512-256"]).isEmpty)
    #expect(AuthenticationOffer.offers(in: ["Digest realm=x, nonce=y, qop=\"auth-int\""]).isEmpty)
    #expect(AuthenticationOffer.offers(in: ["Digest realm=x"]).isEmpty)
    #expect(
      AuthenticationOffer.offers(in: ["Digest realm=x, nonce=y, algorithm=SHA-256, qop=\"auth, auth-int\""]).count == 1)
  }

  @Test func `the space has realm, host, port, protocol and method`() throws {
    let offer = try #require(AuthenticationOffer.offers(in: ["Basic realm=\"Dogs\", charset=\"utf-8\""]).first)
    #expect(offer.wantsUTF8)
    let url = try #require(URL(string: "https://Example.test/a"))
    let space = try #require(offer.protectionSpace(of: url))
    #expect(space.realm == "Dogs")
    #expect(space.host == "example.test")
    #expect(space.port == 443)
    #expect(space.protocol == "https")
    #expect(space.authenticationMethod == NSURLAuthenticationMethodHTTPBasic)
    #expect(!space.isProxy())
  }

  @Test func `spaces of two equal challenges are equal`() throws {
    let offer = AuthenticationOffer(scheme: .basic, realm: "Dogs")
    let first = try #require(URL(string: "http://127.0.0.1:8080/a").flatMap(offer.protectionSpace))
    let second = try #require(URL(string: "http://127.0.0.1:8080/b?c").flatMap(offer.protectionSpace))
    let other = try #require(URL(string: "http://127.0.0.1:8081/a").flatMap(offer.protectionSpace))
    #expect(first == second)
    #expect(first != other)
    #expect(Set([first, second, other]).count == 2)
  }

  @Test func `a proxy's space is not that of a server`() throws {
    let offer = AuthenticationOffer(scheme: .basic, realm: "Dogs")
    let proxy = offer.protectionSpace(ofProxy: "127.0.0.1", port: 80, type: NSURLProtectionSpaceHTTPProxy)
    let server = try #require(URL(string: "http://127.0.0.1/").flatMap(offer.protectionSpace))
    #expect(proxy.isProxy())
    #expect(proxy != server)
  }
}

struct BasicAuthorizationTests {
  @Test func `user and password are encoded`() {
    let value = BasicAuthorization.fieldValue(user: "Aladdin", password: "open sesame", wantsUTF8: false)
    #expect(value == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
  }

  @Test func `text beyond ASCII is sent as UTF-8`() {
    #expect(BasicAuthorization.fieldValue(user: "test", password: "123£", wantsUTF8: true) == "Basic dGVzdDoxMjPCow==")
  }

  @Test func `a server that asks for UTF-8 gets composed characters`() {
    let composed = BasicAuthorization.fieldValue(user: "caf\u{E9}", password: "x", wantsUTF8: true)
    #expect(BasicAuthorization.fieldValue(user: "cafe\u{301}", password: "x", wantsUTF8: true) == composed)
  }

  @Test(arguments: [("a:b", "c"), ("a\n", "c"), ("a", "c\u{0}"), ("a", "\u{85}")])
  func `names that the scheme cannot express are not sent`(user: String, password: String) {
    #expect(BasicAuthorization.fieldValue(user: user, password: password, wantsUTF8: true) == nil)
  }

  @Test func `a password can hold colons`() {
    #expect(BasicAuthorization.fieldValue(user: "a", password: "b:c", wantsUTF8: true) == "Basic YTpiOmM=")
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import Testing

@testable import TestKit
@testable import URLLoading

struct CookieExchangeTests {
  private let now = Date()
  private let storage: HTTPCookieStorage

  init() throws {
    storage = try #require(FoundationNetworking.URLSessionConfiguration.ephemeral.httpCookieStorage)
  }

  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  private func set(
    _ lines: String..., at text: String = "http://a.test/photos/1", document: String? = nil,
    policy: HTTPCookie.AcceptPolicy = .always
  ) throws {
    CookieExchange.store(
      lines.map { ("set-cookie", $0) }, of: try url(text), mainDocumentURL: document.flatMap(URL.init), into: storage,
      accepting: policy, now: now)
  }

  private func sent(_ text: String, after seconds: TimeInterval = 0) throws -> String? {
    CookieExchange.fieldValue(from: storage, for: try url(text), now: now + seconds)
  }

  @Test func `a cookie goes back to its host`() throws {
    try set("a=1; Path=/")
    #expect(try sent("http://A.test/") == "a=1")
    #expect(try sent("http://b.test/") == nil)
    #expect(try sent("http://www.a.test/") == nil)
  }

  @Test func `a cookie of a domain goes to hosts below it`() throws {
    try set("a=1; Path=/; Domain=.a.test")
    #expect(try sent("http://a.test/") == "a=1")
    #expect(try sent("http://www.a.test/") == "a=1")
    #expect(try sent("http://evila.test/") == nil)
  }

  @Test(arguments: ["b.test", "test", "www.a.test", "x"])
  func `a host cannot set cookies of other domains`(domain: String) throws {
    try set("a=1; Path=/; Domain=\(domain)")
    #expect(storage.cookies?.isEmpty != false)
  }

  @Test func `an address is not a domain`() throws {
    try set("a=1; Path=/; Domain=0.0.1", at: "http://127.0.0.1/")
    try set("b=1; Path=/; Domain=127.0.0.1", at: "http://127.0.0.1/")
    #expect(try sent("http://127.0.0.1/") == "b=1")
  }

  @Test func `a cookie goes to its path and below`() throws {
    try set("a=1; Path=/photos")
    #expect(try sent("http://a.test/photos") == "a=1")
    #expect(try sent("http://a.test/photos/1?x") == "a=1")
    #expect(try sent("http://a.test/photosX") == nil)
    #expect(try sent("http://a.test/") == nil)
  }

  @Test func `without a path the folder of the request counts`() throws {
    try set("a=1")
    #expect(try sent("http://a.test/photos/2") == "a=1")
    #expect(try sent("http://a.test/photos") == "a=1")
    #expect(try sent("http://a.test/accounts") == nil)
  }

  @Test func `a secure cookie goes over TLS only, or to this machine`() throws {
    try set("a=1; Path=/; Secure", at: "https://a.test/")
    #expect(try sent("http://a.test/") == nil)
    #expect(try sent("https://a.test/") == "a=1")
    try set("b=1; Path=/; Secure", at: "http://a.test/")
    #expect(try sent("https://a.test/") == "a=1")
    try set("c=1; Path=/; Secure", at: "http://127.0.0.1:8080/")
    #expect(try sent("http://127.0.0.1:8080/") == "c=1")
  }

  @Test func `Max-Age counts from now, and has precedence over Expires`() throws {
    try set("a=1; Path=/; Max-Age=60; Expires=Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(try sent("http://a.test/", after: 59) == "a=1")
    #expect(try sent("http://a.test/", after: 61) == nil)
  }

  @Test(arguments: ["Max-Age=0", "Max-Age=-5", "Expires=Sun, 06-Nov-94 08:49:37 GMT"])
  func `an expired age removes the cookie`(attribute: String) throws {
    try set("a=1; Path=/")
    try set("a=2; Path=/; \(attribute)")
    #expect(try sent("http://a.test/") == nil)
  }

  @Test func `cookies of longer paths come first`() throws {
    try set("a=1; Path=/", "b=2; Path=/photos", "c=3; Path=/photos/x/")
    #expect(try sent("http://a.test/photos/x/y") == "c=3; b=2; a=1")
  }

  @Test func `each line sets one cookie, including its commas`() throws {
    try set("a=1,2; Path=/; Expires=Wed, 21 Oct 2099 07:28:00 GMT", "b=x=y; Path=/")
    #expect(try sent("http://a.test/") == "a=1,2; b=x=y")
  }

  @Test func `the policy decides which cookies are accepted`() throws {
    try set("a=1; Path=/", policy: .never)
    #expect(try sent("http://a.test/photos/1") == nil)
    try set("a=1; Path=/", document: "http://b.test/", policy: .onlyFromMainDocumentDomain)
    #expect(try sent("http://a.test/photos/1") == nil)
    try set("a=1; Path=/", document: "http://eviladota.test/", policy: .onlyFromMainDocumentDomain)
    #expect(try sent("http://a.test/photos/1") == nil)
    try set("a=1; Path=/", document: "http://www.a.test/", policy: .onlyFromMainDocumentDomain)
    #expect(try sent("http://a.test/photos/1") == "a=1")
  }

  @Test func `without a main document a response counts as its own`() throws {
    try set("a=1; Path=/", policy: .onlyFromMainDocumentDomain)
    #expect(try sent("http://a.test/") == "a=1")
  }

  @Test func `a malformed line is ignored`() throws {
    try set("=1", "nothing", "", "a\u{1}=b", "x=\(String(repeating: "y", count: 5000))")
    #expect(storage.cookies?.isEmpty != false)
  }

  @Test func `attributes are kept`() throws {
    try set("a=1; path=/; HTTPONLY; secure; max-age=60", at: "https://a.test/")
    let cookie = try #require(storage.cookies?.first)
    #expect(cookie.isHTTPOnly)
    #expect(cookie.isSecure)
    #expect(!cookie.isSessionOnly)
  }

  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    "06 nov 1994 8:49:37", "Sun, 06-Nov-1994 08:49:37 UTC",
  ])
  func `many forms of dates are read`(text: String) {
    #expect(CookieDate.date(text) == Date(timeIntervalSince1970: 784_111_777))
  }

  @Test func `no cookie leaves its host, whatever a server writes`() throws {
    var generator = SeededGenerator(seed: 21)
    let line = "a=1; Path=/; Domain=a.test; Max-Age=60; Secure; Expires=Wed, 21 Oct 2099 07:28:00 GMT"
    for _ in 0..<2000 { try set(Mutation.mutated(line, using: &generator), at: "https://a.test/") }
    #expect(try sent("https://b.test/") == nil)
    #expect(storage.cookies?.allSatisfy { [".a.test", "a.test"].contains($0.domain) } ?? true)
  }
}

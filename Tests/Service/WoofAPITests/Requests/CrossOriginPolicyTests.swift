// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofHTTP
import WoofModel

@testable import WoofAPI

@Suite struct CrossOriginPolicyTests {
  private static let app = "https://app.example"

  private func policy(own: [String] = [], clients: [String] = [], sharesCredentials: Bool = false) -> CrossOriginPolicy
  {
    CrossOriginPolicy(
      OriginConfiguration(
        own: own.compactMap { HTTPOrigin($0) }, clients: clients.compactMap { HTTPOrigin($0) },
        sharesCredentials: sharesCredentials))
  }

  private func request(
    _ method: HTTPMethod, _ fields: KeyValuePairs<HTTPFieldName, String>, isSecure: Bool = false
  ) -> HTTPRequest {
    TestRequest.make(method, "/v1/photos", fields: HTTPFields(fields), isSecure: isSecure)
  }

  // MARK: Writes

  @Test func `a write that no browser sent is allowed`() throws {
    try policy().check(request(.post, [.host: "woof.example"]))
  }

  @Test(arguments: ["same-origin", "none"])
  func `a write from a page of the same origin is allowed`(_ site: String) throws {
    try policy().check(request(.post, [.host: "woof.example", .secFetchSite: site]))
  }

  @Test(arguments: ["cross-site", "same-site", "something new"])
  func `a write from a page of another site is refused`(_ site: String) {
    #expect(throws: WoofError.self) {
      try policy().check(request(.delete, [.host: "woof.example", .secFetchSite: site]))
    }
  }

  @Test(arguments: [
    ("woof.example", "http://woof.example", false), ("woof.example", "http://woof.example:80", false),
    ("woof.example:80", "http://woof.example", false), ("Woof.example:9663", "http://woof.example:9663", false),
    ("woof.example", "https://woof.example", true), ("woof.example:443", "https://woof.example", true),
    ("[::0:1]:9663", "http://[::1]:9663", false),
  ])
  func `a write whose Origin names the service is allowed`(_ host: String, _ origin: String, _ isSecure: Bool) throws {
    try policy().check(request(.put, [.host: host, .origin: origin], isSecure: isSecure))
  }

  @Test(arguments: [
    ("null", false), ("https://evil.example", false), ("http://woof.example.evil", false),
    ("http://woof.example:1", false),
    ("woof.example", false), ("https://woof.example", false), ("http://woof.example", true),
    ("https://woof.example:80", false), ("http://woof.example/", false), ("", false),
  ])
  func `a write from another origin is refused, even if only the scheme differs`(_ origin: String, _ isSecure: Bool) {
    #expect(throws: WoofError.self) {
      try policy().check(request(.put, [.host: "woof.example", .origin: origin], isSecure: isSecure))
    }
  }

  @Test func `a request with two origins is refused`() {
    let origin = "http://woof.example"
    #expect(throws: WoofError.self) {
      try policy().check(request(.put, [.host: "woof.example", .origin: origin, .origin: origin]))
    }
  }

  @Test func `a write from an origin configured as the service's own is allowed`() throws {
    let policy = policy(own: ["https://woof.example"])
    try policy.check(request(.put, [.host: "10.0.0.1:9663", .origin: "https://woof.example"]))
    #expect(throws: WoofError.self) {
      try policy.check(request(.put, [.host: "10.0.0.1:9663", .origin: "http://woof.example"]))
    }
    #expect(throws: WoofError.self) {
      try policy.check(
        request(.put, [.host: "woof.example", .origin: "https://woof.example", .secFetchSite: "cross-site"]))
    }
  }

  @Test func `a write from a configured web client is allowed, and from others is refused`() throws {
    let policy = policy(clients: [Self.app])
    try policy.check(request(.post, [.host: "woof.example", .origin: Self.app, .secFetchSite: "cross-site"]))
    for origin in ["http://app.example", "https://app.example:444", "https://b.app.example", "null"] {
      #expect(throws: WoofError.self) { try policy.check(request(.post, [.host: "woof.example", .origin: origin])) }
    }
    #expect(throws: WoofError.self) {
      try policy.check(request(.post, [.host: "woof.example", .secFetchSite: "cross-site"]))
    }
  }

  @Test func `reading from another origin is allowed`() throws {
    try policy().check(
      request(.get, [.host: "woof.example", .origin: "https://evil.example", .secFetchSite: "cross-site"]))
  }

  // MARK: Sharing

  private func preflight(
    _ policy: CrossOriginPolicy, _ fields: KeyValuePairs<HTTPFieldName, String>, _ method: HTTPMethod = .options
  ) -> HTTPResponse? {
    policy.preflight(request(method, fields)) { [.get, .head, .post] }
  }

  @Test func `a preflight of a web client gets the allowed methods and fields`() throws {
    let asked: KeyValuePairs<HTTPFieldName, String> = [.origin: Self.app, .accessControlRequestMethod: "POST"]
    let response = try #require(preflight(policy(clients: [Self.app]), asked))
    #expect(response.status == 204)
    #expect(response.fields[.accessControlAllowOrigin] == Self.app)
    #expect(response.fields[.accessControlAllowMethods] == "GET, HEAD, POST")
    #expect(response.fields[.accessControlMaxAge] == "600")
    #expect(response.fields[.accessControlAllowCredentials] == nil)
    #expect(response.fields[.vary]?.contains("Origin") == true)
    let allowed = response.fields[.accessControlAllowHeaders]?.split(separator: ", ") ?? []
    for name in ["Authorization", "Content-Type", "If-Match", "Idempotency-Key", "Upload-Offset", "Repr-Digest"] {
      #expect(allowed.contains { $0 == name })
    }
  }

  @Test func `other preflights get the response that they get without web clients`() {
    let policy = policy(clients: [Self.app])
    #expect(preflight(policy, [.origin: "https://evil.example", .accessControlRequestMethod: "POST"]) == nil)
    #expect(preflight(policy, [.origin: Self.app]) == nil)
    #expect(preflight(policy, [.accessControlRequestMethod: "POST"]) == nil)
    #expect(preflight(policy, [.origin: Self.app, .accessControlRequestMethod: "POST"], .get) == nil)
  }

  @Test func `a response is shared with a web client's page by name, and with no other`() {
    for (origin, isShared) in [(Self.app, true), ("https://evil.example", false), ("null", false)] {
      var response = HTTPResponse(200, fields: HTTPFields([.vary: "Authorization"]))
      policy(clients: [Self.app]).share(&response, with: request(.get, [.origin: origin]))
      #expect(response.fields[.accessControlAllowOrigin] == (isShared ? Self.app : nil))
      #expect(response.fields.contains(.accessControlExposeHeaders) == isShared)
      #expect(!response.fields.contains(.accessControlAllowCredentials))
      #expect(response.fields.values(of: .vary) == ["Authorization", "Origin"])
    }
  }

  @Test func `credentials of browsers are shared if that is configured`() {
    var response = HTTPResponse(200)
    let policy = policy(clients: [Self.app], sharesCredentials: true)
    policy.share(&response, with: request(.get, [.origin: Self.app]))
    #expect(response.fields[.accessControlAllowCredentials] == "true")
    let asked: KeyValuePairs<HTTPFieldName, String> = [.origin: Self.app, .accessControlRequestMethod: "PUT"]
    #expect(preflight(policy, asked)?.fields[.accessControlAllowCredentials] == "true")
    var other = HTTPResponse(200)
    policy.share(&other, with: request(.get, [.origin: "https://evil.example"]))
    #expect(!other.fields.contains(.accessControlAllowCredentials))
  }
}

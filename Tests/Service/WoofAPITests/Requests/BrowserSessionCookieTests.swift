// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofCryptography
import WoofHTTP
import WoofModel

@testable import WoofAPI

struct BrowserSessionCookieTests {
  private static func cookie(own: String? = nil, plainHTTP: Bool = false) -> BrowserSessionCookie {
    BrowserSessionCookie(
      origins: OriginConfiguration(own: own.flatMap { HTTPOrigin($0) }.map { [$0] } ?? []),
      isKeptOnPlainHTTP: plainHTTP)
  }

  private static func request(_ host: String, isSecure: Bool = false, cookies: String? = nil) -> HTTPRequest {
    var fields = HTTPFields([.host: host])
    if let cookies { fields.append(.cookie, cookies) }
    return TestRequest.make(.get, "/v1/me", fields: fields, isSecure: isSecure)
  }

  /// The cookie that a response sets.
  private static func set(by cookie: BrowserSessionCookie, to request: HTTPRequest) throws -> String {
    var response = HTTPResponse(204)
    cookie.set(try AddressSecret(random: SystemRandomSource()), in: &response, to: request)
    return response.fields[.setCookie] ?? ""
  }

  @Test(arguments: [
    ("woof.example", true, "__Host-woof-session"), ("woof.example:443", true, "__Host-woof-session"),
    ("woof.example:9663", true, "__Host-woof-session-9663"), ("localhost", false, "__Host-woof-session"),
    ("127.0.0.1:9663", false, "__Host-woof-session-9663"), ("127.9.8.7:1", false, "__Host-woof-session-1"),
    ("[::1]:9663", false, "__Host-woof-session-9663"), ("dogs.localhost:9663", false, "__Host-woof-session-9663"),
  ])
  func `browsers keep a cookie by TLS, and on the machine itself, under a name for each port`(
    host: String, isSecure: Bool, name: String
  ) throws {
    let set = try Self.set(by: Self.cookie(), to: Self.request(host, isSecure: isSecure))
    #expect(set.hasPrefix("\(name)=") && set.hasSuffix("; Secure"))
  }

  @Test(arguments: [
    "woof.example", "192.168.1.5:9663", "127.0.0.1.example", "127.0.0.256", "localhost.example", "[::2]",
  ])
  func `elsewhere they keep one without TLS only where that is allowed, and under another name`(host: String) throws {
    let request = Self.request(host)
    #expect(!Self.cookie().isKept(by: request))
    #expect(try Self.set(by: Self.cookie(), to: request) == "")
    let set = try Self.set(by: Self.cookie(plainHTTP: true), to: request)
    #expect(set.hasPrefix("woof-session") && !set.contains("Secure"))
  }

  @Test func `a service behind what ends TLS for it is known by its origin`() {
    let cookie = Self.cookie(own: "https://woof.example")
    #expect(cookie.isKept(by: Self.request("woof.example")))
    #expect(!cookie.isKept(by: Self.request("192.168.1.5:9663")))
  }

  @Test func `a secret is read from its own cookie alone, which comes once`() throws {
    let text = try AddressSecret(random: SystemRandomSource()).text
    let cookie = Self.cookie(plainHTTP: true)
    func isRead(_ cookies: String, isSecure: Bool = true) -> Bool {
      cookie.secret(of: Self.request("woof.example", isSecure: isSecure, cookies: cookies))?.text == text
    }
    #expect(isRead("__Host-woof-session=\(text)") && isRead("a=b; __Host-woof-session=\(text); c=d"))
    #expect(isRead("woof-session=\(text)", isSecure: false))
    // What came without TLS may be anybody's.
    #expect(!isRead("woof-session=\(text)") && !isRead("__Host-woof-session=\(text)", isSecure: false))
    for cookies in [
      "", "__Host-woof-session", "__Host-woof-session=", "__Host-woof-session=x", "x__Host-woof-session=\(text)",
      "__host-woof-session=\(text)", "__Host-woof-session=\(text); __Host-woof-session=\(text)",
      "__Host-woof-session-9663=\(text)", "__Host-woof-session=\"\(text)\"",
    ] {
      #expect(!isRead(cookies), "\(cookies)")
    }
  }
}

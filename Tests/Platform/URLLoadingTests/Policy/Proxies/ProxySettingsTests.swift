// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import URLLoading

@Suite struct ProxySettingsTests {
  private func server(
    _ variables: [String: String], _ url: String = "http://dogs.test/"
  ) throws -> TransferProxyServer? {
    SessionProxy(nil, environment: variables).server(for: try #require(URL(string: url)))
  }

  @Test func `the environment sets a proxy for each scheme, or one for all`() throws {
    let variables = ["http_proxy": "a.test:1", "HTTPS_PROXY": "https://b.test", "all_proxy": "socks5://c.test:2"]
    #expect(try server(variables) == TransferProxyServer(host: "a.test", port: 1))
    #expect(try server(variables, "https://dogs.test/") == TransferProxyServer(kind: .https, host: "b.test", port: 443))
    #expect(try server(["ALL_PROXY": "socks4://c.test"])?.kind == .socks4)
  }

  @Test func `HTTP_PROXY is ignored, since a client of a CGI script could set it`() throws {
    #expect(try server(["HTTP_PROXY": "a.test:1"]) == nil)
  }

  @Test func `a proxy's URL can contain a credential`() throws {
    let credential = try #require(try server(["http_proxy": "http://ada:a%40b@a.test:1"])?.credential)
    #expect(credential.user == "ada")
    #expect(credential.password == "a@b")
  }

  @Test(arguments: ["", "ftp://a.test", "http://", "::"]) func `a malformed proxy is ignored`(text: String) throws {
    #expect(try server(["http_proxy": text]) == nil)
  }

  @Test func `the environment sets exceptions`() throws {
    let variables = ["http_proxy": "a.test:1", "no_proxy": "localhost, .dogs.test 10.0.0.0/8"]
    for url in ["http://localhost/", "http://rex.dogs.test/", "http://dogs.test/", "http://10.1.2.3/"] {
      #expect(try server(variables, url) == nil, "\(url)")
    }
    for url in ["http://hotdogs.test/", "http://11.1.2.3/"] { #expect(try server(variables, url) != nil, "\(url)") }
  }

  @Test(arguments: [
    ("*", "dogs.test", true), ("*.dogs.test", "rex.dogs.test", true), ("dogs.test", "DOGS.test.", true),
    ("dogs.test", "hotdogs.test", false), ("169.254/16", "169.254.9.9", true), ("169.254/16", "169.255.0.1", false),
    ("10.0.0.0/9", "10.127.0.1", true), ("10.0.0.0/9", "10.128.0.1", false), ("::1", "[::1]", true),
    ("fe80::/10", "[febf::1]", true), ("fe80::/10", "[fec0::1]", false), ("10.0.0.0/33", "10.0.0.0", false),
    ("0.0.0.0/0", "8.8.8.8", true), ("0.0.0.0/0", "dogs.test", false), ("1", "10.0.0.1", false), ("/", "a", false),
  ])
  func `an exception covers hosts by name and suffix`(pattern: String, host: String, isCovered: Bool) {
    #expect(ProxyExceptions([pattern]).contains(host) == isCovered)
  }

  @Test func `simple names can be exceptions`() {
    let exceptions = ProxyExceptions(exceptsSimpleNames: true)
    #expect(exceptions.contains("kennel"))
    #expect(!exceptions.contains("kennel.test"))
    #expect(!exceptions.contains("[::1]"))
  }

  @Test(arguments: [nil, 0, 1] as [Int?])
  func `a dictionary's proxy is used if the dictionary enables it`(value: Int?) throws {
    var dictionary: [AnyHashable: Any] = ["HTTPProxy": "a.test"]
    if let value { dictionary["HTTPEnable"] = value }
    let url = try #require(URL(string: "http://dogs.test/"))
    #expect(SessionProxy(dictionary, environment: [:]).server(for: url)?.host == (value == 1 ? "a.test" : nil))
  }

  @Test func `a dictionary has precedence over the environment`() throws {
    let url = try #require(URL(string: "http://dogs.test/"))
    #expect(SessionProxy([:], environment: ["http_proxy": "a.test"]).server(for: url) == nil)
    let socks: [AnyHashable: Any] = ["SOCKSEnable": true, "SOCKSProxy": "s.test", "SOCKSUser": "ada"]
    let server = SessionProxy(socks, environment: [:]).server(for: url)
    #expect(server?.kind == .socks5)
    #expect(server?.port == 1080)
    #expect(server?.credential?.user == "ada")
  }
}

// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofHTTP

@Suite struct TrustedProxiesTests {
  private static let proxy = HTTPPeer(address: "10.0.0.1", port: 4711, isSecure: false)

  private func client(
    _ kind: TrustedProxies.Fields, _ fields: KeyValuePairs<HTTPFieldName, String>, proxy: HTTPPeer = proxy
  ) throws -> HTTPPeer {
    let networks = try ["10.0.0.0/8", "2001:db8:1::/48"].map { try #require(IPNetwork($0)) }
    return TrustedProxies(networks: networks, fields: kind).client(behind: proxy, saying: HTTPFields(fields))
  }

  // MARK: X-Forwarded-For

  @Test(arguments: [
    ("203.0.113.9", "203.0.113.9", 0), ("203.0.113.9:81", "203.0.113.9", 81), ("2001:db8::9", "2001:db8::9", 0),
    ("[2001:db8::9]:81", "2001:db8::9", 81), ("[2001:db8::9]", "2001:db8::9", 0),
    ("::ffff:203.0.113.9", "203.0.113.9", 0), (" 203.0.113.9\t", "203.0.113.9", 0),
  ])
  func `the address that a proxy adds is the client's`(_ value: String, _ address: String, _ port: Int) throws {
    let client = try client(.xForwarded, [.xForwardedFor: value])
    #expect(client.address == address)
    #expect(client.port == port)
  }

  @Test(arguments: [
    "1.1.1.1, 203.0.113.9", "10.0.0.9, 203.0.113.9", "203.0.113.9, 10.0.0.2",
    "1.1.1.1, 203.0.113.9, 10.0.0.2, 10.1.1.1",
    "nonsense, 203.0.113.9", ",,203.0.113.9,,", "203.0.113.9, 2001:db8:1::7",
    "10.0.0.3, unknown, 203.0.113.9, 10.0.0.2",
  ])
  func `a chain is walked from its end to the first untrusted address`(_ value: String) throws {
    #expect(try client(.xForwarded, [.xForwardedFor: value]).address == "203.0.113.9")
  }

  @Test func `several field lines are one chain`() throws {
    let fields: KeyValuePairs<HTTPFieldName, String> = [
      .xForwardedFor: "1.1.1.1", .xForwardedFor: "203.0.113.9, 10.0.0.3", .xForwardedFor: "10.0.0.2",
    ]
    #expect(try client(.xForwarded, fields).address == "203.0.113.9")
  }

  @Test func `if all addresses are proxies, the farthest is the client`() throws {
    #expect(try client(.xForwarded, [.xForwardedFor: "10.0.0.5, 10.0.0.4"]).address == "10.0.0.5")
  }

  @Test(arguments: [
    ("203.0.113.9, unknown", "10.0.0.1"), ("203.0.113.9, _hidden, 10.0.0.2", "10.0.0.2"), ("203.0.113.9:x", "10.0.0.1"),
    ("1.1.1.1, 999.1.1.1", "10.0.0.1"), ("", "10.0.0.1"), ("unix:", "10.0.0.1"), ("203.0.113.9:70000", "10.0.0.1"),
    ("[203.0.113.9]", "10.0.0.1"), ("[::1", "10.0.0.1"),
  ])
  func `an unreadable hop ends the walk at the proxy that added it`(
    _ value: String, _ address: String
  ) throws {
    #expect(try client(.xForwarded, [.xForwardedFor: value]).address == address)
  }

  @Test func `a field that the proxies do not write is ignored`() throws {
    #expect(try client(.xForwarded, [.forwarded: "for=1.1.1.1;proto=https"]) == Self.proxy)
    #expect(try client(.forwarded, [.xForwardedFor: "1.1.1.1", .xForwardedProto: "https"]) == Self.proxy)
  }

  @Test(arguments: [
    ("203.0.113.9", "https", true), ("203.0.113.9", "HTTPS", true), ("203.0.113.9", "http", false),
    ("203.0.113.9", "gopher", false), ("203.0.113.9", "", false), ("203.0.113.9, 10.0.0.2", "https", true),
    ("203.0.113.9, 10.0.0.2", "https, http", true), ("203.0.113.9, 10.0.0.2", "http, https", false),
    ("1.1.1.1, 203.0.113.9, 10.0.0.2", "http, https, http", true), ("203.0.113.9", "http, https", true),
  ])
  func `the scheme is that of the client's connection`(_ hops: String, _ schemes: String, _ isSecure: Bool) throws {
    let fields: KeyValuePairs<HTTPFieldName, String> = [.xForwardedFor: hops, .xForwardedProto: schemes]
    #expect(try client(.xForwarded, fields).isSecure == isSecure)
  }

  @Test func `without a forwarded scheme the encryption of the proxy's connection counts`() throws {
    let proxy = HTTPPeer(address: "10.0.0.1", port: 1, isSecure: true)
    #expect(try client(.xForwarded, [.xForwardedFor: "203.0.113.9"], proxy: proxy).isSecure)
    #expect(try !client(.xForwarded, [.xForwardedProto: "http"], proxy: proxy).isSecure)
  }

  @Test func `the user of a Unix socket is the proxy's and not the client's`() throws {
    let proxy = HTTPPeer(address: "unix", port: 0, isSecure: false, userID: 33)
    let client = try client(.xForwarded, [.xForwardedFor: "203.0.113.9"], proxy: proxy)
    #expect(client == HTTPPeer(address: "203.0.113.9", port: 0, isSecure: false))
  }

  // MARK: Forwarded

  @Test(arguments: [
    ("for=203.0.113.9", "203.0.113.9", false), ("for=203.0.113.9;proto=https", "203.0.113.9", true),
    ("For=\"[2001:db8::9]:4711\";Proto=HTTPS;by=10.0.0.1;host=photos.example.org", "2001:db8::9", true),
    ("for=1.1.1.1, for=203.0.113.9;proto=https", "203.0.113.9", true),
    ("for=203.0.113.9;proto=https, for=10.0.0.2;proto=http", "203.0.113.9", true),
    ("for=203.0.113.9;proto=http , for=10.0.0.2;proto=https", "203.0.113.9", false),
    (";for=203.0.113.9;;", "203.0.113.9", false), ("proto=https; for=\"203.0.113.9\"", "203.0.113.9", true),
    ("for=\"203.0.113.9\\:80\"", "203.0.113.9", false),
  ])
  func `elements of Forwarded are walked in the same way`(_ value: String, _ address: String, _ isSecure: Bool) throws {
    let client = try client(.forwarded, [.forwarded: value])
    #expect(client.address == address)
    #expect(client.isSecure == isSecure)
  }

  @Test(arguments: [
    "for=203.0.113.9, for=unknown", "for=203.0.113.9, for=_hidden", "for=203.0.113.9, proto=https", "for=2001:db8::9",
    "for=203.0.113.9:80", "for", "=203.0.113.9", "for=203.0.113.9 for=1.1.1.1", "for=203.0.113.9;for=1.1.1.1",
    "for=\"203.0.113.9", "for=203.0.113.9;\"", "", "for= 203.0.113.9",
  ])
  func `an element that is malformed or without an address ends the walk`(_ value: String) throws {
    #expect(try client(.forwarded, [.forwarded: value]).address == "10.0.0.1")
  }

  @Test(arguments: [
    "for=\"", "for=\"1.1.1.1", "x=\"\\", "for=1.1.1.1;x=\"", "for=1.1.1.1,x=\"a", "\"", "for=1.1.1.1\\",
  ])
  func `an unclosed quote of a client does not swallow its proxy's element`(_ own: String) throws {
    for added in ["for=203.0.113.9", "for=\"[2001:db8::9]:1\";proto=https", "for=\"203.0.113.9\";by=\"10.0.0.1\""] {
      let sameLine = try client(.forwarded, [.forwarded: "\(own), \(added)"]).address
      #expect(["10.0.0.1", "203.0.113.9", "2001:db8::9"].contains(sameLine), "\(own), \(added)")
      let ownLine = try client(.forwarded, [.forwarded: own, .forwarded: added]).address
      #expect(ownLine == "203.0.113.9" || ownLine == "2001:db8::9", "\(own), \(added)")
    }
  }
}

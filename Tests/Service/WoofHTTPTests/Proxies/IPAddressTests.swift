// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofHTTP

@Suite struct IPAddressTests {
  @Test(arguments: [
    ("192.0.2.1", "192.0.2.1"), ("0.0.0.0", "0.0.0.0"), ("2001:DB8:0:0::1", "2001:db8::1"), ("::1", "::1"),
    ("::ffff:192.0.2.1", "192.0.2.1"), ("::", "::"),
  ])
  func `an address is read, and written in its usual form`(_ text: String, _ usual: String) throws {
    #expect(try #require(IPAddress(text)).description == usual)
    #expect(IPAddress(usual) == IPAddress(text))
  }

  @Test(arguments: [
    "", "192.0.2", "192.0.2.256", "192.0.2.01x", "[::1]", "::1%lo", "localhost", "1.2.3.4 ", "1.2.3.4\0", "12345",
    ":::",
    "0x7f.0.0.1", String(repeating: "1", count: 100),
  ])
  func `a malformed address is refused`(_ text: String) { #expect(IPAddress(text) == nil) }

  @Test(arguments: [
    ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("192.0.2.7", "192.0.2.7", true),
    ("192.0.2.7", "192.0.2.8", false), ("192.0.2.128/25", "192.0.2.200", true), ("192.0.2.128/25", "192.0.2.1", false),
    ("0.0.0.0/0", "203.0.113.9", true), ("0.0.0.0/0", "2001:db8::1", false), ("::/0", "2001:db8::1", true),
    ("::/0", "203.0.113.9", false), ("2001:db8::/32", "2001:db8:ffff::1", true),
    ("2001:db8::/32", "2001:db9::1", false),
    ("2001:db8::/65", "2001:db8::8000:0:0:1", false), ("10.0.0.0/8", "::ffff:10.1.2.3", true),
    ("::ffff:10.0.0.0/104", "10.1.2.3", true), ("10.1.2.3/8", "10.9.9.9", true), ("fe80::1", "fe80::2", false),
  ])
  func `a network contains the addresses with its prefix`(_ network: String, _ address: String, _ has: Bool) throws {
    #expect(try #require(IPNetwork(network)).contains(try #require(IPAddress(address))) == has)
  }

  @Test(arguments: [
    "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/8/8", "::/129", "/8", "10/8", "10.0.0.0/ 8", "",
  ])
  func `a malformed network is refused`(_ text: String) { #expect(IPNetwork(text) == nil) }

  @Test func `a network is written as its first address and its prefix length`() {
    #expect(IPNetwork("10.1.2.3/8")?.description == "10.0.0.0/8")
    #expect(IPNetwork("2001:db8::1/32")?.description == "2001:db8::/32")
    #expect(IPNetwork("192.0.2.1/32")?.description == "192.0.2.1")
  }
}

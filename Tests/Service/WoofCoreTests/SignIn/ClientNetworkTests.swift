// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofCore

@Suite struct ClientNetworkTests {
  @Test(arguments: [
    ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"), ("2001:DB8:1:2::1", "2001:db8:1:2::1"),
    ("::1", "::2"), ("fe80::1%eth0", "fe80::2%eth1"), ("::ffff:192.0.2.7", "192.0.2.7"), ("192.0.2.7", "192.0.2.7"),
  ])
  func `addresses that one client can hold are one network`(left: String, right: String) {
    #expect(ClientNetwork(left) == ClientNetwork(right))
  }

  @Test(arguments: [
    ("192.0.2.7", "192.0.2.8"), ("2001:db8:1:2::1", "2001:db8:1:3::1"), ("::ffff:192.0.2.7", "::ffff:192.0.2.8"),
    ("::ffff:192.0.2.7", "::1"), ("unix", "127.0.0.1"), ("", "unix"),
  ])
  func `addresses of different clients are different networks`(left: String, right: String) {
    #expect(ClientNetwork(left) != ClientNetwork(right))
  }

  @Test(arguments: ["", ":", "1:2", "unix", "%", "2001:db8::1::2", "::ffff:300.0.0.1"])
  func `text that is not an address stands for itself`(text: String) {
    #expect(ClientNetwork(text) == ClientNetwork(text))
    #expect(ClientNetwork(text) != ClientNetwork(text + "x"))
  }

  @Test(arguments: [
    "192.0.2.7", "0.0.0.0", "255.255.255.255", "2001:db8:1:2::1", "::1", "::ffff:192.0.2.7", "fe80::1%eth0",
    "ffff:ffff:ffff:ffff::", "", "unix", "300.1.1.1",
  ])
  func `the text of a network stands for the same one`(address: String) {
    let network = ClientNetwork(address)
    #expect(ClientNetwork(network.text) == network)
  }

  @Test(arguments: [
    ("192.0.2.7", "192.0.2.250"), ("::ffff:192.0.2.7", "192.0.2.8"), ("2001:db8:1:200::1", "2001:db8:1:2ff::1"),
    ("unix", "unix"), ("0.0.0.0", "0.0.0.255"), ("255.255.255.0", "255.255.255.255"),
  ])
  func `a block is a /24 of IPv4 or a /56 of IPv6`(left: String, right: String) {
    #expect(ClientNetwork(left).block == ClientNetwork(right).block)
    #expect(ClientNetwork(left).wideBlock == ClientNetwork(right).wideBlock)
  }

  @Test(arguments: [
    ("192.0.2.7", "192.0.3.7"), ("2001:db8:1:200::1", "2001:db8:1:300::1"), ("127.1.2.3", "127.1.3.3"),
  ])
  func `a wide block is a /16 of IPv4 or a /32 of IPv6`(left: String, right: String) {
    #expect(ClientNetwork(left).block != ClientNetwork(right).block)
    #expect(ClientNetwork(left).wideBlock == ClientNetwork(right).wideBlock)
  }

  @Test(arguments: [
    ("192.0.2.7", "192.1.2.7"), ("2001:db8::1", "2001:db9::1"), ("unix", "other"), ("0.0.0.0", "::"),
    ("192.0.2.7", "2001:db8::1"),
  ])
  func `wide blocks of different providers differ`(left: String, right: String) {
    #expect(ClientNetwork(left).wideBlock != ClientNetwork(right).wideBlock)
  }

  @Test(arguments: [
    "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", "1..3.4", "1.2.3.", ".1.2.3", "1.2.3.4 ", "1.2.3.-4",
  ])
  func `other text is not taken for an IPv4 address`(text: String) {
    #expect(ClientNetwork(text).block != ClientNetwork("1.2.3.4").block)
    #expect(ClientNetwork(text).wideBlock == ClientNetwork(text).block)
  }
}

import Testing

@testable import WoofCore

@Suite struct ClientNetworkTests {
  @Test(arguments: [
    ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"), ("2001:DB8:1:2::1", "2001:db8:1:2::1"),
    ("::1", "::2"), ("fe80::1%eth0", "fe80::2%eth1"), ("::ffff:192.0.2.7", "192.0.2.7"), ("192.0.2.7", "192.0.2.7"),
  ])
  func `addresses that one client may hold are one network`(left: String, right: String) {
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
  func `text that is no address stands for itself`(text: String) {
    #expect(ClientNetwork(text) == ClientNetwork(text))
    #expect(ClientNetwork(text) != ClientNetwork(text + "x"))
  }
}

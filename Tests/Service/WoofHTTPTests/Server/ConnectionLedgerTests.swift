// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Testing

@testable import WoofHTTP

@Suite struct ConnectionLedgerTests {
  @Test func `connections are counted in all and by address`() {
    let ledger = ConnectionLedger(limit: 4, limitPerAddress: 2)
    #expect(ledger.admit(1) == .admitted)
    #expect(ledger.admit(1) == .admitted)
    #expect(ledger.admit(1) == .addressFull)
    #expect(ledger.admit(2) == .admitted)
    #expect(ledger.admit(nil) == .admitted)
    #expect(ledger.admit(3) == .full)
    ledger.release(1)
    #expect(ledger.statistics.openCount == 3)
    #expect(ledger.admit(1) == .admitted)
    #expect(ledger.admit(1) == .full)
    #expect(ledger.statistics.acceptedCount == 5)
    #expect(ledger.statistics.refusedCount == 2)
    #expect(ledger.statistics.refusedByAddressCount == 1)
  }

  @Test func `a connection admitted without an address can be counted by one later`() {
    let ledger = ConnectionLedger(limit: 10, limitPerAddress: 1)
    #expect(ledger.admit(nil) == .admitted)
    #expect(ledger.admit(nil) == .admitted)
    #expect(ledger.count(7))
    #expect(!ledger.count(7))
    #expect(ledger.statistics.openCount == 2)
    #expect(ledger.statistics.refusedByAddressCount == 1)
    ledger.release(7)
    #expect(ledger.count(7))
  }

  @Test func `addresses of one IPv6 network count as one`() throws {
    let keys = try ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:db8:1:3::1"].map { try key(of: $0) }
    #expect(keys[0] == keys[1])
    #expect(keys[0] != keys[2])
  }

  @Test func `an IPv4 address counts the same when it comes in IPv6 form`() throws {
    #expect(try key(of: "::ffff:192.0.2.7") == key(of: "192.0.2.7"))
    #expect(try key(of: "192.0.2.8") != key(of: "192.0.2.7"))
    #expect(try SocketAddress.resolve(host: "::ffff:192.0.2.7", port: 1).first?.text == "192.0.2.7")
  }

  private func key(of address: String) throws -> UInt64? {
    try #require(try SocketAddress.resolve(host: address, port: 80).first).ipAddress?.countingKey
  }
}

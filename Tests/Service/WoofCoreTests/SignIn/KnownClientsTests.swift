// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCryptography
import WoofModel

@testable import WoofCore

@Suite struct KnownClientsTests {
  private let key = MessageAuthenticator(key: [1, 2, 3])

  private func pair(_ name: String? = "ada", _ address: String = "192.0.2.1") -> SignInPair {
    SignInPair(name: name.flatMap { AccountName($0) }, network: ClientNetwork(address))
  }

  private func fingerprint(_ password: String = "walkies") -> CredentialFingerprint {
    CredentialFingerprint(name: "ada", password: password, under: key)
  }

  private func clients(capacity: Int = 100) -> KnownClients {
    KnownClients(capacity: capacity, credentialLifetime: 100, placeLifetime: 1000)
  }

  @Test func `nobody is known at first`() {
    #expect(!clients().knows(fingerprint(), at: 0))
    #expect(clients().standing(of: pair(), at: 0) == .unknown)
  }

  @Test func `a credential that was right is known for its lifetime, and no other is`() {
    var clients = clients()
    clients.remember(fingerprint(), from: [pair()], at: 0)
    #expect(clients.knows(fingerprint(), at: 99))
    #expect(!clients.knows(fingerprint("Walkies"), at: 99))
    #expect(!clients.knows(fingerprint(), at: 100))
  }

  @Test func `a credential that returns stays known, and one that has become wrong does not`() {
    var clients = clients()
    clients.remember(fingerprint(), from: [pair()], at: 0)
    clients.remember(fingerprint(), from: [pair()], at: 90)
    #expect(clients.knows(fingerprint(), at: 189))
    clients.forget(fingerprint())
    #expect(!clients.knows(fingerprint(), at: 100))
  }

  @Test func `an address that signed in is known to its account, its neighbours are near, others unknown`() {
    var clients = clients()
    clients.remember(fingerprint(), from: [pair()], at: 0)
    #expect(clients.standing(of: pair(), at: 999) == .known)
    #expect(clients.standing(of: pair("ada", "192.0.2.9"), at: 999) == .nearby(pair().network.block))
    #expect(clients.standing(of: pair("ada", "192.0.3.1"), at: 999) == .unknown)
    #expect(clients.standing(of: pair("bob"), at: 999) == .unknown)
    #expect(clients.standing(of: pair(nil), at: 999) == .unknown)
    #expect(clients.standing(of: pair(), at: 1000) == .unknown)
  }

  @Test func `the number of known clients is bounded`() {
    var clients = clients(capacity: 10)
    for index in 0..<1000 {
      clients.remember(fingerprint("\(index)"), from: [pair("ada", "10.0.\(index / 250).\(index % 250)")], at: 0)
    }
    #expect((0..<1000).count { clients.knows(fingerprint("\($0)"), at: 1) } <= 10)
    #expect(clients.knows(fingerprint("999"), at: 1))
  }
}

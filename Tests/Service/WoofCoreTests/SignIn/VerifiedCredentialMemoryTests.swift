// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCryptography
import WoofModel

@testable import WoofCore

@Suite struct VerifiedCredentialMemoryTests {
  private let home = ClientNetwork("192.0.2.1")
  private let away = ClientNetwork("192.0.2.2")
  private let key = MessageAuthenticator(key: [1, 2, 3])
  private let credential: Principal

  init() throws {
    let name = try AccountName("ada").orThrow()
    credential = Principal(id: AccountID(rawValue: 1), name: name, isAdministrator: false)
  }

  private func fingerprint(_ name: String = "ada", _ password: String = "walkies") -> CredentialFingerprint {
    CredentialFingerprint(name: name, password: password, under: key)
  }

  private func memory(capacity: Int = 100) -> VerifiedCredentialMemory {
    VerifiedCredentialMemory(capacity: capacity, idleLimit: 300, lifetime: 1000)
  }

  @Test func `a remembered credential is found, in its generation and from its network`() {
    var memory = memory()
    memory.remember(credential, as: fingerprint(), from: [home], generation: 5, at: 0)
    let found = memory.find(fingerprint(), from: home, generation: 5, at: 1)
    #expect(found?.principal == credential)
    #expect(found?.isCurrent == true)
    #expect(found?.isFromKnownNetwork == true)
  }

  @Test func `another name or another password is not found`() {
    var memory = memory()
    memory.remember(credential, as: fingerprint(), from: [home], generation: 5, at: 0)
    for other in [
      fingerprint("ad", "awalkies"), fingerprint("ada", "Walkies"), fingerprint("ada", ""),
      fingerprint("", "adawalkies"),
    ] {
      #expect(memory.find(other, from: home, generation: 5, at: 1) == nil)
    }
  }

  @Test func `an unused credential is forgotten after the idle limit, and a used one stays`() {
    var memory = memory()
    memory.remember(credential, as: fingerprint(), from: [home], generation: 1, at: 0)
    #expect(memory.find(fingerprint(), from: home, generation: 1, at: 299) != nil)
    #expect(memory.find(fingerprint(), from: home, generation: 1, at: 598) != nil)
    #expect(memory.find(fingerprint(), from: home, generation: 1, at: 898) == nil)
    #expect(memory.count == 0)
  }

  @Test func `no credential outlives its lifetime`() {
    var memory = memory()
    memory.remember(credential, as: fingerprint(), from: [home], generation: 1, at: 0)
    for now in stride(from: Int64(100), to: 1000, by: 100) {
      #expect(memory.find(fingerprint(), from: home, generation: 1, at: now) != nil)
    }
    #expect(memory.find(fingerprint(), from: home, generation: 1, at: 1000) == nil)
  }

  @Test func `an entry of an earlier generation is found as an earlier one`() {
    var memory = memory()
    memory.remember(credential, as: fingerprint(), from: [home], generation: 1, at: 0)
    #expect(memory.find(fingerprint(), from: home, generation: 2, at: 1)?.isCurrent == false)
  }

  @Test func `an entry that was checked again keeps its networks and its age`() {
    var memory = memory()
    memory.remember(credential, as: fingerprint(), from: [home], generation: 1, at: 0)
    memory.remember(credential, as: fingerprint(), from: [away], generation: 2, at: 250)
    #expect(memory.find(fingerprint(), from: home, generation: 2, at: 500)?.isFromKnownNetwork == true)
    #expect(memory.find(fingerprint(), from: away, generation: 2, at: 750)?.isFromKnownNetwork == true)
    #expect(memory.find(fingerprint(), from: home, generation: 2, at: 1000) == nil)
  }

  @Test func `an entry of another password starts anew, even if its text is the same`() {
    var memory = memory()
    memory.remember(credential, as: fingerprint(), from: [home], generation: 1, at: 0)
    var renewed = credential
    renewed.passwordVersion = 2
    memory.remember(renewed, as: fingerprint(), from: [away], generation: 2, at: 1)
    #expect(memory.find(fingerprint(), from: home, generation: 2, at: 2)?.isFromKnownNetwork == false)
  }

  @Test func `a network is known after it was added`() {
    var memory = memory()
    memory.remember(credential, as: fingerprint(), from: [home], generation: 1, at: 0)
    #expect(memory.find(fingerprint(), from: away, generation: 1, at: 1)?.isFromKnownNetwork == false)
    memory.add(away, to: fingerprint())
    #expect(memory.find(fingerprint(), from: away, generation: 1, at: 1)?.isFromKnownNetwork == true)
  }

  @Test func `the oldest of many networks is forgotten`() {
    var memory = memory()
    memory.remember(credential, as: fingerprint(), from: [home], generation: 1, at: 0)
    for index in 0..<16 { memory.add(ClientNetwork("198.51.100.\(index)"), to: fingerprint()) }
    #expect(memory.find(fingerprint(), from: home, generation: 1, at: 1)?.isFromKnownNetwork == false)
    #expect(
      memory.find(fingerprint(), from: ClientNetwork("198.51.100.0"), generation: 1, at: 1)?.isFromKnownNetwork == true)
  }

  @Test func `a forgotten credential is not found`() {
    var memory = memory()
    memory.remember(credential, as: fingerprint(), from: [home], generation: 1, at: 0)
    memory.forget(fingerprint())
    #expect(memory.find(fingerprint(), from: home, generation: 1, at: 1) == nil)
  }

  @Test func `there are never more credentials than the capacity`() {
    var memory = memory(capacity: 20)
    for index in 0..<1000 {
      memory.remember(credential, as: fingerprint("ada", "\(index)"), from: [home], generation: 1, at: 0)
    }
    #expect(memory.count <= 20)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCryptography
import WoofModel

@testable import WoofCore

/// Tests that a sign-in renews a password hash whose cost is not the configured one.
@Suite struct HashRenewalTests {
  private static let old = PasswordHash.Cost(logarithmOfN: 3)
  private let desk: SignInDesk
  private let name: AccountName

  init() throws {
    desk = try SignInDesk()
    name = try AccountName("bob").orThrow()
    try desk.store.add("bob", password: "fetch me!", cost: Self.old)
  }

  private func cost() async throws -> PasswordHash.Cost? {
    try await desk.store.credential(of: name)?.passwordHash.cost
  }

  private func waitForRenewal() async { while desk.authenticator.counts.renewals < 1 { await Task.yield() } }

  @Test func `a hash of another cost is renewed at sign-in, and the sign-in stays remembered`()
    async throws
  {
    #expect(await desk.refusal("bob", "fetch me!") == nil)
    await waitForRenewal()
    #expect(try await cost() == MemoryCredentialStore.cost)
    #expect(desk.authenticator.remembered(name: "bob", password: "fetch me!", address: SignInDesk.home) != nil)
    let stored = try #require(try await desk.store.credential(of: name))
    #expect(try stored.passwordHash.matches("fetch me!"))
    #expect(stored.account.passwordVersion == 1)
  }

  @Test func `a hash of the configured cost stays, and so does one after a wrong password`() async throws {
    let hash = try await desk.store.credential(of: try AccountName("ada").orThrow())?.passwordHash
    #expect(await desk.letsAdaIn())
    #expect(await desk.refusal("bob", "fetch you!")?.code == .authenticationRequired)
    #expect(await desk.refusal("bob", "fetch me!") == nil)
    await waitForRenewal()
    #expect(try await desk.store.credential(of: try AccountName("ada").orThrow())?.passwordHash == hash)
    #expect(desk.authenticator.counts.renewals == 1)
  }

  @Test func `an unknown name costs as much as accounts do, whatever new hashes cost`() async throws {
    // A hash of the configured cost cannot be made at all.
    let authenticator = Authenticator(
      credentials: desk.store, time: desk.time, workers: WorkerPool(name: "hash", threadCount: 1),
      configuration: Authenticator.Configuration(passwordCost: PasswordHash.Cost(logarithmOfN: 40)))
    for name in ["nobody", "No Body", ""] {
      let error = await #expect(throws: WoofError.self) {
        _ = try await authenticator.principal(name: name, password: "walkies?", address: SignInDesk.home)
      }
      #expect(error?.code == .authenticationRequired)
    }
  }

  @Test func `costs are counted again after a while, and the last count holds if that fails`() async throws {
    let decoys = PasswordDecoys(
      for: desk.store, time: desk.time, standard: .standard, key: MessageAuthenticator(key: [1]))
    let costs = [Self.old, MemoryCredentialStore.cost]
    #expect(costs.contains(try await decoys.hash(for: "nobody").cost))
    let third = PasswordHash.Cost(logarithmOfN: 2)
    for name in ["ada", "bob"] {
      try await desk.store.setPasswordHash(.decoy(cost: third), of: try AccountName(name).orThrow())
    }
    #expect(costs.contains(try await decoys.hash(for: "nobody").cost))
    desk.time.advance(by: .seconds(601))
    desk.store.fail(with: WoofError(.unavailable, "The accounts cannot be read."))
    #expect(costs.contains(try await decoys.hash(for: "nobody").cost))
    desk.store.fail(with: nil)
    #expect(try await decoys.hash(for: "nobody").cost == third)
  }
}

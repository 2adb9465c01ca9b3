// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

@Suite struct AuthenticatorTests {
  @Test func `the right password gives the principal of the account`() async throws {
    let desk = try SignInDesk()
    try desk.store.add("root", password: "kennel master", isAdministrator: true)
    let principal = try await desk.authenticator.principal(
      name: "root", password: "kennel master", address: SignInDesk.home)
    #expect(principal.name.text == "root")
    #expect(principal.isAdministrator)
    #expect(try await desk.store.summary(of: principal.id)?.account.name == principal.name)
  }

  @Test func `wrong passwords, unknown and disabled accounts look alike and cost one hash each`() async throws {
    let desk = try SignInDesk()
    try desk.store.add("bob", password: "fetch me!")
    try await desk.store.setDisabled(true, of: try AccountName("bob").orThrow())
    var messages: Set<String> = []
    let tries = [
      ("ada", "walkies?"), ("ada", ""), ("nobody", "walkies!"), ("bob", "fetch me!"), ("Ädä", "x"), ("", ""),
    ]
    for (index, (name, password)) in tries.enumerated() {
      let error = await desk.refusal(name, password, from: "192.0.2.\(index)")
      #expect(error?.code == .authenticationRequired)
      #expect(error?.cause == nil)
      messages.insert(error?.message ?? "")
      #expect(desk.authenticator.counts.hashes == index + 1)
    }
    #expect(messages.count == 1)
  }

  @Test func `a verified credential is remembered, and no other is`() async throws {
    let desk = try SignInDesk()
    #expect(desk.remembered() == nil)
    #expect(await desk.letsAdaIn())
    #expect(desk.remembered() == "ada")
    #expect(desk.remembered("walkies?") == nil)
    #expect(desk.authenticator.remembered(name: "ad", password: "awalkies!", address: SignInDesk.home) == nil)
    #expect(await desk.letsAdaIn())
    #expect(desk.authenticator.counts.hashes == 1)
  }

  @Test func `a wrong credential is not remembered`() async throws {
    let desk = try SignInDesk()
    _ = await desk.refusal("ada", "walkies?")
    #expect(desk.remembered("walkies?") == nil)
    #expect(desk.authenticator.rememberedCount == 0)
  }

  @Test func `a credential unused for five minutes is hashed again`() async throws {
    let desk = try SignInDesk()
    #expect(await desk.letsAdaIn())
    desk.time.advance(by: .seconds(299))
    #expect(desk.remembered() == "ada")
    desk.time.advance(by: .seconds(300))
    #expect(desk.remembered() == nil)
    #expect(await desk.letsAdaIn())
    #expect(desk.authenticator.counts.hashes == 2)
  }

  @Test func `a changed password is refused at once, and the new one is taken`() async throws {
    let desk = try SignInDesk()
    #expect(await desk.letsAdaIn())
    try await desk.authenticator.setPassword(of: try AccountName("ada").orThrow(), to: "new tricks")
    #expect(desk.remembered() == nil)
    #expect(await desk.refusal("ada", "walkies!")?.code == .authenticationRequired)
    #expect(await desk.refusal("ada", "new tricks") == nil)
  }

  @Test func `a disabled account is refused at once, and accepted again when it is enabled`() async throws {
    let desk = try SignInDesk()
    let name = try AccountName("ada").orThrow()
    #expect(await desk.letsAdaIn())
    try await desk.store.setDisabled(true, of: name)
    #expect(desk.remembered() == nil)
    #expect(await desk.refusal("ada", "walkies!")?.code == .authenticationRequired)
    try await desk.store.setDisabled(false, of: name)
    #expect(await desk.letsAdaIn())
  }

  @Test func `a change of another account costs a look-up and no hash`() async throws {
    let desk = try SignInDesk()
    #expect(await desk.letsAdaIn())
    try desk.store.add("bob", password: "fetch me!")
    #expect(desk.remembered() == nil)
    #expect(await desk.letsAdaIn())
    #expect(desk.remembered() == "ada")
    #expect(desk.authenticator.counts.hashes == 1)
  }

  @Test func `an error of the store is thrown, and is no failure of the credential`() async throws {
    let desk = try SignInDesk()
    desk.store.fail(with: WoofError(.unavailable, "The database is busy."))
    for _ in 0..<20 { #expect(await desk.refusal("ada", "walkies!")?.code == .unavailable) }
    desk.store.fail(with: nil)
    #expect(await desk.letsAdaIn())
    #expect(desk.authenticator.counts.failures == 0)
  }

  @Test func `a sign-in without a free hash is refused as unavailable, and nobody has failed`() async throws {
    let desk = try SignInDesk(workers: WorkerPool(name: "hash", threadCount: 1, queueLimit: 0))
    for _ in 0..<20 {
      let error = await desk.refusal("ada", "walkies!")
      #expect(error?.code == .unavailable)
      #expect(error?.retryAfter == 1)
    }
    #expect(desk.authenticator.counts.throttled == 0)
  }

  @Test func `the counts describe what happened`() async throws {
    let desk = try SignInDesk(limits: SignInLimits(pairAllowance: 2))
    #expect(await desk.letsAdaIn())
    #expect(desk.remembered() == "ada")
    await desk.fail(3, as: "bob")
    var expected = SignInCounts()
    expected.attempts = 5
    expected.remembered = 1
    expected.failures = 2
    expected.refusals = [.pairFailures: 1]
    expected.hashes = 3
    #expect(desk.authenticator.counts == expected)
    #expect(desk.authenticator.counts.throttled == 1)
  }
}

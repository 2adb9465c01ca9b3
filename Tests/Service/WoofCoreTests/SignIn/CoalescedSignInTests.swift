// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Testing
import WoofCore
import WoofCryptography
import WoofModel

@Suite struct CoalescedSignInTests {
  /// A pool whose only thread is busy until the gate is opened.
  private func busyWorkers(until gate: DispatchSemaphore) async -> WorkerPool {
    let workers = WorkerPool(name: "hash", threadCount: 1)
    await workers.block(until: gate)
    return workers
  }

  private func waitForAttempts(_ count: Int, at desk: SignInDesk) async {
    while desk.authenticator.counts.attempts < count { await Task.yield() }
  }

  private func refusals(
    _ tries: [(password: String, address: String)], at desk: SignInDesk, opening gate: DispatchSemaphore
  ) async -> [WoofError?] {
    await withTaskGroup(of: WoofError?.self) { group in
      for (password, address) in tries {
        group.addTask { await desk.refusal("ada", password, from: address) }
      }
      await waitForAttempts(tries.count, at: desk)
      gate.signal()
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  @Test func `128 connections with the same new credential cost one hash`() async throws {
    let gate = DispatchSemaphore(value: 0)
    let desk = try SignInDesk(workers: await busyWorkers(until: gate))
    let tries = Array(repeating: (password: "walkies!", address: SignInDesk.home), count: 128)
    let refusals = await refusals(tries, at: desk, opening: gate)
    #expect(refusals.allSatisfy { $0 == nil })
    #expect(desk.authenticator.counts.hashes == 1)
  }

  @Test func `the same wrong credential at once counts as one failure of its pair`() async throws {
    let gate = DispatchSemaphore(value: 0)
    let desk = try SignInDesk(workers: await busyWorkers(until: gate))
    let tries = Array(repeating: (password: "walkies?", address: SignInDesk.home), count: 50)
    let refusals = await refusals(tries, at: desk, opening: gate)
    #expect(refusals.allSatisfy { $0?.code == .authenticationRequired })
    #expect(desk.authenticator.counts.hashes == 1)
    #expect(await desk.letsAdaIn())
  }

  @Test func `different guesses at once stay within the allowance`() async throws {
    let gate = DispatchSemaphore(value: 0)
    let desk = try SignInDesk(workers: await busyWorkers(until: gate))
    let tries = (0..<30).map { (password: "guess \($0)", address: SignInDesk.home) }
    let refusals = await refusals(tries, at: desk, opening: gate)
    #expect(refusals.count { $0?.code == .authenticationRequired } == 5)
    #expect(refusals.count { $0?.code == .tooManyRequests } == 25)
    #expect(desk.authenticator.counts.hashes == 5)
  }

  @Test func `the same guess from many networks costs one hash, and a failure of each`() async throws {
    let gate = DispatchSemaphore(value: 0)
    let desk = try SignInDesk(workers: await busyWorkers(until: gate), limits: SignInLimits(pairAllowance: 1))
    let addresses = (0..<10).map { "192.0.2.\($0)" }
    _ = await refusals(addresses.map { (password: "walkies?", address: $0) }, at: desk, opening: gate)
    #expect(desk.authenticator.counts.hashes == 1)
    for address in addresses { #expect(await desk.refusal("ada", "walkies!", from: address)?.code == .tooManyRequests) }
  }

  @Test func `a password changed meanwhile is not accepted by a hash that began before`() async throws {
    let gate = DispatchSemaphore(value: 0)
    let desk = try SignInDesk(workers: await busyWorkers(until: gate))
    async let before = desk.refusal("ada", "walkies!")
    await waitForAttempts(1, at: desk)
    let hash = try PasswordHash(hashing: "new tricks", cost: MemoryCredentialStore.cost)
    try await desk.store.setPasswordHash(hash, of: try AccountName("ada").orThrow())
    async let after = desk.refusal("ada", "walkies!")
    await waitForAttempts(2, at: desk)
    gate.signal()
    #expect(await after?.code == .authenticationRequired)
    _ = await before
    #expect(desk.remembered() == nil)
  }

  @Test func `the first client can leave, and the others get their result`() async throws {
    let gate = DispatchSemaphore(value: 0)
    let desk = try SignInDesk(workers: await busyWorkers(until: gate))
    let first = Task { await desk.refusal("ada", "walkies!") }
    await waitForAttempts(1, at: desk)
    async let second = desk.refusal("ada", "walkies!")
    await waitForAttempts(2, at: desk)
    first.cancel()
    gate.signal()
    #expect(await second == nil)
    #expect(desk.authenticator.counts.hashes == 1)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Testing
import WoofCore
import WoofModel

/// Tests the effect that clients which cause many hashes have on others.
@Suite struct SharedHashingTests {
  /// A desk with the account `bob` besides, whose only thread for hashes is busy until the gate is opened.
  private func busyDesk(until gate: DispatchSemaphore) async throws -> SignInDesk {
    let workers = WorkerPool(name: "hash", threadCount: 1)
    let desk = try SignInDesk(workers: workers)
    try desk.store.add("bob", password: "fetch me!")
    #expect(await desk.letsAdaIn())
    await withCheckedContinuation { isBusy in
      _ = Task {
        try await workers.run {
          isBusy.resume()
          gate.wait()
        }
      }
    }
    return desk
  }

  private func waitUntil(_ condition: () -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(30)
    while !condition() {
      try #require(ContinuousClock.now < deadline)
      await Task.yield()
    }
  }

  @Test func `of eighty password changes of one account at once eight run, and others sign in`()
    async throws
  {
    let gate = DispatchSemaphore(value: 0)
    let desk = try await busyDesk(until: gate)
    let principal = try await desk.authenticator.principal(name: "ada", password: "walkies!", address: SignInDesk.home)
    let codes = await withTaskGroup(of: WoofError.Code?.self) { group in
      for index in 0..<80 {
        group.addTask {
          do {
            try await desk.authenticator.changePassword(
              of: principal, current: "walkies!", new: "new tricks \(index)", address: SignInDesk.home)
            return nil
          } catch {
            return (error as? WoofError)?.code
          }
        }
      }
      group.addTask {
        try? await waitUntil { desk.authenticator.counts.refusals[.account] == 72 }
        let bob = Task { await desk.refusal("bob", "fetch me!", from: SignInDesk.away) }
        try? await waitUntil { desk.authenticator.hashStatistics.otherWaitingCount == 1 }
        gate.signal()
        return await bob.value?.code
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(codes.count { $0 == .tooManyRequests } == 72)
    #expect(codes.count { $0 == nil } >= 2)
    #expect(!codes.contains(.unavailable))
  }

  @Test func `seventy guesses from one address at once cost thirty-two hashes, and others sign in`() async throws {
    let gate = DispatchSemaphore(value: 0)
    let desk = try await busyDesk(until: gate)
    let hashes = desk.authenticator.counts.hashes
    let refusals = await withTaskGroup(of: WoofError?.self) { group in
      for index in 0..<70 { group.addTask { await desk.refusal("account\(index)", "wrong", from: SignInDesk.away) } }
      group.addTask {
        try? await waitUntil { desk.authenticator.counts.refusals[.network] == 38 }
        let bob = Task { await desk.refusal("bob", "fetch me!", from: SignInDesk.home) }
        try? await waitUntil { desk.authenticator.hashStatistics.otherWaitingCount == 32 }
        gate.signal()
        return await bob.value
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(refusals.count { $0?.code == .tooManyRequests && $0?.retryAfter != nil } == 38)
    #expect(refusals.count { $0?.code == .authenticationRequired } == 32)
    #expect(refusals.count { $0 == nil } == 1)
    #expect(desk.authenticator.counts.hashes == hashes + 33)
  }

  @Test func `an operator sets a password and adds an account while sign-in is flooded`() async throws {
    let gate = DispatchSemaphore(value: 0)
    let desk = try await busyDesk(until: gate)
    let flood = Task {
      await withTaskGroup(of: Void.self) { group in
        for index in 0..<200 {
          group.addTask { _ = await desk.refusal("a\(index)", "wrong", from: "198.\(index).0.1") }
        }
      }
    }
    try await waitUntil { desk.authenticator.counts.refusals[.queue] == 200 - 65 }
    let (ada, carol) = (try AccountName("ada").orThrow(), try AccountName("carol").orThrow())
    async let changed: Void = desk.authenticator.setPassword(of: ada, to: "new tricks")
    async let added = desk.authenticator.addAccount(carol, password: "roll over", isAdministrator: false)
    try await waitUntil { desk.authenticator.hashStatistics.knownWaitingCount == 2 }
    gate.signal()
    try await changed
    #expect(try await added.name == carol)
    await flood.value
  }
}

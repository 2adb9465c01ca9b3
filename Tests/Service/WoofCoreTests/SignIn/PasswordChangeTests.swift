// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Testing
import WoofCore
import WoofModel

@Suite struct PasswordChangeTests {
  private func change(
    _ desk: SignInDesk, current: String = "walkies!", new: String = "new tricks"
  ) async throws -> WoofError? {
    let principal = try await desk.authenticator.principal(
      name: "ada", password: "walkies!", address: SignInDesk.home)
    do {
      try await desk.authenticator.changePassword(
        of: principal, current: current, new: new, address: SignInDesk.home)
      return nil
    } catch {
      return try #require(error as? WoofError)
    }
  }

  @Test func `the current password allows a change, and is then refused`() async throws {
    let desk = try SignInDesk()
    #expect(try await change(desk) == nil)
    #expect(await desk.refusal("ada", "new tricks") == nil)
    #expect(await desk.refusal("ada", "walkies!")?.code == .authenticationRequired)
  }

  @Test func `a wrong current password is forbidden, changes nothing, and counts as a failure`() async throws {
    let desk = try SignInDesk()
    for _ in 0..<5 { #expect(try await change(desk, current: "walkies?")?.code == .forbidden) }
    #expect(try await change(desk, current: "walkies?")?.code == .tooManyRequests)
    #expect(await desk.letsAdaIn())
  }

  @Test func `a new password that breaks the rule is refused before anything is checked`() async throws {
    let desk = try SignInDesk()
    let error = try await change(desk, current: "walkies?", new: "short")
    #expect(error?.code == .invalidParameter)
    #expect(desk.authenticator.counts.hashes == 1)
    #expect(await desk.letsAdaIn())
  }

  @Test func `of two changes at once with the same password, the second is refused`() async throws {
    let (workers, gate) = (WorkerPool(name: "hash", threadCount: 1), DispatchSemaphore(value: 0))
    let desk = try SignInDesk(workers: workers)
    let principal = try await desk.authenticator.principal(
      name: "ada", password: "walkies!", address: SignInDesk.home)
    // Both have proved themselves before either password is replaced.
    await workers.block(until: gate)
    let codes = await withTaskGroup(of: WoofError.Code?.self) { group in
      for new in ["new tricks", "older tricks"] {
        group.addTask {
          do {
            try await desk.authenticator.changePassword(
              of: principal, current: "walkies!", new: new, address: SignInDesk.home)
            return nil
          } catch {
            return (error as? WoofError)?.code
          }
        }
      }
      while desk.authenticator.hashStatistics.knownWaitingCount < 1 { await Task.yield() }
      gate.signal()
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(codes.count { $0 == nil } == 1)
    #expect(codes.count { $0 == .forbidden } == 1)
    #expect(try await desk.store.accounts().map(\.account.passwordVersion) == [2])
  }

  @Test func `setting the same password again ends remembered sign-ins all the same`() async throws {
    let desk = try SignInDesk()
    #expect(await desk.letsAdaIn())
    try await desk.authenticator.setPassword(of: try AccountName("ada").orThrow(), to: "walkies!")
    #expect(desk.remembered() == nil)
    let hashes = desk.authenticator.counts.hashes
    #expect(await desk.letsAdaIn())
    #expect(desk.authenticator.counts.hashes == hashes + 1)
  }

  @Test func `an operator sets a password without knowing the current one`() async throws {
    let desk = try SignInDesk()
    try await desk.authenticator.setPassword(of: try AccountName("ada").orThrow(), to: "new tricks")
    #expect(await desk.refusal("ada", "new tricks") == nil)
  }

  @Test func `the password of a missing account cannot be set`() async throws {
    let desk = try SignInDesk()
    let error = await #expect(throws: WoofError.self) {
      try await desk.authenticator.setPassword(of: try AccountName("bob").orThrow(), to: "new tricks")
    }
    #expect(error?.code == .notFound)
  }

  @Test func `an added account signs in`() async throws {
    let desk = try SignInDesk()
    let account = try await desk.authenticator.addAccount(
      try AccountName("bob").orThrow(), password: "fetch me!", isAdministrator: true)
    #expect(account.createdAt == desk.time.now())
    let principal = try await desk.authenticator.principal(
      name: "bob", password: "fetch me!", address: SignInDesk.home)
    #expect(principal == Principal(account))
  }

  @Test func `a taken name is not added again`() async throws {
    let desk = try SignInDesk()
    let error = await #expect(throws: WoofError.self) {
      try await desk.authenticator.addAccount(
        try AccountName("ada").orThrow(), password: "new tricks", isAdministrator: true)
    }
    #expect(error?.code == .conflict)
    #expect(await desk.letsAdaIn())
  }
}

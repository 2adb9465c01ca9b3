// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore

@testable import WoofAPI

/// For how long somebody who has signed in hears of changes.
struct EventStandingTests {
  /// What becomes of an account.
  enum Change: CaseIterable {
    case disabled, deleted, replaced, givenAnotherPassword

    func apply(to account: inout Account?) {
      switch self {
      case .disabled: account?.isDisabled = true
      case .deleted: account = nil
      case .replaced: account?.id = AccountID(rawValue: 99)
      case .givenAnotherPassword: account?.passwordVersion += 1
      }
    }
  }

  @Test(arguments: Change.allCases)
  func `the streams of an account end with its credential, and others go on`(
    change: Change
  ) async throws {
    let clock = ManualClock()
    try await FeedHouse.run(clock: clock) { house in
      let (ada, bob) = (try FeedHouse.principal(1), try FeedHouse.principal(2))
      let ended = try await house.subscribe(for: ada)
      let others = [try await house.subscribe(for: bob), try await house.subscribe()]
      house.accounts.change(ada, change.apply)
      await house.pass(2, on: clock)
      await ended.outlet.wait { $0.isFinished }
      try house.addPhoto(1)
      for other in others {
        #expect(await other.events(1).count == 1)
        #expect(!other.outlet.received.isFinished)
      }
    }
  }

  @Test func `an administrator's stream ends when its account loses that role`() async throws {
    let clock = ManualClock()
    try await FeedHouse.run(clock: clock) { house in
      let ada = try FeedHouse.principal(1)
      let streams = [
        try await house.subscribe(for: ada, as: .administrator), try await house.subscribe(for: ada),
        try await house.subscribe(as: .administrator),
      ]
      house.accounts.change(ada) { $0?.isAdministrator = false }
      await house.pass(2, on: clock)
      await streams[0].outlet.wait { $0.isFinished }
      try house.addPhoto(1)
      for other in streams[1...] {
        #expect(await other.events(1).count == 1)
        #expect(!other.outlet.received.isFinished)
      }
    }
  }

  @Test func `an account that the store cannot read is looked up again`() async throws {
    let clock = ManualClock()
    try await FeedHouse.run(clock: clock) { house in
      let ada = try FeedHouse.principal(1)
      let stream = try await house.subscribe(for: ada)
      house.accounts.fail(true)
      house.accounts.change(ada) { $0 = nil }
      await house.pass(2, on: clock)
      #expect(!stream.outlet.received.isFinished)
      house.accounts.fail(false)
      // A look that failed may still be under way when the next is due.
      for _ in 0..<1_000 where !stream.outlet.received.isFinished { await house.pass(2, on: clock) }
      #expect(stream.outlet.received.isFinished)
    }
  }
}

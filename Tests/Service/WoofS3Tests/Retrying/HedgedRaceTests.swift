// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import TestKit
@testable import WoofS3

@Suite struct HedgedRaceTests {
  private struct Failure: Error, Equatable {
    var isFinal = false
  }

  /// A race whose tries a test steers by gates.
  private final class Track: Sendable {
    let delay = Gate()
    let begun = [Gate(), Gate()]
    let answers = [Gate(), Gate()]
    let cancelled = [Gate(), Gate()]
    private let count = Mutex(0)
    private let failures = Mutex<[Int: Failure]>([:])

    func fail(_ index: Int, _ failure: Failure) { failures.withLock { $0[index] = failure } }

    func run(mayHedge: Bool = true) async throws -> HedgedRace.Win<Int> {
      try await HedgedRace.run(after: { await self.delay.waitUnlessCancelled() }) {
        mayHedge
      } isFinal: { error in
        (error as? Failure)?.isFinal ?? false
      } _: {
        try await self.attempt()
      }
    }

    private func attempt() async throws -> Int {
      let index = count.withLock { count in
        defer { count += 1 }
        return count
      }
      begun[index].open()
      guard await answers[index].waitUnlessCancelled() else {
        cancelled[index].open()
        throw CancellationError()
      }
      if let failure = failures.withLock({ $0[index] }) { throw failure }
      return index
    }

    var tries: Int { count.withLock { $0 } }
  }

  @Test func `a first try that answers in time is the only one`() async throws {
    let track = Track()
    track.answers[0].open()
    let win = try await track.run()
    #expect(win.answer == 0)
    #expect(!win.isSecond)
    #expect(track.tries == 1)
  }

  @Test func `a second try that answers first wins, and the first is cancelled`() async throws {
    let track = Track()
    track.delay.open()
    async let win = track.run()
    await track.begun[1].wait()
    track.answers[1].open()
    let result = try await win
    #expect(result.isSecond)
    #expect(track.cancelled[0].isOpen)
  }

  @Test func `a first try that answers after all wins, and the second is cancelled`() async throws {
    let track = Track()
    track.delay.open()
    async let win = track.run()
    await track.begun[1].wait()
    track.answers[0].open()
    let result = try await win
    #expect(!result.isSecond)
    #expect(track.cancelled[1].isOpen)
  }

  @Test func `without a budget the first try is waited for`() async throws {
    let track = Track()
    track.delay.open()
    async let win = track.run(mayHedge: false)
    await track.begun[0].wait()
    track.answers[0].open()
    let result = try await win
    #expect(result.answer == 0)
    #expect(track.tries == 1)
  }

  @Test func `an error of one is nothing while the other runs`() async throws {
    let track = Track()
    track.fail(0, Failure())
    track.delay.open()
    async let win = track.run()
    await track.begun[1].wait()
    track.answers[0].open()
    track.answers[1].open()
    let result = try await win
    #expect(result.isSecond)
  }

  @Test func `an error before the second try has begun is the end`() async {
    let track = Track()
    track.fail(0, Failure())
    track.answers[0].open()
    await #expect(throws: Failure()) { try await track.run() }
    #expect(track.tries == 1)
  }

  @Test func `an error that another try would have as well is the end`() async {
    let track = Track()
    track.fail(1, Failure(isFinal: true))
    track.delay.open()
    track.answers[1].open()
    await #expect(throws: Failure(isFinal: true)) { try await track.run() }
    #expect(track.cancelled[0].isOpen)
  }

  @Test func `cancelling the race cancels both tries`() async {
    let track = Track()
    track.delay.open()
    let race = Task { try await track.run() }
    await track.begun[1].wait()
    race.cancel()
    await #expect(throws: CancellationError.self) { try await race.value }
    #expect(track.cancelled.count(where: { $0.isOpen }) == 2)
  }
}

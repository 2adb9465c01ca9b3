// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofModel

/// Lets hashes of passwords begin when their turn has come.
final class PasswordHasher: Sendable {
  private typealias Turn = UnsafeContinuation<HashSchedule.Ticket, any Error>

  private struct State {
    var schedule: HashSchedule
    var turns: [HashSchedule.Ticket: Turn] = [:]

    /// Removes the turns about which the steps decide, and returns the calls that resume them.
    mutating func calls(for steps: [HashSchedule.Step]) -> [@Sendable () -> Void] {
      steps.compactMap { step in
        switch step {
        case .start(let ticket):
          guard let turn = turns.removeValue(forKey: ticket) else { return nil }
          return { turn.resume(returning: ticket) }
        case .refuse(let ticket, let refusal):
          guard let turn = turns.removeValue(forKey: ticket) else { return nil }
          return { turn.resume(throwing: refusal) }
        }
      }
    }
  }

  private let state: Mutex<State>
  private let time: any TimeSource

  /// Makes a hasher for whom nobody waits.
  init(_ limits: HashLimits, time: any TimeSource) {
    state = Mutex(State(schedule: HashSchedule(limits)))
    self.time = time
  }

  /// The numbers of hashes that run or wait now, and the times that all started ones waited.
  var statistics: HashStatistics { state.withLock { $0.schedule.statistics } }

  /// Runs what hashes a password, and what must be known for that, when its turn has come.
  ///
  /// - Throws: ``HashRefusal``, and what `work` throws.
  func run<Result: Sendable>(
    for origin: HashOrigin, _ work: @Sendable () async throws -> Result
  ) async throws -> Result {
    let ticket = try await withUnsafeThrowingContinuation { (turn: Turn) in
      let now = time.monotonicNanoseconds()
      let calls = state.withLock { state in
        let (ticket, steps) = state.schedule.enter(origin, at: now)
        state.turns[ticket] = turn
        return state.calls(for: steps)
      }
      for call in calls { call() }
    }
    defer { end(ticket) }
    return try await work()
  }

  private func end(_ ticket: HashSchedule.Ticket) {
    let now = time.monotonicNanoseconds()
    let calls = state.withLock { state in
      let steps = state.schedule.leave(ticket, at: now)
      return state.calls(for: steps)
    }
    for call in calls { call() }
  }
}

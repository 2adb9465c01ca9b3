// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The place of work that blocks, or that goes on beside other work: threads, or turns that an owner gives.
package enum Workplace: Sendable {
  /// On threads of the system, each piece on its own.
  case threads
  /// On the thread of a scheduler, which decides whose turn it is: what blocks is done at once then, and nothing waits
  /// but for its next turn. A simulation drives everything by this.
  case turns(any TurnScheduler)

  /// The turns of one worker; `nil` where it has a thread.
  package func makeTurns() -> WorkerTurns? {
    guard case .turns(let scheduler) = self else { return nil }
    return WorkerTurns(scheduler)
  }
}

/// Gives turns to those who have no thread of their own, one at a time.
package protocol TurnScheduler: Sendable {
  /// Gives a turn, soon: not before this call has returned.
  func schedule(_ turn: @escaping @Sendable () -> Void)

  /// Gives a turn after so many nanoseconds.
  func schedule(after nanoseconds: Int64, _ turn: @escaping @Sendable () -> Void)
}

/// The turns of a worker without a thread: it is given one when it is woken, and when it has rested for as long as it
/// wanted. All calls come on the scheduler's thread.
package final class WorkerTurns: Sendable {
  /// The rest of a worker after a turn.
  package enum Rest: Sendable {
    /// It waits until it is woken.
    case untilWoken
    /// It waits until it is woken, at most for so many nanoseconds.
    case atMost(Int64)
    /// It ends.
    case over
  }

  private struct State {
    var turn: (@Sendable () -> Rest)?
    var isScheduled = false
    /// Tells the rest that counts from those that were cut short.
    var restCount = 0
  }

  private let scheduler: any TurnScheduler
  private let state = Mutex(State())

  /// Makes the turns of a worker that has not begun.
  package init(_ scheduler: any TurnScheduler) { self.scheduler = scheduler }

  /// Begins, with a turn soon.
  package func begin(_ turn: @escaping @Sendable () -> Rest) {
    state.withLock { $0.turn = turn }
    wake()
  }

  /// Gives the worker a turn soon, once however often it is woken before that.
  package func wake() {
    let isNew = state.withLock { state in
      guard !state.isScheduled, state.turn != nil else { return false }
      state.isScheduled = true
      return true
    }
    if isNew { scheduler.schedule { self.takeTurn() } }
  }

  /// Gives the worker a turn at once, for whoever cannot go on without it.
  package func takeTurn() {
    let turn = state.withLock { state in
      state.isScheduled = false
      state.restCount += 1
      return state.turn
    }
    guard let turn else { return }
    switch turn() {
    case .untilWoken: break
    case .over: state.withLock { $0.turn = nil }
    case .atMost(let nanoseconds): rest(for: nanoseconds)
    }
  }

  private func rest(for nanoseconds: Int64) {
    guard nanoseconds > 0 else { return wake() }
    let number = state.withLock { state in
      state.restCount += 1
      return state.restCount
    }
    scheduler.schedule(after: nanoseconds) { [weak self] in
      guard let self, state.withLock({ $0.restCount == number && !$0.isScheduled }) else { return }
      takeTurn()
    }
  }
}

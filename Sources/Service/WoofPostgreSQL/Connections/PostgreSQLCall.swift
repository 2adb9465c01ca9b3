// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A batch on its way, and whoever awaits it. It ends once, by whatever comes first.
final class PostgreSQLCall: Sendable {
  typealias Outcome = Result<[PostgreSQLRows], any Error>

  private enum State {
    /// Nothing was sent.
    case waiting(CheckedContinuation<[PostgreSQLRows], any Error>?)
    /// Something was sent.
    case sent(CheckedContinuation<[PostgreSQLRows], any Error>?)
    /// It has ended, before it was awaited where there is an outcome.
    case over(Outcome?)
  }

  let frame: PostgreSQLFrame
  let effect: PostgreSQLBatch.Effect
  /// The moment of the monotonic clock at which nobody waits any longer; `nil` for none.
  let deadline: Int64?
  private let state = Mutex(State.waiting(nil))

  init(_ batch: PostgreSQLBatch, deadline: Int64?) {
    frame = batch.frame
    effect = batch.effect
    self.deadline = deadline
  }

  /// `true` if nobody waits any more.
  var isOver: Bool { state.withLock { if case .over = $0 { true } else { false } } }

  /// Waits for the outcome. A task that is cancelled stops waiting, and the answer is thrown away.
  func outcome() async throws -> [PostgreSQLRows] {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { hold($0) }
    } onCancel: {
      giveUp(CancellationError())
    }
  }

  private func hold(_ continuation: CheckedContinuation<[PostgreSQLRows], any Error>) {
    let known: Outcome? = state.withLock { state in
      switch state {
      case .waiting: state = .waiting(continuation)
      case .sent: state = .sent(continuation)
      case .over(let outcome): return outcome ?? .failure(PostgreSQLError.closed)
      }
      return nil
    }
    if let known { continuation.resume(with: known) }
  }

  /// Notes that it is about to be sent; `false` where nobody waits any more, so that there is no need.
  func beginSending() -> Bool {
    state.withLock { state in
      guard case .waiting(let continuation) = state else { return false }
      state = .sent(continuation)
      return true
    }
  }

  /// Stops waiting. The outcome of what was sent and may write is unknown from here on.
  func giveUp(_ reason: any Error) {
    end { isSent in .failure(isSent && effect == .writes ? PostgreSQLError.outcomeUnknown : reason) }
  }

  /// Ends it.
  func finish(_ outcome: Outcome) { end { _ in outcome } }

  private func end(_ outcome: (_ isSent: Bool) -> Outcome) {
    let (continuation, outcome): (CheckedContinuation<[PostgreSQLRows], any Error>?, Outcome?) = state.withLock {
      state in
      switch state {
      case .waiting(let continuation):
        let outcome = outcome(false)
        state = .over(continuation == nil ? outcome : nil)
        return (continuation, outcome)
      case .sent(let continuation):
        let outcome = outcome(true)
        state = .over(continuation == nil ? outcome : nil)
        return (continuation, outcome)
      case .over: return (nil, nil)
      }
    }
    if let continuation, let outcome { continuation.resume(with: outcome) }
  }
}

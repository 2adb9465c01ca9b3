// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Synchronization
internal import WoofSystem

/// The queue of the maintenance thread. It holds each duty at most once, however often it is asked for, and calls.
final class MaintenanceQueue: MaintenanceDuties {
  typealias Call = @Sendable (MaintenanceLoop) -> Void

  /// The duties and calls that the thread takes at once.
  struct Work {
    var duties: Set<MaintenanceDuty> = []
    var calls: [Call] = []
  }

  private struct State {
    var waiting = Work()
    var running: Set<MaintenanceDuty> = []
    var isClosed = false
  }

  private let state = Mutex(State())
  private let wakeUp = DispatchSemaphore(value: 0)
  /// The turns of maintenance without a thread.
  let turns: WorkerTurns?

  init(turns: WorkerTurns? = nil) { self.turns = turns }

  func ask(for duty: MaintenanceDuty) {
    if state.withLock({ $0.waiting.duties.insert(duty).inserted }) { wake() }
  }

  private func wake() {
    if let turns { turns.wake() } else { wakeUp.signal() }
  }

  func isDone(_ duty: MaintenanceDuty) -> Bool {
    state.withLock { !$0.waiting.duties.contains(duty) && !$0.running.contains(duty) }
  }

  /// `true` once the thread is to end.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Appends a call.
  ///
  /// - Returns: `true` if it was taken: not after the queue was closed.
  func append(_ call: @escaping Call) -> Bool {
    let isTaken = state.withLock { state in
      if !state.isClosed { state.waiting.calls.append(call) }
      return !state.isClosed
    }
    if isTaken { wake() }
    return isTaken
  }

  /// Lets the thread end, after the calls that wait.
  func close() {
    state.withLock { $0.isClosed = true }
    wake()
  }

  /// Waits for work, for at most so many milliseconds; `nil` once the queue has been closed and holds no call.
  func take(waitingAtMost milliseconds: Int) -> Work? {
    if turns == nil { _ = wakeUp.wait(timeout: .now() + .milliseconds(milliseconds)) }
    return state.withLock { state in
      guard !state.isClosed || !state.waiting.calls.isEmpty else { return nil }
      defer { state.waiting = Work() }
      state.running = state.waiting.duties
      return state.waiting
    }
  }

  /// Tells that the duties that were taken are done.
  func finish() { state.withLock { $0.running = [] } }
}
